// Losses on the linear predictor z = a'w + c. A loss is a small struct with three functions of one
// number z and one target y, and what it declares about itself; everything else follows from the
// table in src/objective/loss_table.cpp. Nobody asks a loss for its name or tries it at chosen
// points.
#pragma once

#include <concepts>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>

namespace graphsparse {

// What a target is. With counts and classes the predictor is on another scale than the target.
enum class Response { numbers, counts, classes };

// What a loss declares. The defaults are those of a loss that declares nothing.
struct LossTraits {
  Response response = Response::numbers;
  // (z - y)^2 / 2 exactly: a fit is one linear system.
  bool is_quadratic = false;
  // Zero and least where z = y, so that y - z is a residual, and none left means a perfect fit.
  bool has_residual = false;
  // Some targets let it fall for ever: a fit on few rows may have no finite minimum.
  bool needs_penalty = false;
  // The largest second derivative there is; nothing where there is none.
  std::optional<double> curvature_bound = std::nullopt;
};

// Besides these, a loss may have what differs from the defaults of Loss: traits(), inverse_link(z),
// target_error(y) and target_error(all of y).
template <class L>
concept PointwiseLoss = requires(const L& loss, double z, double y) {
  { loss.value(z, y) } -> std::convertible_to<double>;
  { loss.derivative(z, y) } -> std::convertible_to<double>;         // with respect to z
  { loss.second_derivative(z, y) } -> std::convertible_to<double>;  // not negative
};

// A loss over a block of samples; one call per block, so that it may be virtual. Empty weights mean
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

  virtual LossTraits traits() const { return {}; }
  // The expected target at the predictor z; with classes the probability of +1.
  virtual double inverse_link(double z) const { return z; }
  // What is wrong with a target value, or an empty text; a sentence that goes on after "the
  // target".
  virtual std::string target_error(double /*y*/) const { return {}; }
  // The same for a whole target of good values.
  virtual std::string target_error(std::span<const double> /*y*/) const { return {}; }
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

  LossTraits traits() const override {
    if constexpr (requires { loss_.traits(); }) {
      return loss_.traits();
    } else {
      return Loss::traits();
    }
  }
  double inverse_link(double z) const override {
    if constexpr (requires { loss_.inverse_link(z); }) {
      return loss_.inverse_link(z);
    } else {
      return Loss::inverse_link(z);
    }
  }
  std::string target_error(double y) const override {
    if constexpr (requires { loss_.target_error(y); }) {
      return loss_.target_error(y);
    } else {
      return Loss::target_error(y);
    }
  }
  std::string target_error(std::span<const double> y) const override {
    if constexpr (requires { loss_.target_error(y); }) {
      return loss_.target_error(y);
    } else {
      return Loss::target_error(y);
    }
  }

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
  bool has_threshold = false;  // takes LossOptions::huber_threshold

  std::unique_ptr<Loss> make(const LossOptions& options = {}) const { return make_with(options); }
};

std::span<const LossRow> loss_table();
inline constexpr std::string_view kDefaultLoss = "squares";

// Throws InputError for an unknown name.
const LossRow& find_loss(std::string_view name);

}  // namespace graphsparse
