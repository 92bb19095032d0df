// The one exception type for bad input. Numerical outcomes are values in results, never exceptions.
#pragma once

#include <stdexcept>
#include <string>

namespace graphsparse {

// Thrown at the door, with a message that names the field (or file and line), what is wrong and
// what would be right.
class InputError : public std::runtime_error {
 public:
  explicit InputError(const std::string& message) : std::runtime_error(message) {}
};

}  // namespace graphsparse
