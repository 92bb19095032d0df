#include "experiments/demos/regions.hpp"

#include <fmt/format.h>

#include <cmath>
#include <fstream>
#include <iterator>
#include <map>
#include <optional>

#include "experiments/demos/north_carolina_data.hpp"
#include "graphsparse/core/error.hpp"
#include "graphsparse/core/format.hpp"

namespace graphsparse::experiments {
namespace {

class RegionParser {
 public:
  explicit RegionParser(const std::string& source) { regions_.source = source; }

  Regions parse(std::string_view text) {
    for (std::string_view line : split(text, '\n')) {
      ++line_;
      if (line.ends_with('\r')) line.remove_suffix(1);
      if (line.empty()) continue;
      if (line.starts_with('#')) {
        line.remove_prefix(line.find_first_not_of("# ") == std::string_view::npos
                               ? line.size()
                               : line.find_first_not_of("# "));
        regions_.comments.emplace_back(line);
      } else if (columns_.empty()) {
        take_header(split(line, '\t'));
      } else {
        take_region(split(line, '\t'));
      }
    }
    if (regions_.size() < 2) fail("there are fewer than two regions");
    connect();
    return std::move(regions_);
  }

 private:
  [[noreturn]] void fail(const std::string& what) const {
    throw InputError(fmt::format("{}:{}: {}", regions_.source, line_, what));
  }

  void take_header(const std::vector<std::string_view>& fields) {
    for (std::size_t k = 0; k < fields.size(); ++k) {
      columns_[std::string(fields[k])] = k;
      if (!fields[k].starts_with("cases")) continue;
      case_columns_.push_back(k);
      std::string_view kind = fields[k].substr(5);
      if (kind.starts_with('_')) kind.remove_prefix(1);
      regions_.case_kinds.emplace_back(kind);
      regions_.cases.emplace_back();
    }
    for (const char* name : {"id", "name", "population", "neighbours", "boundary"}) {
      if (!columns_.contains(name)) fail(fmt::format("there is no column '{}'", name));
    }
    if (case_columns_.empty()) fail("there is no column 'cases' or 'cases_KIND'");
  }

  double number(std::string_view text, std::string_view column) const {
    const std::string whole(text);
    char* end = nullptr;
    const double value = std::strtod(whole.c_str(), &end);
    if (whole.empty() || *end != '\0' || !std::isfinite(value)) {
      fail(fmt::format("{} is '{}'; it must be a number", column, text));
    }
    return value;
  }

  void take_region(const std::vector<std::string_view>& fields) {
    if (fields.size() != columns_.size()) {
      fail(fmt::format("{} fields where the header has {}", fields.size(), columns_.size()));
    }
    const auto field = [&](const char* name) { return fields[columns_.at(name)]; };
    const std::string id(field("id"));
    if (!places_.emplace(id, static_cast<NodeId>(regions_.size())).second) {
      fail(fmt::format("the id '{}' is there twice", id));
    }
    regions_.ids.push_back(id);
    regions_.names.emplace_back(field("name"));
    const double people = number(field("population"), "population");
    if (people <= 0.0) fail("population must be positive");
    regions_.population.push_back(people);
    for (std::size_t k = 0; k < case_columns_.size(); ++k) {
      const double count = number(fields[case_columns_[k]], "cases");
      if (count < 0.0 || count != std::floor(count)) fail("cases must be a whole number");
      regions_.cases[k].push_back(count);
    }
    std::vector<std::string> near;
    for (const std::string_view name : split(field("neighbours"), ',')) {
      if (!name.empty()) near.emplace_back(name);
    }
    near_.push_back(std::move(near));
    lines_.push_back(line_);
    take_boundary(field("boundary"));
  }

  void take_boundary(std::string_view text) {
    std::vector<std::vector<report::MapPoint>> rings;
    for (const std::string_view part : split(text, ';')) {
      std::vector<report::MapPoint> ring;
      for (const std::string_view point : split(part, ' ')) {
        const std::vector<std::string_view> pair = split(point, ',');
        if (pair.size() != 2) fail(fmt::format("'{}' in the boundary is no x,y", point));
        ring.push_back({number(pair[0], "x"), number(pair[1], "y")});
      }
      rings.push_back(std::move(ring));
    }
    regions_.boundaries.push_back(std::move(rings));
  }

  void connect() {
    std::vector<Edge> edges;
    for (std::size_t i = 0; i < near_.size(); ++i) {
      line_ = lines_[i];
      const auto u = static_cast<NodeId>(i);
      for (const std::string& name : near_[i]) {
        const auto place = places_.find(name);
        if (place == places_.end()) fail(fmt::format("there is no neighbour '{}'", name));
        // Each pair stands at both of its ends.
        if (u < place->second) edges.push_back({u, place->second});
      }
    }
    regions_.neighbours = Graph::from_edges(static_cast<std::int64_t>(regions_.size()), edges);
  }

  Regions regions_;
  std::map<std::string, std::size_t, std::less<>> columns_;
  std::vector<std::size_t> case_columns_;
  std::map<std::string, NodeId, std::less<>> places_;
  std::vector<std::vector<std::string>> near_;
  std::vector<int> lines_;
  int line_ = 0;
};

}  // namespace

Regions parse_regions(std::string_view text, const std::string& source) {
  return RegionParser(source).parse(text);
}

Regions read_regions(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) throw InputError(fmt::format("{}: cannot be read", path));
  const std::string text{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  return parse_regions(text, path);
}

Regions north_carolina() { return parse_regions(kNorthCarolina, "north_carolina.tsv"); }

}  // namespace graphsparse::experiments
