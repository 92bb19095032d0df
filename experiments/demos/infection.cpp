// The demo "infection": which genes in the blood tell who of the volunteers fell ill? The same
// solver with a gene network, without it, and with the network's names shuffled as a control. Genes
// that interferon switches on are known from elsewhere and tell how much sense a selection makes.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>
#include <numeric>
#include <set>
#include <utility>

#include "experiments/demos/real_demo.hpp"
#include "graphsparse/core/version.hpp"
#include "graphsparse/graphsparse.hpp"
#include "graphsparse/report/line_chart.hpp"
#include "graphsparse/report/network_picture.hpp"

namespace graphsparse::experiments {
namespace {

constexpr std::array<std::int64_t, 2> kGenes = {15, 30};
constexpr std::int64_t kFoldings = 6;
constexpr std::int64_t kFolds = 5;
constexpr double kPenalty = 0.1;
constexpr int kShuffles = 3;

struct Blood {
  FitData input;
  std::vector<bool> is_interferon;  // of each gene
  std::int64_t connected = 0;       // genes with a neighbour
  std::int64_t interferon = 0;
};

std::set<std::string> read_names(const std::string& path) {
  std::ifstream file(path);
  if (!file) fail_without_data("infection", path);
  std::set<std::string> names;
  for (std::string line; std::getline(file, line);) {
    if (line.ends_with('\r')) line.pop_back();
    if (!line.empty()) names.insert(line);
  }
  return names;
}

FitSpec blood_spec() {
  FitSpec spec;
  spec.solver = "rand-htp";
  spec.loss = "logistic";
  spec.standardize = true;
  spec.balanced = true;
  spec.l2 = kPenalty;
  return spec;
}

Blood read_blood(const DemoRequest& request) {
  const std::string expression = demo_file(request, "infection", "expression.csv");
  const std::string network = demo_file(request, "infection", "network.tsv");
  for (const std::string& path : {expression, network}) {
    if (!has_demo_file(path)) fail_without_data("infection", path);
  }
  const std::set<std::string> names = read_names(demo_file(request, "infection", "interferon.txt"));
  FitFiles files;
  files.data = expression;
  files.id_column = "id";
  files.target = "condition";
  files.graph = network;
  FitSpec spec = blood_spec();
  spec.sparsity = kGenes.front();
  Blood blood;
  blood.input = read_fit_files(files, resolve_defaults(spec, files.inputs()), "volunteer");
  for (const std::string& gene : blood.input.data.feature_names) {
    blood.is_interferon.push_back(names.contains(gene));
    if (blood.is_interferon.back()) ++blood.interferon;
  }
  const Graph& graph = *blood.input.graph.graph;
  for (NodeId node = 0; node < graph.node_count(); ++node) {
    if (graph.degree(node) > 0) ++blood.connected;
  }
  return blood;
}

// The same network on the same genes, each in another one's place.
FeatureGraph shuffled(const Graph& graph, std::uint64_t seed, int number) {
  std::vector<NodeId> connected;
  for (NodeId node = 0; node < graph.node_count(); ++node) {
    if (graph.degree(node) > 0) connected.push_back(node);
  }
  std::vector<NodeId> others = connected;
  RandomStream stream(seed, "names of genes", static_cast<std::uint64_t>(number));
  stream.shuffle(std::span<NodeId>(others));
  std::vector<NodeId> place(static_cast<std::size_t>(graph.node_count()), kNoNode);
  for (std::size_t k = 0; k < connected.size(); ++k) {
    place[static_cast<std::size_t>(connected[k])] = others[k];
  }
  std::vector<Edge> edges;
  for (EdgeId e = 0; e < graph.edge_count(); ++e) {
    const Edge edge = graph.edge(e);
    edges.push_back({place[static_cast<std::size_t>(edge.u)],
                     place[static_cast<std::size_t>(edge.v)], edge.cost});
  }
  return Graph::from_edges(graph.node_count(), edges);
}

// One way to use the network, at one number of genes.
struct Selection {
  std::string name;
  std::int64_t genes = 0;
  double interferon_share = 0.0;  // among the genes of all models
  MeanStd auc;                    // over the foldings, each the mean over its folds
  double overlap = 0.0;           // mean Jaccard index of two models of one folding
  std::vector<double> stability;
};

double jaccard(const Support& a, const Support& b) {
  Support common;
  std::set_intersection(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(common));
  const auto both = static_cast<double>(common.size());
  const double all = static_cast<double>(a.size() + b.size()) - both;
  return all == 0.0 ? 1.0 : both / all;
}

Selection summarize_selection(const Blood& blood, const CrossValidationResult& result) {
  Selection selection;
  double selected = 0.0;
  double interferon = 0.0;
  double overlap = 0.0;
  double pairs = 0.0;
  std::vector<double> aucs(static_cast<std::size_t>(kFoldings), 0.0);
  for (std::size_t k = 0; k < result.outer.size(); ++k) {
    const OuterModel& model = result.outer[k];
    for (const NodeId gene : model.support) {
      selected += 1.0;
      if (blood.is_interferon[static_cast<std::size_t>(gene)]) interferon += 1.0;
    }
    aucs[static_cast<std::size_t>(model.repeat)] += model.scores.auc / static_cast<double>(kFolds);
    for (std::size_t other = 0; other < k; ++other) {
      if (result.outer[other].repeat != model.repeat) continue;
      overlap += jaccard(model.support, result.outer[other].support);
      pairs += 1.0;
    }
  }
  selection.interferon_share = selected > 0.0 ? interferon / selected : 0.0;
  selection.overlap = overlap / pairs;
  selection.auc = spread_of(std::move(aucs));
  selection.stability = result.stability;
  return selection;
}

// Passes on how far all cross-validations are.
class PartWatcher final : public Watcher {
 public:
  PartWatcher(Watcher& whole, std::int64_t part, std::int64_t parts)
      : whole_(whole), part_(part), parts_(parts) {}
  void progress(std::int64_t done, std::int64_t total) override {
    whole_.progress(part_ * total + done, parts_ * total);
  }
  bool wants_stop() override { return whole_.wants_stop(); }

