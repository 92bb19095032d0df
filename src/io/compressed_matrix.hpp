// Compressed rows or columns as other programs store them, as a design matrix.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <variant>
#include <vector>

#include "graphsparse/data/design_matrix.hpp"

namespace graphsparse::io {

// Numbers that a file fills: not set to zero first.
template <class Number>
class RawArray {
 public:
  RawArray() = default;
  explicit RawArray(std::size_t size)
      : numbers_(std::make_unique_for_overwrite<Number[]>(size)), size_(size) {}  // NOLINT

  std::size_t size() const { return size_; }
  void resize_down(std::size_t size) { size_ = size; }
  Number* data() { return numbers_.get(); }
  const Number* data() const { return numbers_.get(); }
  Number& operator[](std::size_t i) { return numbers_[i]; }
  const Number& operator[](std::size_t i) const { return numbers_[i]; }

 private:
  std::unique_ptr<Number[]> numbers_;  // NOLINT(modernize-avoid-c-arrays): of a size known late
  std::size_t size_ = 0;
};

// Line l (a row, or a column) has the entries offsets[l] to offsets[l + 1].
struct CompressedArrays {
  bool by_row = true;
  std::int64_t rows = 0;
  std::int64_t columns = 0;
  std::vector<std::int64_t> offsets;
  std::variant<RawArray<std::int32_t>, RawArray<std::int64_t>> indices;
  std::variant<RawArray<float>, RawArray<double>> values;
  bool is_sorted = false;  // whether it is known that each line is, and without double places
};

// Entries of a line may be in any order; equal places add up. `source` is the file, `place` what
// is there, for the message about arrays that do not fit together. Throws InputError.
void check_compressed(CompressedArrays& arrays, const std::string& source,
                      const std::string& place);

// Arrays that were checked. Where `kept` is not empty, it has the columns that the matrix is to
// have, in ascending order.
std::shared_ptr<const DesignMatrix> make_compressed(CompressedArrays arrays,
                                                    const std::vector<NodeId>& kept = {});

// Calls visit(row, column, value) for each entry of arrays that were checked, line by line.
template <class Visit>
void for_each_entry(const CompressedArrays& arrays, Visit visit) {
  std::visit(
      [&](const auto& indices, const auto& values) {
        for (std::size_t line = 0; line + 1 < arrays.offsets.size(); ++line) {
          for (std::int64_t i = arrays.offsets[line]; i < arrays.offsets[line + 1]; ++i) {
            const auto entry = static_cast<std::size_t>(i);
            const auto one = static_cast<std::int64_t>(line);
            const auto other = static_cast<std::int64_t>(indices[entry]);
            visit(arrays.by_row ? one : other, arrays.by_row ? other : one,
                  static_cast<double>(values[entry]));
          }
        }
      },
      arrays.indices, arrays.values);
}

}  // namespace graphsparse::io
