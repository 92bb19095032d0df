#include "graphsparse/io/class_labels.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>

#include "io/input_file.hpp"
#include "io/listing.hpp"
#include "io/text.hpp"

namespace graphsparse {
namespace {

// More are not looked for: three are too many already, and a few make a good message.
constexpr std::size_t kMostClasses = 11;

class ClassFinder {
 public:
  ClassFinder(const SampleColumn& target, std::span<const double> weights)
      : target_(target), weights_(weights), are_numbers_(all_are_numbers()) {}

  ClassLabels find() {
    for (std::size_t i = 0; i < target_.values.size() && classes_.size() < kMostClasses; ++i) {
      if (counts(i) && !is_known(target_.values[i])) classes_.push_back(target_.values[i]);
    }
    std::sort(classes_.begin(), classes_.end(),
              [this](const std::string& a, const std::string& b) { return comes_before(a, b); });
    check_two_classes();
    ClassLabels result;
    for (const std::string& value : target_.values) {
      result.labels.push_back(is_same(value, classes_[0]) ? -1.0 : 1.0);
    }
    result.classes = std::move(classes_);
    return result;
  }

 private:
  bool counts(std::size_t sample) const { return weights_.empty() || weights_[sample] > 0.0; }

  bool all_are_numbers() const {
    for (std::size_t i = 0; i < target_.values.size(); ++i) {
      if (!counts(i)) continue;
      const std::optional<double> number = io::parse_number(target_.values[i]);
      if (!number) return false;
      if (std::isfinite(*number)) continue;
      io::fail_in(target_.where(static_cast<std::int64_t>(i)),
                  fmt::format("the label {} stands for no class; leave samples without a label out",
                              io::in_quotes(target_.values[i])));
    }
    return true;
  }

  bool comes_before(const std::string& a, const std::string& b) const {
    return are_numbers_ ? *io::parse_number(a) < *io::parse_number(b) : a < b;
  }
  // Spelled the same, or, as with 1 and 1.0, the same number.
  bool is_same(const std::string& a, const std::string& b) const {
    if (a == b) return true;
    return are_numbers_ && io::parse_number(a) == io::parse_number(b);
  }
  bool is_known(const std::string& value) const {
    return std::any_of(classes_.begin(), classes_.end(),
                       [&](const std::string& known) { return is_same(known, value); });
  }

  void check_two_classes() const {
    if (classes_.size() == 2) return;
    if (classes_.size() == 1) {
      io::fail_in(target_.source,
                  fmt::format("every label is {}; the loss 'logistic' needs samples of two classes",
                              io::in_quotes(classes_[0])));
    }
    if (classes_.empty()) io::fail_in(target_.source, "no sample has a weight above 0");
    const std::string count = classes_.size() == kMostClasses
                                  ? fmt::format("more than {}", kMostClasses - 1)
                                  : std::to_string(classes_.size());
    io::fail_in(target_.source,
                fmt::format("{} different labels ({}); the loss 'logistic' needs two, numbers to "
                            "be predicted need another loss such as 'squares'",
                            count, io::listed(classes_)));
  }

  const SampleColumn& target_;
  std::span<const double> weights_;
  bool are_numbers_;
  std::vector<std::string> classes_;
};

}  // namespace

ClassLabels encode_classes(const SampleColumn& target, std::span<const double> weights) {
  if (target.given.empty()) return ClassFinder(target, weights).find();
  SampleColumn words = target;
  for (const double value : target.given) words.values.push_back(fmt::format("{}", value));
  return ClassFinder(words, weights).find();
}

}  // namespace graphsparse