 private:
  Watcher& whole_;
  std::int64_t part_;
  std::int64_t parts_;
};

struct NetworkUse {
  std::string name;
  FeatureGraph graph;
  std::string structure;
};

std::vector<NetworkUse> network_uses(const Blood& blood, std::uint64_t seed) {
  std::vector<NetworkUse> uses;
  uses.push_back({"liver network", FeatureGraph::view(*blood.input.graph.graph), "graph"});
  uses.push_back({"no network", {}, "none"});
  for (int number = 1; number <= kShuffles; ++number) {
    uses.push_back({fmt::format("shuffled names {}", number),
                    shuffled(*blood.input.graph.graph, seed, number), "graph"});
  }
  return uses;
}

std::optional<std::vector<Selection>> validate_all(const Blood& blood, const DemoRequest& request,
                                                   Watcher& watcher) {
  const std::vector<NetworkUse> uses = network_uses(blood, request.seed);
  const auto parts = static_cast<std::int64_t>(uses.size() * kGenes.size());
  std::vector<Selection> selections;
  for (const NetworkUse& use : uses) {
    for (const std::int64_t genes : kGenes) {
      FitSpec spec = blood_spec();
      spec.structure = use.structure;
      spec.seed = request.seed;
      const std::vector<Setting> settings = {
          {.values = {{"sparsity", static_cast<double>(genes)}}}};
      const Trainer trainer(blood.input.data, use.graph, apply_settings(spec, settings));
      CvSpec cv;
      cv.folds = kFolds;
      cv.repeats = kFoldings;
      const CrossValidationPlan plan = make_plan(cv, spec, trainer.response(), request.threads);
      PartWatcher part(watcher, static_cast<std::int64_t>(selections.size()), parts);
      WorkHooks hooks;
      hooks.watcher = &part;
      const CrossValidationResult result =
          cross_validate(trainer, blood.input.sample_groups, plan, hooks);
      if (!result.is_complete) return std::nullopt;
      selections.push_back(summarize_selection(blood, result));
      selections.back().name = use.name;
      selections.back().genes = genes;
    }
  }
  return selections;
}

report::Table selection_table(const std::vector<Selection>& selections) {
  report::Table table;
  table.columns = {"network", "genes", "interferon genes", "AUC", "overlap of folds"};
  for (const Selection& one : selections) {
    table.rows.push_back({one.name, std::to_string(one.genes),
                          fmt::format("{:.2f}", one.interferon_share),
                          fmt::format("{:.3f} +- {:.3f}", one.auc.mean, one.auc.deviation),
                          fmt::format("{:.2f}", one.overlap)});
  }
  return table;
}

bool is_shuffled(const Selection& selection) { return selection.name.starts_with("shuffled"); }

struct Interval {
  double low = 1.0;
  double high = 0.0;

