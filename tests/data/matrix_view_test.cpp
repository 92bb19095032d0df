// Views give what matrices of their own give, from memory that is not theirs.
#include "graphsparse/data/matrix_view.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <memory>
#include <numeric>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "graphsparse/core/error.hpp"
#include "graphsparse/data/dense_matrix.hpp"
#include "graphsparse/data/sparse_matrix.hpp"
#include "io/temporary_folder.hpp"
#include "support/allocation_meter.hpp"

namespace graphsparse {
namespace {

using test_support::AllocationMeter;
using test_support::input_error_of;
using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr std::int64_t kMostColumns = std::numeric_limits<NodeId>::max();

// A matrix, and what products ask of it.
struct Case {
  RowIndex rows = 0;
  NodeId columns = 0;
  std::vector<double> values;  // row-major, exact in single precision
  std::vector<RowIndex> block;
  std::vector<NodeId> indices;
  std::vector<double> weights;
  std::vector<double> factors;
  std::vector<double> center;

  double at(RowIndex row, NodeId column) const {
    return values[static_cast<std::size_t>(row * columns + column)];
  }
};

class Draw {
 public:
  explicit Draw(std::uint32_t seed) : random_(seed) {}

  std::int64_t below(std::int64_t bound) {
    return std::uniform_int_distribution<std::int64_t>(0, bound - 1)(random_);
  }
  double number() { return std::normal_distribution<float>(0.5F, 2.0F)(random_); }
  // Of all digits: sums of short products would be exact in any order.
  std::vector<double> numbers(std::size_t count) {
    std::vector<double> result(count);
    for (double& value : result) value = std::normal_distribution<double>(0.5, 2.0)(random_);
    return result;
  }
  template <class T>
  void shuffle(std::vector<T>& values) {
    std::shuffle(values.begin(), values.end(), random_);
  }

