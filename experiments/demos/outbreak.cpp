// The demo "outbreak": which connected districts have more cases than their people would have by
// chance? `project` on the excess, a map, and maps of chance to compare with.
#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <nlohmann/json.hpp>
#include <numeric>
#include <utility>

#include "experiments/demos/real_demo.hpp"
#include "experiments/demos/regions.hpp"
#include "graphsparse/core/random.hpp"
#include "graphsparse/core/version.hpp"
#include "graphsparse/graph/components.hpp"
#include "graphsparse/projection/projection.hpp"
#include "graphsparse/report/map_picture.hpp"

namespace graphsparse::experiments {
namespace {

constexpr std::int64_t kClusterSize = 12;
constexpr int kMapsOfChance = 99;

struct Scene {
  Regions regions;
  std::string title;
  std::string people;  // who are counted: "inhabitants"
  std::string places;  // "districts"
  std::string disease;
  bool is_stand_in = false;
};

Scene read_scene(const DemoRequest& request) {
  const std::string path = demo_file(request, "outbreak", "regions.tsv");
  if (has_demo_file(path)) {
    return {read_regions(path), "Invasive meningococcal disease in Germany, 2002-2008",
            "inhabitants", "districts", "meningococci of type "};
  }
  if (!request.data_folder.empty()) fail_without_data("outbreak", path);
  return {north_carolina(),
          "Sudden infant deaths in North Carolina, 1974-1984",
          "births",
          "counties",
          "sudden infant deaths",
          true};
}

// How many cases each region would have if all people were alike, and how far it is above.
struct Excess {
  std::vector<double> expected;
  std::vector<double> values;  // (cases - expected) / sqrt(expected), 0 where negative
};

Excess excess_of(const std::vector<double>& cases, const std::vector<double>& population) {
  const double all_cases = std::accumulate(cases.begin(), cases.end(), 0.0);
  const double people = std::accumulate(population.begin(), population.end(), 0.0);
  Excess excess;
  for (std::size_t i = 0; i < cases.size(); ++i) {
    const double expected = all_cases * population[i] / people;
    excess.expected.push_back(expected);
    const double above = expected > 0.0 ? (cases[i] - expected) / std::sqrt(expected) : 0.0;
    excess.values.push_back(std::max(0.0, above));
  }
  return excess;
}

// As many cases, each at a place that depends on the people alone.
std::vector<double> cases_by_chance(const Regions& regions, double count, RandomStream& stream) {
  std::vector<double> up_to;
  double people = 0.0;
  for (const double population : regions.population) up_to.push_back(people += population);
  std::vector<double> cases(regions.size(), 0.0);
  for (double k = 0.0; k < count; k += 1.0) {
    const auto place = std::upper_bound(up_to.begin(), up_to.end(), people * stream.uniform());
    cases[static_cast<std::size_t>(
        std::min(place - up_to.begin(), static_cast<std::ptrdiff_t>(regions.size()) - 1))] += 1.0;
  }
  return cases;
}

struct Cluster {
  std::string kind;
  double all_cases = 0.0;
  Excess excess;
  Support support;
  double captured = 0.0;
  double observed = 0.0;
  double expected = 0.0;
  std::int64_t components = 0;
  int as_large_by_chance = 0;
  double largest_by_chance = 0.0;