  void take(double value) {
    low = std::min(low, value);
    high = std::max(high, value);
  }
  std::string text(int digits) const {
    const std::string first = fmt::format("{:.{}f}", low, digits);
    const std::string last = fmt::format("{:.{}f}", high, digits);
    return first == last ? first : first + " to " + last;
  }
};

// What the table says, in words that follow from its numbers.
std::vector<std::string> selection_remarks(const Blood& blood,
                                           const std::vector<Selection>& selections) {
  Interval share[3];
  Interval auc[3];
  for (const Selection& one : selections) {
    const std::size_t kind = is_shuffled(one) ? 2 : one.name == "no network" ? 1 : 0;
    share[kind].take(one.interferon_share);
    auc[kind].take(one.auc.mean);
  }
  const double chance =
      static_cast<double>(blood.interferon) / static_cast<double>(blood.is_interferon.size());
  std::vector<std::string> remarks = {
      fmt::format("Share of interferon genes among the selected: {} with the network, {} without, "
                  "{} with shuffled names; {:.2f} by chance.",
                  share[0].text(2), share[1].text(2), share[2].text(2), chance),
      fmt::format("AUC for volunteers that no fit saw: {} with the network, {} without, {} with "
                  "shuffled names.",
                  auc[0].text(3), auc[1].text(3), auc[2].text(3))};
  const bool predicts_better = auc[0].low > std::max(auc[1].high, auc[2].high);
  const bool selects_better = share[0].low > std::max(share[1].high, share[2].high);
  remarks.push_back(fmt::format(
      "{} {}",
      selects_better
          ? "The network makes the selection more sensible: its shares lie above all others."
          : "The network does not make the selection more sensible in every case: the shares "
            "overlap.",
      predicts_better
          ? "It also predicts better."
          : "It does not predict better: the AUCs overlap with those of the controls."));
  return remarks;
}

// The most stable genes of the larger models with the network, as a picture and to move about in.
struct StableGenes {
  std::string svg;
  report::NetworkView view;
};

StableGenes stable_genes(const Blood& blood, const Selection& with_network) {
  std::vector<NodeId> order;
  for (std::size_t gene = 0; gene < with_network.stability.size(); ++gene) {
    if (with_network.stability[gene] > 0.0) order.push_back(static_cast<NodeId>(gene));
  }
  std::stable_sort(order.begin(), order.end(), [&](NodeId a, NodeId b) {
    return with_network.stability[static_cast<std::size_t>(a)] >
           with_network.stability[static_cast<std::size_t>(b)];
  });
  constexpr std::size_t most = 40;
  if (order.size() > most) order.resize(most);
  StableGenes genes;
  report::NetworkPicture picture;
  picture.value_label = "share of models";
  genes.view.measures = {picture.value_label};
  picture.scale = report::ColourScale::sequential;
  std::vector<std::int32_t> place(with_network.stability.size(), -1);
  for (const NodeId gene : order) {
    const auto j = static_cast<std::size_t>(gene);
    place[j] = static_cast<std::int32_t>(picture.nodes.size());
    const bool is_interferon = blood.is_interferon[j];
    const std::string name = blood.input.data.feature_name(gene) + (is_interferon ? "*" : "");
    picture.nodes.push_back({name, with_network.stability[j], 1});
    genes.view.nodes.push_back({.name = name,
                                .values = {with_network.stability[j]},
                                .facts = {{"interferon gene", is_interferon ? "yes" : "no"}}});
  }
  const Graph& graph = *blood.input.graph.graph;
  for (EdgeId e = 0; e < graph.edge_count(); ++e) {
    const Edge edge = graph.edge(e);
    const std::int32_t u = place[static_cast<std::size_t>(edge.u)];
    const std::int32_t v = place[static_cast<std::size_t>(edge.v)];
    if (u >= 0 && v >= 0) picture.edges.push_back({u, v});
  }
  genes.svg = report::to_svg(picture);
  genes.view.edges = picture.edges;
  report::place_nodes(genes.view);
  return genes;
}

report::LineChart share_chart(const std::vector<Selection>& selections) {
  report::LineChart chart;
  chart.x_label = "genes selected";
  chart.y_label = "share of interferon genes";
  for (const Selection& one : selections) {
    if (chart.series.empty() || chart.series.back().name != one.name) {
      chart.series.push_back({.name = one.name, .dashed = is_shuffled(one)});
    }
    chart.series.back().x.push_back(static_cast<double>(one.genes));
    chart.series.back().y.push_back(one.interferon_share);
  }
  chart.y_range = report::Range{0.0, 0.6};
  return chart;
}

std::int64_t count_volunteers(const Blood& blood) {
  const std::vector<std::int32_t>& groups = blood.input.sample_groups;
  return static_cast<std::int64_t>(std::set<std::int32_t>(groups.begin(), groups.end()).size());
}

std::string selection_page(const Blood& blood, const std::vector<Selection>& selections,
                           const DemoReport& report, const DemoRequest& request) {
  const Dataset& data = blood.input.data;
  const Graph& graph = *blood.input.graph.graph;
  report::HtmlPage page(report.title, fmt::format("graphsparse {} demo infection", kVersion));
  page.paragraph(fmt::format(
      "{} volunteers were given influenza; some fell ill, some did not. Which genes of their "
      "blood, {} samples of 45 hours and more after the infection, tell the two apart? A "
      "logistic model on connected genes of a network is compared with the same model without "
      "the network, and with the network whose names were shuffled: a gain that a false network "
      "gives as well is none of biology.",
      count_volunteers(blood), data.design->rows()));
  page.facts(
      {{"samples", std::to_string(data.design->rows())},
       {"volunteers", std::to_string(count_volunteers(blood))},
       {"genes", std::to_string(data.design->columns())},
       {"interferon genes", std::to_string(blood.interferon)},
       {"network",
        fmt::format("{} edges between {} of the genes", graph.edge_count(), blood.connected)},
       {"folds", fmt::format("{} x {}, a volunteer's samples stay together", kFoldings, kFolds)},
       {"solver", fmt::format("rand-htp, logistic loss, l2 {}", kPenalty)},
       {"seed", std::to_string(request.seed)}});
  page.heading("What was found").table(report.table);
  for (const std::string& remark : report.remarks) page.paragraph(remark);
  page.paragraph(fmt::format(
      "AUC: mean over {} folds, then mean and deviation over {} foldings. With so few volunteers "
      "a difference of a few hundredths means nothing. Overlap: mean Jaccard index of the models "
      "of two folds. Interferon genes are those that react to interferon in other experiments; "
      "no fit knows of them.",
      kFolds, kFoldings));
  page.heading("Interferon genes among the selected");
  page.chart(share_chart(selections), "Over all models of all folds.");
  page.heading("The most stable genes");
  const StableGenes genes = stable_genes(blood, selections[kGenes.size() - 1]);
  page.network(genes.view, genes.svg,
               fmt::format("Genes that the models of {} genes with the network select most often, "
                           "and the network's edges between them. *: interferon gene.",
                           kGenes.back()));
  page.heading("The same by hand");
  const std::string folder = demo_file(request, "infection", "");
  page.code(fmt::format(
      "graphsparse cv --data {0}expression.csv --id-column id --target condition --groups "
      "volunteer \\\n    --graph {0}network.tsv --loss logistic --standardize --balanced --l2 {1} "
      "\\\n    --solver rand-htp --grid sparsity={2},{3} --cold-start --folds {4} --repeats {5}",
      folder, kPenalty, kGenes.front(), kGenes.back(), kFolds, kFoldings));
  page.heading("Where the data come from");
  page.paragraph(
      "Expression: GSE30550, Huang et al. 2011, PLoS Genetics 7(8), and the list of interferon "
      "genes: Debian package r-bioc-qusage. Network: Bayesian network of the liver of mice by the "
      "names of human genes, Debian package r-bioc-mergeomics. The network is of another tissue "
      "and species than the blood.");
  report::add_run(page, request.run);
  return page.to_string();
}

std::string selection_json(const Blood& blood, const std::vector<Selection>& selections,
                           std::uint64_t seed) {
  nlohmann::ordered_json results = nlohmann::ordered_json::array();
  for (const Selection& one : selections) {
    results.push_back({{"network", one.name},
                       {"genes", one.genes},
                       {"interferon_share", one.interferon_share},
                       {"auc", one.auc.mean},
                       {"auc_deviation", one.auc.deviation},
                       {"auc_per_folding", one.auc.values},
                       {"overlap", one.overlap}});
  }
  return nlohmann::ordered_json({{"demo", "infection"},
                                 {"samples", blood.input.data.design->rows()},
                                 {"volunteers", count_volunteers(blood)},
                                 {"genes", blood.input.data.design->columns()},
                                 {"interferon_genes", blood.interferon},
                                 {"connected_genes", blood.connected},
                                 {"seed", seed},
                                 {"version", kVersion},
                                 {"results", results}})
      .dump();
}

}  // namespace

std::optional<DemoReport> run_infection(const DemoRequest& request, Watcher& watcher) {
  const Blood blood = read_blood(request);
  const std::optional<std::vector<Selection>> selections = validate_all(blood, request, watcher);
  if (!selections) return std::nullopt;
  DemoReport report;
  report.title = "Who fell ill? Genes of the blood after an influenza infection";
  report.table = selection_table(*selections);
  report.remarks = selection_remarks(blood, *selections);
  report.json = selection_json(blood, *selections, request.seed);
  report.page = selection_page(blood, *selections, report, request);
  return report;
}

}  // namespace graphsparse::experiments
