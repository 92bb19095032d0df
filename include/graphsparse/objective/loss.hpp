// Losses on the linear predictor z = a'w + c. A loss is a small struct with three functions of one
// number z and one target y; everything else follows from the table in
// src/objective/loss_table.cpp.
#pragma once

#include <concepts>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>

namespace graphsparse {

template <class L>
concept PointwiseLoss = requires(const L& loss, double z, double y) {
  { loss.value(z, y) } -> std::convertible_to<double>;
  { loss.derivative(z, y) } -> std::convertible_to<double>;         // with respect to z
  { loss.second_derivative(z, y) } -> std::convertible_to<double>;  // not negative
  // The largest second derivative there is, or nothing where there is none.
  { loss.curvature_bound() } -> std::convertible_to<std::optional<double>>;
};

// A loss over a block of samples; one call a block, so that it may be virtual. Empty weights mean
// ones. Spans have one entry a sample of the block.
class Loss {
 public:
  virtual ~Loss() = default;

  virtual double sum(std::span<const double> z, std::span<const double> y,
                     std::span<const double> weights) const = 0;
  virtual void derivatives(std::span<const double> z, std::span<const double> y,
                           std::span<const double> weights, std::span<double> result) const = 0;
  virtual void second_derivatives(std::span<const double> z, std::span<const double> y,
                                  std::span<const double> weights,
                                  std::span<double> result) const = 0;
  virtual std::optional<double> curvature_bound() const = 0;
};

// Makes any pointwise loss usable by every solver; examples/own_loss.cpp shows how.
template <PointwiseLoss L>
class LossOf : public Loss {
 public:
  explicit LossOf(L loss = {}) : loss_(std::move(loss)) {}

  double sum(std::span<const double> z, std::span<const double> y,
             std::span<const double> weights) const override {
    double total = 0.0;
    for (std::size_t k = 0; k < z.size(); ++k) {
      total += weight(weights, k) * loss_.value(z[k], y[k]);
    }
    return total;
  }
  void derivatives(std::span<const double> z, std::span<const double> y,
                   std::span<const double> weights, std::span<double> result) const override {
    for (std::size_t k = 0; k < z.size(); ++k) {
      result[k] = weight(weights, k) * loss_.derivative(z[k], y[k]);
    }
  }
  void second_derivatives(std::span<const double> z, std::span<const double> y,
                          std::span<const double> weights,
                          std::span<double> result) const override {
    for (std::size_t k = 0; k < z.size(); ++k) {
      result[k] = weight(weights, k) * loss_.second_derivative(z[k], y[k]);
    }
  }
  std::optional<double> curvature_bound() const override { return loss_.curvature_bound(); }

 private:
  static double weight(std::span<const double> weights, std::size_t k) {
    return weights.empty() ? 1.0 : weights[k];
  }

  L loss_;
};

// What some losses can be told; the others do not care.
struct LossOptions {
  // Where Huber's loss turns from squares to lines. This one makes it 95 % as efficient as squares
  // under normal noise of deviation 1; noise of another deviation needs it multiplied by that.
  double huber_threshold = 1.345;
};

// The rows of the table of losses: what `--loss` accepts.
struct LossRow {
  std::string_view name;
  std::string_view summary;
  std::unique_ptr<Loss> (*make_with)(const LossOptions& options);
  // What is wrong with a target value, or an empty text.
  std::string (*complaint)(double y);

  std::unique_ptr<Loss> make(const LossOptions& options = {}) const { return make_with(options); }
};

std::span<const LossRow> loss_table();
inline constexpr std::string_view kDefaultLoss = "squares";

// Throws InputError for an unknown name.
const LossRow& find_loss(std::string_view name);

}  // namespace graphsparse
