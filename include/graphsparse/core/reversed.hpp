// A span read from its end to its beginning, for loops: std::views::reverse of libstdc++ 12 is
// nothing that the clang of our linter understands.
#pragma once

#include <span>

namespace graphsparse {

template <class Element>
class Reversed {
 public:
  explicit Reversed(std::span<Element> elements) : elements_(elements) {}

  auto begin() const { return elements_.rbegin(); }
  auto end() const { return elements_.rend(); }

 private:
  std::span<Element> elements_;
};

}  // namespace graphsparse
