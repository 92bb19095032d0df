// All kinds of matrices are the same matrix.
#include "graphsparse/data/design_matrix.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <memory>
#include <numeric>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "graphsparse/core/random.hpp"
#include "graphsparse/data/dense_matrix.hpp"
#include "graphsparse/data/mapped_matrix.hpp"
#include "graphsparse/data/sparse_matrix.hpp"
#include "graphsparse/data/standardized_matrix.hpp"
#include "io/temporary_folder.hpp"

namespace graphsparse {
namespace {

using test_support::TemporaryFolder;

// A matrix, and what a block product needs besides it.
struct Case {
  RowIndex rows = 0;
  NodeId columns = 0;
  std::vector<double> values;  // row-major, exact in single precision
  std::vector<RowIndex> block;
  std::vector<NodeId> indices;
  std::vector<double> weights;
  std::vector<double> factors;
};

Case random_case() {
  const auto seed = *rc::gen::arbitrary<std::uint32_t>();
  std::mt19937 random(seed);
  const auto below = [&](int bound) {
    return std::uniform_int_distribution<>(0, bound - 1)(random);
  };
  const auto number = [&] { return std::normal_distribution<float>(0.5F, 2.0F)(random); };
  Case result;
  result.rows = 1 + below(13);
  result.columns = 1 + below(60);
  const int percent = below(3) == 0 ? 100 : below(60);
  result.values.resize(static_cast<std::size_t>(result.rows * result.columns));
  for (double& value : result.values) value = below(100) < percent ? number() : 0.0F;
  const int block_size = below(12);
  for (int k = 0; k < block_size; ++k) {
    result.block.push_back(below(static_cast<int>(result.rows)));
    result.factors.push_back(number());
  }
  if (below(2) == 0) {  // rows that follow each other
    const RowIndex first = below(static_cast<int>(result.rows));
    const std::size_t most =
        std::min<std::size_t>(result.block.size(), static_cast<std::size_t>(result.rows - first));
    result.block.resize(most);
    result.factors.resize(most);
    std::iota(result.block.begin(), result.block.end(), first);
  }
  result.indices.resize(static_cast<std::size_t>(result.columns));
  std::iota(result.indices.begin(), result.indices.end(), 0);
  std::shuffle(result.indices.begin(), result.indices.end(), random);
  result.indices.resize(static_cast<std::size_t>(below(result.columns + 1)));
  if (below(3) > 0) std::sort(result.indices.begin(), result.indices.end());
  for (std::size_t i = 0; i < result.indices.size(); ++i) result.weights.push_back(number());
  return result;
}

SparseMatrix sparse_of(const Case& matrix) {
  std::vector<MatrixEntry> entries;
  for (RowIndex r = 0; r < matrix.rows; ++r) {
    for (NodeId c = 0; c < matrix.columns; ++c) {
      const double value = matrix.values[static_cast<std::size_t>(r * matrix.columns + c)];
      if (value != 0.0) entries.push_back({r, c, value});
    }
  }
  std::shuffle(entries.begin(), entries.end(), std::mt19937(7));
  return {matrix.rows, matrix.columns, std::move(entries)};
}

template <class Scalar>
std::vector<Scalar> converted(const std::vector<double>& values) {
  std::vector<Scalar> result;
  for (const double value : values) result.push_back(static_cast<Scalar>(value));
  return result;
}

template <class Scalar>
std::unique_ptr<DesignMatrix> mapped_of(const Case& matrix, const TemporaryFolder& folder) {
  constexpr std::size_t offset = 24;
  const std::vector<Scalar> values = converted<Scalar>(matrix.values);
  std::string bytes(offset + values.size() * sizeof(Scalar), 'x');
  std::memcpy(bytes.data() + offset, values.data(), values.size() * sizeof(Scalar));
  const std::string path = folder.write("x" + std::to_string(sizeof(Scalar)), bytes);
  return std::make_unique<MappedMatrix<Scalar>>(path, offset, matrix.rows, matrix.columns);
}

struct Products {
  std::vector<double> multiplied;
  std::vector<double> transposed;
  std::vector<double> gathered;
  std::vector<double> some_transposed;
};

Products products_of(const DesignMatrix& matrix, const Case& wanted) {
  Products result;
  result.multiplied.assign(wanted.block.size(), -1.0);
  matrix.multiply(wanted.block, {wanted.indices, wanted.weights}, result.multiplied);
  result.transposed.assign(static_cast<std::size_t>(wanted.columns), 0.25);
  matrix.add_transposed(wanted.block, wanted.factors, result.transposed);
  result.gathered.assign(wanted.block.size() * wanted.indices.size(), -1.0);
  matrix.gather(wanted.block, wanted.indices, result.gathered);
  result.some_transposed.assign(wanted.indices.size(), -1.0);
  matrix.multiply_transposed(wanted.block, wanted.factors, wanted.indices, result.some_transposed);
  return result;
}

// By the definition of each product, over entry(row, column).
template <class Entry>
Products products_by_hand(const Case& wanted, Entry entry) {
  Products result;
  for (const RowIndex row : wanted.block) {
    double sum = 0.0;
    for (std::size_t i = 0; i < wanted.indices.size(); ++i) {
      sum += entry(row, wanted.indices[i]) * wanted.weights[i];
    }
    result.multiplied.push_back(sum);
  }
  for (NodeId c = 0; c < wanted.columns; ++c) {
    double sum = 0.25;
    for (std::size_t k = 0; k < wanted.block.size(); ++k) {
      sum += wanted.factors[k] * entry(wanted.block[k], c);
    }
    result.transposed.push_back(sum);
  }
  for (const NodeId column : wanted.indices) {
    for (const RowIndex row : wanted.block) result.gathered.push_back(entry(row, column));
    result.some_transposed.push_back(result.transposed[static_cast<std::size_t>(column)] - 0.25);
  }
  return result;
}

bool near(const std::vector<double>& left, const std::vector<double>& right, double tolerance) {
  return std::equal(left.begin(), left.end(), right.begin(), right.end(), [&](double a, double b) {
    return std::abs(a - b) <= tolerance * (1.0 + std::abs(b));
  });
}

void require_near(const Products& left, const Products& right, double tolerance) {
  RC_ASSERT(near(left.multiplied, right.multiplied, tolerance));
  RC_ASSERT(near(left.transposed, right.transposed, tolerance));
  RC_ASSERT(near(left.gathered, right.gathered, tolerance));
  RC_ASSERT(near(left.some_transposed, right.some_transposed, tolerance));
}

RC_GTEST_PROP(DesignMatrix, givesTheSameProductsInEveryForm, ()) {
  const Case wanted = random_case();
  const TemporaryFolder folder;
  const Products dense =
      products_of(DenseMatrix<double>(wanted.rows, wanted.columns, wanted.values), wanted);
  const auto entry = [&](RowIndex row, NodeId column) {
    return wanted.values[static_cast<std::size_t>(row * wanted.columns + column)];
  };
  require_near(dense, products_by_hand(wanted, entry), 1e-12);

  std::vector<std::unique_ptr<DesignMatrix>> same_bits;
  same_bits.push_back(std::make_unique<DenseMatrix<float>>(wanted.rows, wanted.columns,
                                                           converted<float>(wanted.values)));
  const auto add_with_columns = [&]<class Scalar>(Scalar) {
    auto matrix = std::make_unique<DenseMatrix<Scalar>>(wanted.rows, wanted.columns,
                                                        converted<Scalar>(wanted.values));
    matrix->keep_columns();
    same_bits.push_back(std::move(matrix));
  };
  add_with_columns(0.0F);
  add_with_columns(0.0);
  same_bits.push_back(mapped_of<float>(wanted, folder));
  same_bits.push_back(mapped_of<double>(wanted, folder));
  for (const auto& matrix : same_bits) {
    RC_ASSERT(matrix->rows() == wanted.rows);
    RC_ASSERT(matrix->columns() == wanted.columns);
    const Products products = products_of(*matrix, wanted);
    RC_ASSERT(products.multiplied == dense.multiplied);
    RC_ASSERT(products.transposed == dense.transposed);
    RC_ASSERT(products.gathered == dense.gathered);
    RC_ASSERT(near(products.some_transposed, dense.some_transposed, 1e-12));
  }

  const Products sparse = products_of(sparse_of(wanted), wanted);
  RC_ASSERT(sparse.multiplied == dense.multiplied);
  RC_ASSERT(sparse.gathered == dense.gathered);
  require_near(sparse, dense, 1e-12);  // the dense one adds four rows at a time
}

// A sum over some columns is the sum over all, to the bit, for a fraction of the work.
RC_GTEST_PROP(DesignMatrix, sumsOverSomeColumnsAsOverAll, ()) {
  const Case wanted = random_case();
  const TemporaryFolder folder;
  std::vector<std::unique_ptr<DesignMatrix>> matrices;
  matrices.push_back(
      std::make_unique<DenseMatrix<double>>(wanted.rows, wanted.columns, wanted.values));
  matrices.push_back(std::make_unique<DenseMatrix<float>>(wanted.rows, wanted.columns,
                                                          converted<float>(wanted.values)));
  matrices.push_back(std::make_unique<SparseMatrix>(sparse_of(wanted)));
  matrices.push_back(mapped_of<float>(wanted, folder));
  matrices.push_back(mapped_of<double>(wanted, folder));
  for (const auto& matrix : matrices) {
    std::vector<double> all(static_cast<std::size_t>(wanted.columns), 0.0);
    matrix->add_transposed(wanted.block, wanted.factors, all);
    std::vector<double> expected;
    for (const NodeId column : wanted.indices) {
      expected.push_back(all[static_cast<std::size_t>(column)]);
    }
    RC_ASSERT(products_of(*matrix, wanted).some_transposed == expected);
  }
}

// Long enough for sums to be read by column, and rows that are not one range.
TEST(DesignMatrix, readsGradientsByColumnToo) {
  constexpr RowIndex kRows = 100;
  constexpr NodeId kColumns = 7;
  RandomStream stream(3, "columns", 0);
  std::vector<double> values(static_cast<std::size_t>(kRows * kColumns));
  for (double& value : values) value = stream.normal();
  const DenseMatrix<double> plain(kRows, kColumns, values);
  DenseMatrix<double> by_column(kRows, kColumns, values);
  by_column.keep_columns(ColumnUse::gradients_too);
  std::vector<RowIndex> range = all_rows(kRows);
  range.erase(range.begin(), range.begin() + 13);
  std::vector<RowIndex> gaps = range;
  gaps.erase(gaps.begin() + 5);
  for (const std::vector<RowIndex>& rows : {range, gaps}) {
    std::vector<double> factors(rows.size());
    for (double& factor : factors) factor = stream.normal();
    std::vector<double> expected(kColumns, 1.0);
    std::vector<double> sums(kColumns, 1.0);
    plain.add_transposed(rows, factors, expected);
    by_column.add_transposed(rows, factors, sums);
    EXPECT_TRUE(near(sums, expected, 1e-12));
  }
}

RC_GTEST_PROP(DesignMatrix, isStandardizedLikeACopyInEveryForm, ()) {
  const Case wanted = random_case();
  const TemporaryFolder folder;
  const DenseMatrix<double> dense(wanted.rows, wanted.columns, wanted.values);
  const SparseMatrix sparse = sparse_of(wanted);
  const std::unique_ptr<const DesignMatrix> mapped = mapped_of<float>(wanted, folder);
  const std::vector<RowIndex> rows = all_rows(wanted.rows);

  const auto raw = [&](RowIndex row, NodeId column) {
    return wanted.values[static_cast<std::size_t>(row * wanted.columns + column)];
  };
  std::vector<double> mean;
  std::vector<double> scale;
  for (NodeId c = 0; c < wanted.columns; ++c) {
    const auto count = static_cast<double>(wanted.rows);
    double sum = 0.0;
    for (const RowIndex r : rows) sum += raw(r, c) / count;
    double squares = 0.0;
    for (const RowIndex r : rows) squares += (raw(r, c) - sum) * (raw(r, c) - sum) / count;
    mean.push_back(sum);
    scale.push_back(squares > 1e-20 ? std::sqrt(squares) : 1.0);
  }
  const Products by_hand = products_by_hand(wanted, [&](RowIndex row, NodeId column) {
    const auto j = static_cast<std::size_t>(column);
    return (raw(row, column) - mean[j]) / scale[j];
  });
  for (const DesignMatrix* matrix : {static_cast<const DesignMatrix*>(&dense),
                                     static_cast<const DesignMatrix*>(&sparse), mapped.get()}) {
    const StandardizedMatrix standardized(*matrix, learn_standardization(*matrix, rows));
    RC_ASSERT(near(standardized.standardization().mean, mean, 1e-12));
    RC_ASSERT(near(standardized.standardization().scale, scale, 1e-12));
    require_near(products_of(standardized, wanted), by_hand, 1e-9);
  }
}

RC_GTEST_PROP(DesignMatrix, findsTheFirstValueThatIsNotFiniteInEveryForm, ()) {
  Case wanted = random_case();
  const TemporaryFolder folder;
  const auto check = [&](const DesignMatrix& matrix, const std::optional<std::size_t>& expected) {
    const std::optional<MatrixPlace> found = matrix.find_non_finite();
    RC_ASSERT(found.has_value() == expected.has_value());
    if (!expected) return;
    RC_ASSERT(found->row * wanted.columns + found->column == static_cast<RowIndex>(*expected));
    RC_ASSERT(!std::isfinite(found->value));
  };
  const auto check_all = [&](const std::optional<std::size_t>& expected) {
    check(DenseMatrix<double>(wanted.rows, wanted.columns, wanted.values), expected);
    check(sparse_of(wanted), expected);
    check(*mapped_of<float>(wanted, folder), expected);
    check(*mapped_of<double>(wanted, folder), expected);
  };
  check_all(std::nullopt);
  const auto place = *rc::gen::inRange<std::size_t>(0, wanted.values.size());
  wanted.values.back() = std::numeric_limits<double>::quiet_NaN();
  wanted.values[place] = -std::numeric_limits<double>::infinity();
  check_all(place);
}

TEST(DesignMatrix, countsItsRowsFromZero) {
  EXPECT_THAT(all_rows(3), testing::ElementsAre(0, 1, 2));
  EXPECT_THAT(all_rows(0), testing::IsEmpty());
}

TEST(DenseMatrix, rejectsAnotherNumberOfValues) {
  EXPECT_THROW(DenseMatrix<float>(2, 3, std::vector<float>(5)), InputError);
  EXPECT_THROW(DenseMatrix<double>(-1, 3, {}), InputError);
}

}  // namespace
}  // namespace graphsparse