  double p_value() const { return (1.0 + as_large_by_chance) / (1.0 + kMapsOfChance); }
};

Cluster find_cluster(const Scene& scene, std::size_t kind, std::uint64_t seed) {
  const Regions& regions = scene.regions;
  const std::vector<double>& cases = regions.cases[kind];
  ProjectionOptions options;
  options.kind = ProjectionKind::tail;
  options.min_size = options.max_size =
      std::min<std::int64_t>(kClusterSize, regions.neighbours.node_count());
  const auto projection = make_projection(default_projection_method(), regions.neighbours, options);
  Cluster cluster;
  cluster.kind = regions.case_kinds[kind];
  cluster.all_cases = std::accumulate(cases.begin(), cases.end(), 0.0);
  cluster.excess = excess_of(cases, regions.population);
  const ProjectionResult& found = projection->project(cluster.excess.values);
  cluster.support = found.support;
  cluster.captured = found.captured;
  cluster.components = count_induced_components(regions.neighbours, found.support);
  for (const NodeId node : cluster.support) {
    const auto i = static_cast<std::size_t>(node);
    cluster.observed += cases[i];
    cluster.expected += cluster.excess.expected[i];
  }
  for (int map = 0; map < kMapsOfChance; ++map) {
    RandomStream stream(seed, "map of chance", kind, static_cast<std::uint64_t>(map));
    const std::vector<double> by_chance = cases_by_chance(regions, cluster.all_cases, stream);
    const double captured =
        projection->project(excess_of(by_chance, regions.population).values).captured;
    cluster.largest_by_chance = std::max(cluster.largest_by_chance, captured);
    if (captured >= cluster.captured) ++cluster.as_large_by_chance;
  }
  return cluster;
}

std::string kind_name(const Scene& scene, const Cluster& cluster) {
  return scene.disease + cluster.kind;
}

// As a sentence or a heading begins.
std::string kind_title(const Scene& scene, const Cluster& cluster) {
  std::string title = kind_name(scene, cluster);
  title.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(title.front())));
  return title;
}

report::Table summary_table(const Scene& scene, const std::vector<Cluster>& clusters) {
  report::Table table;
  table.columns = {"cases of", scene.places, "observed", "expected", "ratio", "p"};
  for (const Cluster& cluster : clusters) {
    table.rows.push_back({kind_name(scene, cluster), std::to_string(cluster.support.size()),
                          fmt::format("{:.0f}", cluster.observed),
                          fmt::format("{:.1f}", cluster.expected),
                          fmt::format("{:.1f}", cluster.observed / cluster.expected),
                          fmt::format("{:.2f}", cluster.p_value())});
  }
  return table;
}

report::MapPicture map_of(const Scene& scene, const Cluster& cluster, std::size_t kind) {
  const Regions& regions = scene.regions;
  report::MapPicture map;
  map.title = kind_title(scene, cluster);
  map.value_label = "cases above what chance makes likely, in standard deviations";
  for (std::size_t i = 0; i < regions.size(); ++i) {
    map.regions.push_back({regions.names[i], regions.boundaries[i], cluster.excess.values[i], false,
                           fmt::format("{:.0f} cases, {:.1f} expected", regions.cases[kind][i],
                                       cluster.excess.expected[i])});
  }
  for (const NodeId node : cluster.support) {
    map.regions[static_cast<std::size_t>(node)].is_marked = true;
  }
  return map;
}

// The map for readers to move about in, with all numbers of each region; empty where it is too
// large.
report::NetworkView view_of(const Scene& scene, const Cluster& cluster, std::size_t kind) {
  const Regions& regions = scene.regions;
  if (regions.size() > report::kLargestNetworkView) return {};
  std::vector<Edge> neighbours;
  for (EdgeId e = 0; e < regions.neighbours.edge_count(); ++e) {
    const Edge edge = regions.neighbours.edge(e);
    neighbours.push_back({edge.u, edge.v});
  }
  report::NetworkView view = report::view_of(map_of(scene, cluster, kind), "excess", neighbours);
  view.measures.insert(view.measures.end(), {"cases", "expected", scene.people});
  for (std::size_t i = 0; i < regions.size(); ++i) {
    std::vector<double>& values = view.nodes[i].values;
    values.insert(values.end(),
                  {regions.cases[kind][i], cluster.excess.expected[i], regions.population[i]});
  }
  return view;
}

