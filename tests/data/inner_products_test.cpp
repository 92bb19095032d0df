#include "data/inner_products.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <vector>

#include "data/dense_kernels.hpp"
#include "graphsparse/core/random.hpp"

namespace graphsparse {
namespace {

class ProductsOfColumns : public testing::Test {
 protected:
  ProductsOfColumns() : before_(uses_wide_kernels()) {}
  ~ProductsOfColumns() override { choose_wide_kernels(before_); }

 private:
  bool before_;
};

// Columns at a distance of three more than they are long.
std::vector<double> random_columns(std::size_t rows, std::size_t columns, std::uint64_t seed) {
  RandomStream stream(seed, "columns", rows, columns);
  std::vector<double> values((rows + 3) * columns);
  for (double& value : values) value = stream.normal();
  return values;
}

ColumnBlock block_of(const std::vector<double>& values, std::size_t rows, std::size_t columns) {
  return {values.data(), columns, rows + 3};
}

// Row after row; the compiler of the tests contracts nothing either.
std::vector<double> sums_in_order(ColumnBlock left, ColumnBlock right, std::size_t rows) {
  std::vector<double> sums;
  for (std::size_t j = 0; j < right.columns; ++j) {
    for (std::size_t i = 0; i < left.columns; ++i) {
      double sum = 0.0;
      for (std::size_t k = 0; k < rows; ++k) sum += left.column(i)[k] * right.column(j)[k];
      sums.push_back(sum);
    }
  }
  return sums;
}

constexpr std::size_t kRows[] = {0, 1, 5, 256, 300};
constexpr std::size_t kColumns[] = {0, 1, 6, 8, 23, 200};

TEST_F(ProductsOfColumns, areAddedUpRowAfterRowInBothForms) {
  for (const std::size_t rows : kRows) {
    for (const std::size_t height : kColumns) {
      for (const std::size_t width : kColumns) {
        const std::vector<double> a = random_columns(rows, height, 1);
        const std::vector<double> b = random_columns(rows, width, 2);
        const ColumnBlock left = block_of(a, rows, height);
        const ColumnBlock right = block_of(b, rows, width);
        const std::vector<double> wanted = sums_in_order(left, right, rows);
        for (const bool is_wide : {true, false}) {
          choose_wide_kernels(is_wide);
          std::vector<double> products(height * width, -1.0);
          InnerProducts().compute(left, right, rows, products.data());
          EXPECT_EQ(products, wanted) << rows << " rows, " << height << " x " << width;
        }
      }
    }
  }
}

TEST_F(ProductsOfColumns, ofOneBlockAreTheSameFromTheirLowerHalf) {
  for (const std::size_t rows : kRows) {
    for (const std::size_t columns : kColumns) {
      const std::vector<double> values = random_columns(rows, columns, 3);
      const ColumnBlock block = block_of(values, rows, columns);
      const std::vector<double> wanted = sums_in_order(block, block, rows);
      for (const bool is_wide : {true, false}) {
        choose_wide_kernels(is_wide);
        std::vector<double> products(columns * columns, -1.0);
        InnerProducts().compute_symmetric(block, block, rows, products.data());
        EXPECT_EQ(products, wanted) << rows << " rows, " << columns;
      }
    }
  }
}

}  // namespace
}  // namespace graphsparse
