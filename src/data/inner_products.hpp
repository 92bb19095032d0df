// Inner products of columns, as the fits on a support need them: many at once, each added up row
// after row, so that registers of any width give the same bits.
#pragma once

#include <cstddef>
#include <vector>

namespace graphsparse {

// Column j begins at values + j * stride.
struct ColumnBlock {
  const double* values = nullptr;
  std::size_t columns = 0;
  std::size_t stride = 0;

  const double* column(std::size_t index) const { return values + index * stride; }
};

class InnerProducts {
 public:
  // products[i + j * left.columns] = <left's column i, right's column j> over these rows.
  void compute(ColumnBlock left, ColumnBlock right, std::size_t rows, double* products);

  // The same where they are symmetric, as of a block with itself or with its multiples by rows:
  // only half of them are computed.
  void compute_symmetric(ColumnBlock left, ColumnBlock right, std::size_t rows, double* products);

 private:
  class Tiles;

  void add_up(ColumnBlock left, ColumnBlock right, std::size_t rows, bool is_half,
              double* products);

  // What is packed of both blocks; kept, as fresh memory costs as much as small products.
  std::vector<double> left_;
  std::vector<double> right_;
};

}  // namespace graphsparse
