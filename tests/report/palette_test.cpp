// The colours, dashes and markers of the methods.
#include "graphsparse/report/palette.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <set>
#include <string>
#include <tuple>
#include <vector>

namespace graphsparse::report {
namespace {

const std::vector<std::string> kMethods = {
    "IHT",         "StoIHT",       "GraphIHT",     "GraphStoIHT", "NIHT",          "CoSaMP",
    "GraphCoSaMP", "GraphNstoIHT", "GraphRandHTP", "l1-Pathway",  "l1/l2-Pathway", "l1-Edge",
    "l1/l2-Edge",  "GraphSVRG",    "GraphSAGA",    "GraphSCSG"};

using Vector3 = std::array<double, 3>;
using Matrix3 = std::array<Vector3, 3>;

Vector3 times(const Matrix3& matrix, const Vector3& v) {
  Vector3 result{};
  for (std::size_t i = 0; i < 3; ++i) {
    result[i] = matrix[i][0] * v[0] + matrix[i][1] * v[1] + matrix[i][2] * v[2];
  }
  return result;
}

Vector3 linear_light(const std::string& colour) {
  Vector3 light{};
  for (std::size_t i = 0; i < 3; ++i) {
    const double value = std::stoi(colour.substr(1 + 2 * i, 2), nullptr, 16) / 255.0;
    light[i] = value <= 0.04045 ? value / 12.92 : std::pow((value + 0.055) / 1.055, 2.4);
  }
  return light;
}

Vector3 oklab(const Vector3& light) {
  constexpr Matrix3 to_cones = {{{0.4122214708, 0.5363325363, 0.0514459929},
                                 {0.2119034982, 0.6806995451, 0.1073969566},
                                 {0.0883024619, 0.2817188376, 0.6299787005}}};
  constexpr Matrix3 to_lab = {{{0.2104542553, 0.7936177850, -0.0040720468},
                               {1.9779984951, -2.4285922050, 0.4505937099},
                               {0.0259040371, 0.7827717662, -0.8086757660}}};
  Vector3 cones = times(to_cones, light);
  for (double& cone : cones) cone = std::cbrt(std::max(cone, 0.0));
  return times(to_lab, cones);
}

double distance(const Vector3& a, const Vector3& b) {
  return std::hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
}

// How eyes without one kind of cones see (Machado, Oliveira and Fernandes 2009).
constexpr std::array<Matrix3, 3> kEyes = {{{{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}},
                                           {{{0.152286, 1.052583, -0.204868},
                                             {0.114503, 0.786281, 0.099216},
                                             {-0.003882, -0.048116, 1.051998}}},
                                           {{{0.367322, 0.860646, -0.227968},
                                             {0.280085, 0.672501, 0.047413},
                                             {-0.011820, 0.042940, 0.968881}}}}};

TEST(Palette, givesEachMethodItsOwnLook) {
  std::set<std::string> colours;
  std::set<std::pair<MarkerShape, bool>> markers;
  for (const std::string& method : kMethods) {
    const MethodStyle style = method_style(method);
    EXPECT_TRUE(colours.insert(style.colour).second) << method;
    EXPECT_TRUE(markers.emplace(style.marker.shape, style.marker.hollow).second) << method;
  }
}

TEST(Palette, keepsColoursApartForColourBlindEyes) {
  for (const Matrix3& eye : kEyes) {
    for (std::size_t i = 0; i < kMethods.size(); ++i) {
      for (std::size_t j = 0; j < i; ++j) {
        const auto seen = [&](const std::string& method) {
          return oklab(times(eye, linear_light(method_style(method).colour)));
        };
        EXPECT_GT(distance(seen(kMethods[i]), seen(kMethods[j])), 0.07)
            << kMethods[i] << " and " << kMethods[j];
      }
    }
  }
}

TEST(Palette, standsOutOnWhite) {
  std::vector<std::string> colours = ordered_colours(8);
  for (const std::string& method : kMethods) colours.push_back(method_style(method).colour);
  for (const std::string& colour : colours) {
    const Vector3 light = linear_light(colour);
    const double luminance = 0.2126 * light[0] + 0.7152 * light[1] + 0.0722 * light[2];
    EXPECT_GT(1.05 / (luminance + 0.05), 1.9) << colour;
  }
}

TEST(Palette, knowsTheNamesOfTheCommandLine) {
  for (const auto& [paper, command_line] : {std::pair{"GraphStoIHT", "graph-sto-iht"},
                                            {"StoIHT", "sto-iht"},
                                            {"IHT", "iht"},
                                            {"GraphIHT", "graph-iht"},
                                            {"NIHT", "niht"},
                                            {"CoSaMP", "cosamp"},
                                            {"GraphCoSaMP", "graph-cosamp"},
                                            {"GraphNstoIHT", "graph-nsto-iht"},
                                            {"GraphRandHTP", "graph-rand-htp"},
                                            {"GraphSVRG", "graph-svrg"},
                                            {"l1/l2-Edge", "l1-l2-edge"},
                                            {"l1-Pathway", "l1-logistic"}}) {
    EXPECT_EQ(method_style(paper), method_style(command_line)) << command_line;
  }
}

TEST(Palette, staysAsItIs) {
  // Pictures of different versions are laid side by side.
  EXPECT_EQ(method_style("GraphStoIHT").colour, "#d55e00");
  EXPECT_EQ(method_style("GraphRandHTP").colour, "#000000");
  EXPECT_EQ(method_style("IHT").colour, "#e69f00");
  EXPECT_EQ(method_style("an unknown one").colour, "#5f6b73");
}

TEST(Palette, tellsUnknownMethodsOfOnePictureApart) {
  std::vector<std::string> names = {"GraphStoIHT"};
  for (int i = 0; i < 10; ++i) names.push_back("variant " + std::to_string(i));
  std::set<std::string> colours;
  for (const MethodStyle& style : method_styles(names)) colours.insert(style.colour);
  EXPECT_EQ(colours.size(), names.size());

  names = {"variant 1", "variant 1", "variant 2"};
  const std::vector<MethodStyle> styles = method_styles(names);
  EXPECT_EQ(styles[0], styles[1]);
  EXPECT_EQ(styles[0], method_style("variant 1"));
  EXPECT_EQ(method_styles(std::vector<std::string>(30, "x")).size(), 30U);
}

TEST(Palette, givesOrderedColoursFromLightToDark) {
  const std::vector<std::string> colours = ordered_colours(7);
  for (std::size_t i = 1; i < colours.size(); ++i) {
    EXPECT_LT(oklab(linear_light(colours[i]))[0], oklab(linear_light(colours[i - 1]))[0] - 0.03);
  }
  EXPECT_THAT(ordered_colours(0), testing::IsEmpty());
  EXPECT_THAT(ordered_colours(1), testing::SizeIs(1));
}

}  // namespace
}  // namespace graphsparse::report
