// The forms of a kernel for wide registers and for any machine give the same bits.
#include <gtest/gtest.h>

#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "data/dense_kernels.hpp"
#include "graphsparse/core/random.hpp"
#include "graphsparse/data/dense_matrix.hpp"
#include "graphsparse/data/matrix_view.hpp"
#include "graphsparse/data/standardized_matrix.hpp"

namespace graphsparse {
namespace {

// As the environment says again, whatever a test has chosen.
class ChoiceGuard {
 public:
  ChoiceGuard() : before_(uses_wide_kernels()) {}
  ~ChoiceGuard() { choose_wide_kernels(before_); }
  ChoiceGuard(const ChoiceGuard&) = delete;
  ChoiceGuard& operator=(const ChoiceGuard&) = delete;

 private:
  bool before_;
};

std::vector<double> random_values(std::size_t count, RandomStream& stream) {
  std::vector<double> values;
  for (std::size_t i = 0; i < count; ++i) values.push_back(stream.normal());
  return values;
}

struct Shape {
  RowIndex rows;
  NodeId columns;
};

// All products of all rows, and of every second row.
std::vector<double> all_products(const DesignMatrix& matrix, std::uint64_t seed) {
  RandomStream stream(seed, "products");
  std::vector<NodeId> columns;
  for (NodeId j = 0; j < matrix.columns(); j += 3) columns.push_back(j);
  const std::vector<double> values = random_values(columns.size(), stream);
  std::vector<double> products;
  for (const RowIndex step : {1, 2}) {
    std::vector<RowIndex> rows;
    for (RowIndex row = 0; row < matrix.rows(); row += step) rows.push_back(row);
    const std::vector<double> factors = random_values(rows.size(), stream);
    const auto append = [&](std::size_t count, const auto& work) {
      std::vector<double> part(count, 0.0);
      work(part);
      products.insert(products.end(), part.begin(), part.end());
    };
    append(rows.size(), [&](auto& part) { matrix.multiply(rows, {columns, values}, part); });
    append(static_cast<std::size_t>(matrix.columns()),
           [&](auto& part) { matrix.add_transposed(rows, factors, part); });
    append(columns.size(),
           [&](auto& part) { matrix.multiply_transposed(rows, factors, columns, part); });
  }
  return products;
}

template <class Scalar>
std::vector<std::shared_ptr<const DesignMatrix>> matrices_of(const Shape& shape,
                                                             const std::vector<Scalar>& values) {
  std::vector<std::shared_ptr<const DesignMatrix>> matrices;
  const auto make = [&] {
    return std::make_unique<DenseMatrix<Scalar>>(shape.rows, shape.columns, values);
  };
  matrices.push_back(make());
  auto by_column = make();
  by_column->keep_columns(ColumnUse::gradients_too);
  matrices.push_back(std::move(by_column));
  matrices.push_back(view_column_major(values, shape.rows, shape.columns));
  return matrices;
}

template <class Scalar>
void require_same_bits(const Shape& shape) {
  RandomStream stream(7, "kernel", static_cast<std::uint64_t>(shape.rows),
                      static_cast<std::uint64_t>(shape.columns));
  std::vector<Scalar> values;
  for (RowIndex i = 0; i < shape.rows * shape.columns; ++i) {
    values.push_back(static_cast<Scalar>(stream.normal()));
  }
  for (const auto& matrix : matrices_of(shape, values)) {
    const StandardizedMatrix standardized(*matrix,
                                          learn_standardization(*matrix, all_rows(shape.rows)));
    for (const DesignMatrix* const one : {static_cast<const DesignMatrix*>(matrix.get()),
                                          static_cast<const DesignMatrix*>(&standardized)}) {
      choose_wide_kernels(true);
      const std::vector<double> wide = all_products(*one, 1);
      choose_wide_kernels(false);
      EXPECT_EQ(all_products(*one, 1), wide) << shape.rows << " x " << shape.columns;
    }
  }
}

TEST(KernelChoice, givesTheSameBitsInBothForms) {
  const ChoiceGuard guard;
  for (const RowIndex rows : {1, 3, 4, 7, 64, 65, 130, 257, 600}) {
    for (const NodeId columns : {1, 2, 5, 8, 31, 64, 100}) {
      require_same_bits<float>({rows, columns});
      require_same_bits<double>({rows, columns});
    }
  }
}

TEST(KernelChoice, staysWithWhatTheMachineHas) {
  const ChoiceGuard guard;
  choose_wide_kernels(false);
  EXPECT_FALSE(uses_wide_kernels());
}

}  // namespace
}  // namespace graphsparse