report::Table members_table(const Scene& scene, const Cluster& cluster, std::size_t kind) {
  const Regions& regions = scene.regions;
  std::vector<NodeId> order = cluster.support;
  std::stable_sort(order.begin(), order.end(), [&](NodeId a, NodeId b) {
    return cluster.excess.values[static_cast<std::size_t>(a)] >
           cluster.excess.values[static_cast<std::size_t>(b)];
  });
  report::Table table;
  table.columns = {"name", scene.people, "cases", "expected", "excess"};
  for (const NodeId node : order) {
    const auto i = static_cast<std::size_t>(node);
    table.rows.push_back({regions.names[i], fmt::format("{:.0f}", regions.population[i]),
                          fmt::format("{:.0f}", regions.cases[kind][i]),
                          fmt::format("{:.2f}", cluster.excess.expected[i]),
                          fmt::format("{:.2f}", cluster.excess.values[i])});
  }
  return table;
}

std::string sentence(const Scene& scene, const Cluster& cluster) {
  return fmt::format(
      "{}: {} connected {} with {:.0f} of the {:.0f} cases where {:.1f} are expected; {} of {} "
      "maps "
      "of chance have a cluster as strong.",
      kind_title(scene, cluster), cluster.support.size(), scene.places, cluster.observed,
      cluster.all_cases, cluster.expected, cluster.as_large_by_chance, kMapsOfChance);
}

std::string file_of(const Cluster& cluster) {
  return cluster.kind.empty() ? "excess.tsv" : "excess_" + cluster.kind + ".tsv";
}

void add_files(const Scene& scene, const std::vector<Cluster>& clusters, DemoReport& report) {
  const Regions& regions = scene.regions;
  std::string network = "u\tv\n";
  for (EdgeId e = 0; e < regions.neighbours.edge_count(); ++e) {
    const Edge edge = regions.neighbours.edge(e);
    network += fmt::format("{}\t{}\n", regions.ids[static_cast<std::size_t>(edge.u)],
                           regions.ids[static_cast<std::size_t>(edge.v)]);
  }
  report.files.push_back({"network.tsv", std::move(network)});
  for (std::size_t kind = 0; kind < clusters.size(); ++kind) {
    std::string vector = "name\tvalue\n";
    for (std::size_t i = 0; i < regions.size(); ++i) {
      vector += fmt::format("{}\t{}\n", regions.ids[i], clusters[kind].excess.values[i]);
    }
    report.files.push_back({file_of(clusters[kind]), std::move(vector)});
    report.files.push_back(
        {clusters[kind].kind.empty() ? "map.svg" : "map_" + clusters[kind].kind + ".svg",
         report::to_svg(map_of(scene, clusters[kind], kind))});
  }
}