 private:
  std::mt19937 random_;
};

// A range, a range with gaps, ascending with repetitions, or in any order.
std::vector<RowIndex> random_block(Draw& draw, RowIndex rows) {
  if (rows == 0) return {};
  std::vector<RowIndex> block;
  const std::int64_t kind = draw.below(4);
  if (kind < 2) {
    const RowIndex first = draw.below(rows);
    const RowIndex last = first + draw.below(rows - first + 1);
    for (RowIndex row = first; row < last; ++row) {
      if (kind == 0 || draw.below(3) > 0) block.push_back(row);
    }
    return block;
  }
  const std::int64_t size = draw.below(2 * rows + 2);
  for (std::int64_t k = 0; k < size; ++k) block.push_back(draw.below(rows));
  if (kind == 2) std::sort(block.begin(), block.end());
  return block;
}

Case random_case() {
  Draw draw(*rc::gen::arbitrary<std::uint32_t>());
  Case result;
  result.rows = draw.below(draw.below(4) == 0 ? 300 : 30);
  result.columns = static_cast<NodeId>(draw.below(40));
  const std::int64_t percent = draw.below(3) == 0 ? 100 : draw.below(60);
  result.values.resize(static_cast<std::size_t>(result.rows * result.columns));
  for (double& value : result.values) value = draw.below(100) < percent ? draw.number() : 0.0;
  result.block = random_block(draw, result.rows);
  result.indices.resize(static_cast<std::size_t>(result.columns));
  std::iota(result.indices.begin(), result.indices.end(), 0);
  draw.shuffle(result.indices);
  result.indices.resize(static_cast<std::size_t>(draw.below(result.columns + 1)));
  if (draw.below(3) > 0) std::sort(result.indices.begin(), result.indices.end());
  result.weights = draw.numbers(result.indices.size());
  result.factors = draw.numbers(result.block.size());
  result.center = draw.numbers(static_cast<std::size_t>(result.columns));
  return result;
}

// The caller's arrays. What lies between the lines must never be read.
template <class Scalar>
std::vector<Scalar> dense_by_row(const Case& matrix, std::int64_t stride) {
  std::vector<Scalar> result(static_cast<std::size_t>(matrix.rows * stride),
                             static_cast<Scalar>(kNan));
  for (RowIndex r = 0; r < matrix.rows; ++r) {
    for (NodeId c = 0; c < matrix.columns; ++c) {
      result[static_cast<std::size_t>(r * stride + c)] = static_cast<Scalar>(matrix.at(r, c));
    }
  }
  // The last line needs no gap behind it.
  if (matrix.rows > 0) {
    result.resize(result.size() - static_cast<std::size_t>(stride - matrix.columns));
  }
  return result;
}

Case transposed(const Case& matrix) {
  Case result;
  result.rows = matrix.columns;
  result.columns = static_cast<NodeId>(matrix.rows);
  for (NodeId c = 0; c < matrix.columns; ++c) {
    for (RowIndex r = 0; r < matrix.rows; ++r) result.values.push_back(matrix.at(r, c));
  }
  return result;
}

template <class Scalar, class Index>
struct Compressed {
  std::vector<Index> offsets;
  std::vector<Index> indices;
  std::vector<Scalar> values;
};

template <class Scalar, class Index>
Compressed<Scalar, Index> compressed_rows(const Case& matrix) {
  Compressed<Scalar, Index> result;
  result.offsets.push_back(0);
  for (RowIndex r = 0; r < matrix.rows; ++r) {
    for (NodeId c = 0; c < matrix.columns; ++c) {
      if (matrix.at(r, c) == 0.0) continue;
      result.indices.push_back(static_cast<Index>(c));
      result.values.push_back(static_cast<Scalar>(matrix.at(r, c)));
    }
    result.offsets.push_back(static_cast<Index>(result.indices.size()));
  }
  return result;
}

DenseMatrix<double> dense_of(const Case& matrix) {
  return {matrix.rows, matrix.columns, matrix.values};
}

SparseMatrix sparse_of(const Case& matrix) {
  std::vector<MatrixEntry> entries;
  for (RowIndex r = 0; r < matrix.rows; ++r) {
    for (NodeId c = 0; c < matrix.columns; ++c) {
      if (matrix.at(r, c) != 0.0) entries.push_back({r, c, matrix.at(r, c)});
    }
  }
  return {matrix.rows, matrix.columns, std::move(entries)};
}

using Results = std::vector<std::vector<double>>;

Results results_of(const DesignMatrix& matrix, const Case& wanted) {
  const auto columns = static_cast<std::size_t>(wanted.columns);
  std::vector<double> multiplied(wanted.block.size(), -1.0);
  std::vector<double> sums(columns, 0.25);
  std::vector<double> gathered(wanted.block.size() * wanted.indices.size(), -1.0);
  std::vector<double> some_sums(wanted.indices.size(), -1.0);
  std::vector<double> deviations(columns, 0.5);
  std::vector<double> squares(columns, 0.75);
  matrix.multiply(wanted.block, {wanted.indices, wanted.weights}, multiplied);
  matrix.add_transposed(wanted.block, wanted.factors, sums);
  matrix.gather(wanted.block, wanted.indices, gathered);
  matrix.multiply_transposed(wanted.block, wanted.factors, wanted.indices, some_sums);
  matrix.add_moments(wanted.block, wanted.center, deviations, squares);
  return {multiplied, sums, gathered, some_sums, deviations, squares};
}

bool near(const Results& left, const Results& right) {
  constexpr double tolerance = 1e-10;
  const auto numbers_near = [](double a, double b) {
    return std::abs(a - b) <= tolerance * (1.0 + std::abs(b));
  };
  return std::equal(left.begin(), left.end(), right.begin(), right.end(),
                    [&](const std::vector<double>& a, const std::vector<double>& b) {
                      return std::equal(a.begin(), a.end(), b.begin(), b.end(), numbers_near);
                    });
}

void require_size(const DesignMatrix& matrix, const Case& wanted) {
  RC_ASSERT(matrix.rows() == wanted.rows);
  RC_ASSERT(matrix.columns() == wanted.columns);
}

// Calls act(Scalar{}, Index{}) for all types there are.
template <class Act>
void for_all_types(Act act) {
  act(float{}, std::int32_t{});
  act(float{}, std::int64_t{});
  act(double{}, std::int32_t{});
  act(double{}, std::int64_t{});
}

RC_GTEST_PROP(RowMajorView, givesTheBitsOfADenseMatrix, ()) {
  const Case wanted = random_case();
  const Results expected = results_of(dense_of(wanted), wanted);
  const auto gap = *rc::gen::inRange<std::int64_t>(0, 5);
  const auto check = [&]<class Scalar>(Scalar) {
    const std::int64_t stride = wanted.columns + gap;
    const std::vector<Scalar> values = dense_by_row<Scalar>(wanted, stride);
    const auto view = view_row_major(values, wanted.rows, wanted.columns, gap == 0 ? 0 : stride);
    require_size(*view, wanted);
    RC_ASSERT(results_of(*view, wanted) == expected);
  };
  check(float{});
  check(double{});
}

RC_GTEST_PROP(ColumnMajorView, givesWhatADenseMatrixGives, ()) {
  const Case wanted = random_case();
  const Results expected = results_of(dense_of(wanted), wanted);
  const auto gap = *rc::gen::inRange<std::int64_t>(0, 5);
  const auto check = [&]<class Scalar>(Scalar) {
    const std::int64_t stride = wanted.rows + gap;
    const std::vector<Scalar> values = dense_by_row<Scalar>(transposed(wanted), stride);
    const auto view = view_column_major(values, wanted.rows, wanted.columns, gap == 0 ? 0 : stride);
    require_size(*view, wanted);
    const Results results = results_of(*view, wanted);
    RC_ASSERT(near(results, expected));
    RC_ASSERT(results[0] == expected[0]);
  };
  check(float{});
  check(double{});
}

RC_GTEST_PROP(CsrView, givesTheBitsOfASparseMatrix, ()) {
  const Case wanted = random_case();
  const Results expected = results_of(sparse_of(wanted), wanted);
  RC_ASSERT(near(expected, results_of(dense_of(wanted), wanted)));
  for_all_types([&]<class Scalar, class Index>(Scalar, Index) {
    const auto arrays = compressed_rows<Scalar, Index>(wanted);
    const auto view =
        view_csr(wanted.rows, wanted.columns, arrays.offsets, arrays.indices, arrays.values);
    require_size(*view, wanted);
    RC_ASSERT(results_of(*view, wanted) == expected);
  });
}

RC_GTEST_PROP(CscView, givesWhatADenseMatrixGives, ()) {
  const Case wanted = random_case();
  const Results expected = results_of(dense_of(wanted), wanted);
  for_all_types([&]<class Scalar, class Index>(Scalar, Index) {
    const auto arrays = compressed_rows<Scalar, Index>(transposed(wanted));
    const auto view =
        view_csc(wanted.rows, wanted.columns, arrays.offsets, arrays.indices, arrays.values);
    require_size(*view, wanted);
    const Results results = results_of(*view, wanted);
    RC_ASSERT(near(results, expected));
    RC_ASSERT(results[0] == expected[0]);
  });
}

// All four views of one matrix, and the memory they look at.
template <class Scalar, class Index>
class Views {
 public:
  explicit Views(const Case& matrix)
      : by_row_(dense_by_row<Scalar>(matrix, matrix.columns)),
        by_column_(dense_by_row<Scalar>(transposed(matrix), matrix.rows)),
        csr_(compressed_rows<Scalar, Index>(matrix)),
        csc_(compressed_rows<Scalar, Index>(transposed(matrix))),
        all_({view_row_major(by_row_, matrix.rows, matrix.columns),
              view_column_major(by_column_, matrix.rows, matrix.columns),
              view_csr(matrix.rows, matrix.columns, csr_.offsets, csr_.indices, csr_.values),
              view_csc(matrix.rows, matrix.columns, csc_.offsets, csc_.indices, csc_.values)}) {}
  Views(const Views&) = delete;
  Views& operator=(const Views&) = delete;

