// What is wrong with a data set, collected while it is read, so that all of it can be told at once.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace graphsparse::io {

class Problems {
 public:
  enum class Kind { missing_value, no_number, double_feature, no_label };

  // `message` begins with the place and says all that is wrong there; only that of the first is
  // kept. `place` is its short form for the list of places.
  void add(Kind kind, const std::string& message, const std::string& place);
  bool has(Kind kind) const { return find(kind) != nullptr; }
  std::int64_t count(Kind kind) const;

  // The others.
  Problems without(Kind kind) const;

  // What would mend them; the last word for a kind counts.
  void set_remedy(Kind kind, std::string remedy);

  // Throws InputError with one line about all of them: the first ten places of each kind, and how
  // many there are.
  void check() const;

 private:
  struct Entry {
    Kind kind;
    std::string first;
    std::vector<std::string> places;
    std::int64_t count = 0;
    std::string remedy;
  };
  const Entry* find(Kind kind) const;
  Entry* find(Kind kind);
  static std::string describe(const Entry& entry);

  std::vector<Entry> entries_;
};

// Whether a field stands for a missing value: empty, NA, NaN, null, N/A and the like.
bool is_missing_value(std::string_view text);
// The same for a label, where some of these words may be classes.
bool is_missing_label(std::string_view text);

}  // namespace graphsparse::io