std::string page_of(const Scene& scene, const std::vector<Cluster>& clusters,
                    const DemoReport& report, const DemoRequest& request) {
  const Regions& regions = scene.regions;
  report::HtmlPage page(scene.title, fmt::format("graphsparse {} demo outbreak", kVersion));
  page.paragraph(fmt::format(
      "Which connected {} have more cases than the number of their {} explains? Each of the {} {} "
      "has an excess: cases minus expected cases, divided by the root of the expected, and 0 where "
      "there are fewer than expected. The projection looks for {} connected ones with the largest "
      "sum of squares.",
      scene.places, scene.people, regions.size(), scene.places, kClusterSize));
  for (const std::string& note : report.notes) page.paragraph(note);
  page.facts({{scene.places, std::to_string(regions.size())},
              {"neighbouring pairs", std::to_string(regions.neighbours.edge_count())},
              {"maps of chance", std::to_string(kMapsOfChance)},
              {"seed", std::to_string(request.seed)}});
  page.heading("What was found").table(report.table);
  for (const std::string& remark : report.remarks) page.paragraph(remark);
  for (std::size_t kind = 0; kind < clusters.size(); ++kind) {
    const Cluster& cluster = clusters[kind];
    page.heading(kind_title(scene, cluster));
    page.network(view_of(scene, cluster, kind), report::to_svg(map_of(scene, cluster, kind)),
                 fmt::format("Outlined: the {} connected {} that were found; some have no excess "
                             "of their own and connect others. Point at one for its numbers.",
                             cluster.support.size(), scene.places));
    page.table(members_table(scene, cluster, kind));
  }
  page.heading("How sure");
  page.paragraph(fmt::format(
      "In each of {} maps of chance the same number of cases falls on people at random, and the "
      "same search is made. p is the share of maps, the real one included, whose cluster is at "
      "least as strong; with {} maps it cannot be below {:.2f}. The size of {} was chosen "
      "beforehand and not tried out. A cluster is a place to look at, not a cause: reporting, age "
      "and time are not taken into account.",
      kMapsOfChance, kMapsOfChance, 1.0 / (1.0 + kMapsOfChance), kClusterSize));
  page.heading("The same by hand");
  page.code(
      fmt::format("graphsparse project --graph network.tsv --vector {} --kind tail --sparsity {}",
                  file_of(clusters.front()), kClusterSize));
  page.heading("Where the data come from");
  for (const std::string& comment : regions.comments) page.paragraph(comment);
  report::add_run(page, request.run);
  return page.to_string();
}

std::string json_of(const Scene& scene, const std::vector<Cluster>& clusters, std::uint64_t seed) {
  nlohmann::ordered_json results = nlohmann::ordered_json::array();
  for (const Cluster& cluster : clusters) {
    std::vector<std::string> ids;
    std::vector<std::string> names;
    for (const NodeId node : cluster.support) {
      ids.push_back(scene.regions.ids[static_cast<std::size_t>(node)]);
      names.push_back(scene.regions.names[static_cast<std::size_t>(node)]);
    }
    results.push_back({{"cases_of", kind_name(scene, cluster)},
                       {"cases", cluster.all_cases},
                       {"observed", cluster.observed},
                       {"expected", cluster.expected},
                       {"captured", cluster.captured},
                       {"components", cluster.components},
                       {"largest_by_chance", cluster.largest_by_chance},
                       {"p", cluster.p_value()},
                       {"support", ids},
                       {"names", names}});
  }
  return nlohmann::ordered_json({{"demo", "outbreak"},
                                 {"data", scene.title},
                                 {"regions", scene.regions.size()},
                                 {"edges", scene.regions.neighbours.edge_count()},
                                 {"maps_of_chance", kMapsOfChance},
                                 {"seed", seed},
                                 {"version", kVersion},
                                 {"results", results}})
      .dump();
}

}  // namespace

std::optional<DemoReport> run_outbreak(const DemoRequest& request, Watcher& watcher) {
  const Scene scene = read_scene(request);
  DemoReport report;
  report.title = scene.title;
  if (scene.is_stand_in) {
    report.notes.push_back(fmt::format(
        "{} is not there ('make demos' in the sources of graphsparse makes it): instead of the "
        "outbreak in Germany these are sudden infant deaths in North Carolina, which are part of "
        "the program",
        demo_file(request, "outbreak", "regions.tsv")));
  }
  std::vector<Cluster> clusters;
  const auto kinds = static_cast<std::int64_t>(scene.regions.cases.size());
  for (std::int64_t kind = 0; kind < kinds; ++kind) {
    if (watcher.wants_stop()) return std::nullopt;
    clusters.push_back(find_cluster(scene, static_cast<std::size_t>(kind), request.seed));
    report.remarks.push_back(sentence(scene, clusters.back()));
    watcher.progress(kind + 1, kinds);
  }
  report.table = summary_table(scene, clusters);
  add_files(scene, clusters, report);
  report.json = json_of(scene, clusters, request.seed);
  report.page = page_of(scene, clusters, report, request);
  return report;
}

}  // namespace graphsparse::experiments