  const std::vector<std::shared_ptr<const DesignMatrix>>& all() const { return all_; }

 private:
  std::vector<Scalar> by_row_;
  std::vector<Scalar> by_column_;
  Compressed<Scalar, Index> csr_;
  Compressed<Scalar, Index> csc_;
  std::vector<std::shared_ptr<const DesignMatrix>> all_;
};

RC_GTEST_PROP(MatrixView, findsTheFirstValueThatIsNotFinite, ()) {
  Case wanted = random_case();
  RC_PRE(!wanted.values.empty());
  const auto check = [&] {
    const std::optional<MatrixPlace> expected = dense_of(wanted).find_non_finite();
    for_all_types([&]<class Scalar, class Index>(Scalar, Index) {
      const Views<Scalar, Index> views(wanted);
      for (const auto& view : views.all()) {
        const std::optional<MatrixPlace> found = view->find_non_finite();
        RC_ASSERT(found.has_value() == expected.has_value());
        if (!found.has_value()) continue;
        RC_ASSERT(found->row == expected->row);
        RC_ASSERT(found->column == expected->column);
        RC_ASSERT(!std::isfinite(found->value));
      }
    });
  };
  check();
  for (int count = 0; count < 3; ++count) {
    const auto place = *rc::gen::inRange<std::size_t>(0, wanted.values.size());
    wanted.values[place] = count == 1 ? kNan : -std::numeric_limits<double>::infinity();
    check();
  }
}

Case case_with_block(std::vector<RowIndex> block) {
  Draw draw(5);
  Case result;
  result.rows = 30;
  result.columns = 20;
  result.values.resize(600);
  for (double& value : result.values) value = draw.below(4) == 0 ? draw.number() : 0.0;
  result.indices = {1, 4, 5, 9, 17};
  result.weights = draw.numbers(result.indices.size());
  result.factors = draw.numbers(block.size());
  result.block = std::move(block);
  return result;
}

TEST(MatrixView, neverAllocatesInProducts) {
  for (const std::vector<RowIndex>& block :
       std::vector<std::vector<RowIndex>>{all_rows(30), {2, 3, 9, 9, 20}, {7, 3, 29, 3, 0, 8}}) {
    Case wanted = case_with_block(block);
    for (const bool sorted : {true, false}) {
      if (!sorted) std::reverse(wanted.indices.begin(), wanted.indices.end());
      std::vector<double> products(wanted.block.size());
      std::vector<double> sums(20);
      std::vector<double> gathered(wanted.block.size() * wanted.indices.size());
      std::vector<double> some_sums(wanted.indices.size());
      for_all_types([&]<class Scalar, class Index>(Scalar, Index) {
        const Views<Scalar, Index> views(wanted);
        for (const auto& view : views.all()) {
          const AllocationMeter meter;
          view->multiply(wanted.block, {wanted.indices, wanted.weights}, products);
          view->add_transposed(wanted.block, wanted.factors, sums);
          view->gather(wanted.block, wanted.indices, gathered);
          view->multiply_transposed(wanted.block, wanted.factors, wanted.indices, some_sums);
          EXPECT_EQ(meter.allocations(), 0);
        }
      });
    }
  }
}

// Each is one object; the values are not copied.
TEST(MatrixView, allocatesOnceWhenMade) {
  const Case wanted = case_with_block({});
  const std::vector<float> dense = dense_by_row<float>(wanted, wanted.columns);
  const auto csr = compressed_rows<double, std::int32_t>(wanted);
  const auto csc = compressed_rows<float, std::int64_t>(transposed(wanted));
  const AllocationMeter meter;
  const auto row_major = view_row_major(dense, 30, 20);
  const auto column_major = view_column_major(dense, 30, 20);
  const auto csr_view = view_csr(30, 20, csr.offsets, csr.indices, csr.values);
  const auto csc_view = view_csc(30, 20, csc.offsets, csc.indices, csc.values);
  EXPECT_EQ(meter.allocations(), 4);
}

TEST(MatrixView, showsWhatTheCallerHas) {
  std::vector<double> values = {1.0, 2.0, 3.0, 4.0};
  const auto view = view_row_major(values, 2, 2);
  values[2] = 7.0;
  std::vector<double> gathered(2);
  view->gather(std::vector<RowIndex>{1, 0}, std::vector<NodeId>{0}, gathered);
  EXPECT_THAT(gathered, ElementsAre(7.0, 1.0));
}

TEST(MatrixView, mayBeEmpty) {
  for (const auto& [rows, columns] :
       std::vector<std::pair<RowIndex, NodeId>>{{0, 0}, {0, 3}, {3, 0}, {3, 3}}) {
    Case wanted;
    wanted.rows = rows;
    wanted.columns = columns;
    wanted.values.assign(static_cast<std::size_t>(rows * columns), 0.0);
    wanted.block = all_rows(rows);
    wanted.factors.assign(wanted.block.size(), 1.0);
    wanted.center.assign(static_cast<std::size_t>(columns), 1.0);
    for (NodeId c = 0; c < columns; ++c) wanted.indices.push_back(c);
    wanted.weights.assign(wanted.indices.size(), 1.0);
    const Results expected = results_of(dense_of(wanted), wanted);
    const Views<double, std::int32_t> views(wanted);
    for (const auto& view : views.all()) {
      EXPECT_EQ(results_of(*view, wanted), expected);
      EXPECT_FALSE(view->find_non_finite().has_value());
    }
  }
  const std::span<const double> nothing;
  EXPECT_EQ(view_row_major(nothing, 3, 0, 5)->rows(), 3);
  EXPECT_EQ(view_column_major(nothing, 0, kMostColumns, 5)->columns(), kMostColumns);
}

TEST(MatrixView, rejectsSizesThatCannotBe) {
  const std::vector<double> values(12);
  const std::vector<std::int32_t> offsets(4);
  const std::vector<std::int32_t> none;
  const auto check = [](auto view) {
    EXPECT_NO_THROW(view(3, 3));
    EXPECT_THAT(input_error_of([&] { view(-1, 3); }), HasSubstr("rows: -1 is negative"));
    EXPECT_THAT(input_error_of([&] { view(3, -2); }), HasSubstr("columns: -2 is not from 0"));
    EXPECT_THAT(input_error_of([&] { view(3, kMostColumns + 1); }),
                HasSubstr("columns: 2147483648 is not from 0 to 2147483647"));
  };
  check([&](RowIndex rows, std::int64_t columns) { view_row_major(values, rows, columns); });
  check([&](RowIndex rows, std::int64_t columns) { view_column_major(values, rows, columns); });
  check(
      [&](RowIndex rows, std::int64_t columns) { view_csr(rows, columns, offsets, none, values); });
  check(
      [&](RowIndex rows, std::int64_t columns) { view_csc(rows, columns, offsets, none, values); });
}

TEST(MatrixView, rejectsTooFewDenseValues) {
  constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();
  const std::vector<float> values(14);
  EXPECT_NO_THROW(view_row_major(values, 3, 4, 5));
  EXPECT_NO_THROW(view_column_major(values, 4, 3, 5));
  EXPECT_THAT(input_error_of([&] { view_row_major(values, 3, 5); }),
              AllOf(HasSubstr("values: there are 14, too few for 3 rows of 5 values"),
                    HasSubstr("(3 - 1) * 5 + 5 would be enough")));
  EXPECT_THAT(input_error_of([&] { view_column_major(values, 5, 3); }),
              HasSubstr("too few for 3 columns of 5 values"));
  EXPECT_THAT(input_error_of([&] { view_row_major(values, 3, 4, 6); }), HasSubstr("values: "));
  EXPECT_THAT(input_error_of([&] { view_row_major(values, most, kMostColumns); }),
              HasSubstr("values: "));
  EXPECT_THAT(input_error_of([&] { view_row_major(values, most, 1, most); }),
              HasSubstr("values: "));
  EXPECT_THAT(input_error_of([&] { view_column_major(values, most, 2); }), HasSubstr("values: "));
  EXPECT_THAT(input_error_of([&] { view_row_major(values, 1, 15); }), HasSubstr("values: "));
}

TEST(MatrixView, rejectsAStrideThatIsTooShort) {
  const std::vector<double> values(100);
  EXPECT_THAT(input_error_of([&] { view_row_major(values, 3, 4, 3); }),
              AllOf(HasSubstr("stride: a row of 4 values cannot begin every 3"),
                    HasSubstr("4 or more would be right")));
  EXPECT_THAT(input_error_of([&] { view_column_major(values, 3, 4, -3); }),
              HasSubstr("stride: a column of 3 values cannot begin every -3"));
}

// Of a 2 x 3 matrix.
std::string csr_error(const std::vector<std::int32_t>& offsets,
                      const std::vector<std::int32_t>& indices, std::size_t values = 4) {
  const std::vector<double> ones(values, 1.0);
  return input_error_of([&] { view_csr(2, 3, offsets, indices, ones); });
}

TEST(CsrView, rejectsOffsetsThatDoNotFit) {
  const std::vector<std::int32_t> indices = {0, 2, 0, 1};
  EXPECT_THAT(csr_error({}, indices), HasSubstr("offsets: there are 0, and 2 rows need 3"));
  EXPECT_THAT(csr_error({0, 4}, indices), HasSubstr("offsets: there are 2"));
  EXPECT_THAT(csr_error({0, 2, 3, 4}, indices), HasSubstr("offsets: there are 4"));
  EXPECT_THAT(csr_error({-1, 2, 4}, indices), HasSubstr("offsets[0]: -1 is negative"));
  EXPECT_THAT(csr_error({0, 3, 2}, indices),
              HasSubstr("offsets[2]: 2 is less than the 3 before it"));
  EXPECT_THAT(csr_error({0, 9, 4}, indices), HasSubstr("offsets[2]: 4 is less"));
  EXPECT_THAT(csr_error({0, 2, 5}, indices),
              HasSubstr("indices: there are 4, and offsets ends with 5"));
  EXPECT_THAT(csr_error({0, 2, 4}, indices, 3),
              HasSubstr("values: there are 3, and offsets ends with 4"));
  const std::vector<std::int64_t> far = {0, 1, std::numeric_limits<std::int64_t>::max()};
  EXPECT_THROW(view_csr(2, 3, far, std::vector<std::int64_t>{0}, std::vector<float>(1)),
               InputError);
  EXPECT_THROW(view_csr(std::numeric_limits<std::int64_t>::max(), 3, far,
                        std::vector<std::int64_t>{0}, std::vector<float>(1)),
               InputError);
}

TEST(CsrView, rejectsIndicesThatDoNotFit) {
  EXPECT_THAT(csr_error({0, 2, 4}, {0, 2, 0, 3}),
              HasSubstr("indices[3]: column 3 in row 1 is outside; there are 3 columns"));
  EXPECT_THAT(csr_error({0, 2, 4}, {-1, 2, 0, 1}), HasSubstr("indices[0]: column -1 in row 0"));
  EXPECT_THAT(csr_error({0, 2, 4}, {0, 2, 1, 0}),
              HasSubstr("indices[3]: column 0 in row 1 follows column 1; they must be strictly "
                        "ascending"));
  EXPECT_THAT(csr_error({0, 2, 4}, {2, 2, 0, 1}),
              HasSubstr("indices[1]: column 2 in row 0 follows column 2"));
}

TEST(CscView, rejectsIndicesThatDoNotFit) {
  const std::vector<float> values(3, 1.0F);
  const std::vector<std::int64_t> offsets = {0, 1, 3};
  const auto error = [&](const std::vector<std::int64_t>& indices) {
    return input_error_of([&] { view_csc(5, 2, offsets, indices, values); });
  };
  EXPECT_THAT(error({5, 0, 1}), HasSubstr("indices[0]: row 5 in column 0 is outside"));
  EXPECT_THAT(error({0, 4, 3}), HasSubstr("indices[2]: row 3 in column 1 follows row 4"));
  EXPECT_THAT(error({0, 1}), HasSubstr("indices: there are 2"));
  EXPECT_THAT(input_error_of([&] {
                view_csc(5, 3, offsets, std::vector<std::int64_t>{0, 1, 2}, values);
              }),
              HasSubstr("offsets: there are 3, and 3 columns need 4"));
}

TEST(CsrView, mayBeSomeRowsOfALargerMatrix) {
  const std::vector<std::int32_t> offsets = {0, 2, 3, 5};
  const std::vector<std::int32_t> indices = {0, 1, 2, 0, 2};
  const std::vector<double> values = {1.0, 2.0, 3.0, 4.0, 5.0};
  const auto view = view_csr(2, 3, std::span(offsets).subspan(1), indices, values);
  std::vector<double> sums(3, 0.0);
  view->add_transposed(all_rows(2), std::vector<double>{1.0, 10.0}, sums);
  EXPECT_THAT(sums, ElementsAre(40.0, 0.0, 53.0));
}

// Whatever is handed over is refused or can be used; a sanitizer sees what is read.
RC_GTEST_PROP(CsrView, isSafeWithDamagedArrays, ()) {
  const Case wanted = random_case();
  auto arrays = compressed_rows<double, std::int32_t>(wanted);
  const auto damage = [](std::vector<std::int32_t>& numbers) {
    if (numbers.empty()) return;
    const auto place = *rc::gen::inRange<std::size_t>(0, numbers.size());
    numbers[place] =
        *rc::gen::oneOf(rc::gen::inRange<std::int32_t>(-2, 60), rc::gen::arbitrary<std::int32_t>());
  };
  damage(arrays.offsets);
  if (*rc::gen::arbitrary<bool>()) damage(arrays.indices);
  arrays.offsets.shrink_to_fit();
  arrays.indices.shrink_to_fit();
  try {
    const auto view =
        view_csr(wanted.rows, wanted.columns, arrays.offsets, arrays.indices, arrays.values);
    results_of(*view, wanted);
  } catch (const InputError& error) {
    RC_ASSERT(std::string(error.what()).find("s[") != std::string::npos ||
              std::string(error.what()).find("there are") != std::string::npos);
  }
}

}  // namespace
}  // namespace graphsparse
