// Draws the demo in the terminal: small panels of block characters side by side.
#pragma once

#include <string>
#include <vector>

#include "demo_scene.hpp"

namespace graphsparse::cli {

// One picture of the grid; a character stands for two nodes, one above the other.
struct Panel {
  std::string title;
  int width = 0;
  std::vector<std::string> lines;  // each `width` characters wide on the screen
};

Panel draw_planted(const DemoScene& scene, bool colour);

// With colour: found, missed and wrong nodes differ.
Panel draw_found(const DemoScene& scene, const Support& found, const std::string& title,
                 bool colour);

// What the colours of draw_found mean.
std::string colour_legend();

// As many panels side by side as the screen is wide.
std::string arrange(const std::vector<Panel>& panels, int screen_width);

}  // namespace graphsparse::cli
