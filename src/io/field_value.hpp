// The fields of a table as numbers, and which features of a table are read at all.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "graphsparse/io/data_file.hpp"
#include "io/name_table.hpp"
#include "io/problems.hpp"

namespace graphsparse::io {

struct FieldValue {
  double number = 0.0;  // NaN where there is a problem
  std::optional<Problems::Kind> problem = {};
};

FieldValue read_field_value(std::string_view text);

// "the value 'x' is not a number; expected a finite number".
std::string describe_problem(std::string_view text);

// By name: all, but those that the request leaves out.
class FeatureChoice {
 public:
  explicit FeatureChoice(const DataRequest& request);

  bool treats_missing() const { return treats_missing_; }
  bool takes(std::string_view name);
  // Throws InputError for a name that was to be dropped and was never asked for.
  void check_all_dropped(const std::string& source, const std::string& thing) const;

 private:
  bool treats_missing_;
  NameTable needed_;
  NameTable excluded_;
  NameTable dropped_;
  std::vector<bool> was_dropped_;
};

}  // namespace graphsparse::io
