// The search for the lambda at which a forest's cost passes the limit.
#pragma once

#include <limits>

namespace graphsparse {

// Encloses it between a lambda that was too small and one that was large enough. First it walks
// away from the start in growing strides, then it halves the ratio of the two: ratios, because the
// scale of lambda is unknown and halving differences would take many more steps to find it.
class LambdaBracket {
 public:
  // The first stride is the ratio of the first two lambdas. At `ceiling` every cost is within the
  // limit, so nothing above it need be tried.
  LambdaBracket(double start, double first_stride, double ceiling);

  // The lambda to try. What came of it (or of any other) goes into record().
  double next() const;
  void record(double lambda, bool within_limit);

  // Below the floor a forest within the limit is good enough, so nothing below it need be tried.
  void set_floor(double floor) { floor_ = floor; }

  // Whether the two are so close that the factors hold, or nothing is left to try.
  bool is_closed() const;

 private:
  double start_;
  double stride_;
  double ceiling_;
  double floor_ = 0.0;
  double lower_ = 0.0;                                      // the largest that was too small
  double upper_ = std::numeric_limits<double>::infinity();  // the smallest that was large enough
};

}  // namespace graphsparse
