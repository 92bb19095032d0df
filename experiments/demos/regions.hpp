// Regions of a map with their people, cases, neighbours and boundaries.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "graphsparse/graph/graph.hpp"
#include "graphsparse/report/map_picture.hpp"

namespace graphsparse::experiments {

struct Regions {
  std::string source;                      // for messages
  std::vector<std::string> comments;       // where the data come from
  std::vector<std::string> ids;            // distinct
  std::vector<std::string> names;          // as people know them
  std::vector<double> population;          // positive
  std::vector<std::string> case_kinds;     // the columns cases, cases_B, ... without "cases"
  std::vector<std::vector<double>> cases;  // one list per kind, whole numbers
  Graph neighbours;
  std::vector<std::vector<std::vector<report::MapPoint>>> boundaries;  // rings of each region

  std::size_t size() const { return ids.size(); }
};

// The text of a file as scripts/demos/regions.R writes it. Throws InputError naming source, line
// and what is wrong.
Regions parse_regions(std::string_view text, const std::string& source);
Regions read_regions(const std::string& path);

// A hundred counties that are part of the program (CC0-1.0).
Regions north_carolina();

}  // namespace graphsparse::experiments
