#include "experiments/shapes.hpp"

#include <gtest/gtest.h>

#include "graphsparse/graph/builders.hpp"
#include "graphsparse/graph/components.hpp"

namespace graphsparse::experiments {
namespace {

TEST(GeneratedShapes, haveThePapersSizesAndArePiecesOfTheGrid) {
  const Graph grid = make_grid(kShapeSide, kShapeSide);
  const std::vector<std::size_t> sizes = {26, 46, 92, 132};
  const std::vector<Shape> shapes = generated_shapes();
  ASSERT_EQ(shapes.size(), sizes.size());
  for (std::size_t i = 0; i < shapes.size(); ++i) {
    EXPECT_EQ(shapes[i].support.size(), sizes[i]) << shapes[i].name;
    EXPECT_EQ(count_induced_components(grid, shapes[i].support), 1) << shapes[i].name;
  }
}

TEST(GeneratedImages, haveThePapersSizesAndPieces) {
  const Graph grid = make_grid(kImageSide, kImageSide);
  const std::vector<std::size_t> sizes = {236, 382, 411};
  const std::vector<Shape> images = generated_images();
  ASSERT_EQ(images.size(), sizes.size());
  for (std::size_t i = 0; i < images.size(); ++i) {
    EXPECT_EQ(images[i].support.size(), sizes[i]) << images[i].name;
    EXPECT_EQ(count_induced_components(grid, images[i].support), images[i].components)
        << images[i].name;
    for (const NodeId cell : images[i].support) {
      EXPECT_GT(images[i].values[static_cast<std::size_t>(cell)], 0.0);
      EXPECT_LE(images[i].values[static_cast<std::size_t>(cell)], 1.0);
    }
  }
}

}  // namespace
}  // namespace graphsparse::experiments
