#include "support/golden_files.hpp"

#include <cstdlib>
#include <fstream>
#include <optional>
#include <stdexcept>
#include <string_view>

namespace graphsparse::test_support {
namespace {

class TokenReader {
 public:
  explicit TokenReader(const std::filesystem::path& file) : file_(file.string()), input_(file) {
    if (!input_) throw std::runtime_error(file_ + ": cannot be opened");
  }

  std::string word() {
    std::string token;
    if (!(input_ >> token)) fail("ends too early");
    ++count_;
    return token;
  }

  void expect(std::string_view wanted) {
    const std::string token = word();
    if (token != wanted) fail("has '" + token + "' instead of '" + std::string(wanted) + "'");
  }

  // strtod, unlike a stream, reads "nan" and "inf".
  double real() {
    const std::string token = word();
    char* end = nullptr;
    const double value = std::strtod(token.c_str(), &end);
    if (end == token.c_str() || *end != '\0') fail("has '" + token + "' instead of a number");
    return value;
  }

  std::int64_t integer() {
    const std::string token = word();
    char* end = nullptr;
    const long long value = std::strtoll(token.c_str(), &end, 10);
    if (end == token.c_str() || *end != '\0') fail("has '" + token + "' instead of an integer");
    return value;
  }

  std::int64_t integer_after(std::string_view key) {
    expect(key);
    return integer();
  }

  std::vector<double> reals(std::int64_t count) {
    std::vector<double> values;
    for (std::int64_t i = 0; i < count; ++i) values.push_back(real());
    return values;
  }

  // A count and then so many numbers.
  std::vector<std::int32_t> counted_ids() {
    std::vector<std::int32_t> ids;
    const std::int64_t count = integer();
    for (std::int64_t i = 0; i < count; ++i) ids.push_back(static_cast<std::int32_t>(integer()));
    return ids;
  }

  void skip_line() {
    std::string rest;
    std::getline(input_, rest);
  }

  [[noreturn]] void fail(const std::string& what) const {
    throw std::runtime_error(file_ + ": token " + std::to_string(count_) + ": " + what);
  }

 private:
  std::string file_;
  std::ifstream input_;
  std::int64_t count_ = 0;
};

void read_graph(TokenReader& reader, GoldenGraph& graph) {
  graph.node_count = reader.integer_after("n");
  const std::int64_t edge_count = reader.integer_after("m");
  reader.expect("edges");
  for (std::int64_t e = 0; e < edge_count; ++e) {
    const auto u = static_cast<NodeId>(reader.integer());
    const auto v = static_cast<NodeId>(reader.integer());
    const double cost = reader.real();
    graph.edges.push_back({u, v, cost});
  }
}

void read_name_and_tags(TokenReader& reader, GoldenGraph& graph) {
  reader.expect("name");
  graph.name = reader.word();
  reader.expect("tags");
  reader.word();
}

Pruning read_pruning(TokenReader& reader) {
  const std::string name = reader.word();
  const std::optional<Pruning> pruning = parse_pruning(name);
  if (!pruning) reader.fail("has '" + name + "' instead of a pruning");
  return *pruning;
}

GoldenPcstRun read_pcst_run(TokenReader& reader) {
  GoldenPcstRun run;
  run.root = static_cast<NodeId>(reader.integer_after("run"));
  run.components = reader.integer();
  run.pruning = read_pruning(reader);
  reader.expect("nodes");
  run.nodes = reader.counted_ids();
  reader.expect("edges");
  run.edges = reader.counted_ids();
  reader.expect("objective");
  run.objective = reader.real();
  run.other_node_sets = static_cast<int>(reader.integer_after("order_sensitive"));
  run.other_edge_sets = static_cast<int>(reader.integer());
  run.min_objective = reader.real();
  run.max_objective = reader.real();
  const std::int64_t disagreeing = reader.integer_after("disagree");
  for (std::int64_t i = 0; i < disagreeing; ++i) {
    reader.expect("peer");
    reader.skip_line();
  }
  return run;
}

GoldenExact read_exact_case(TokenReader& reader) {
  GoldenExact exact;
  reader.expect("case");
  exact.name = reader.word();
  read_graph(reader, exact);
  reader.expect("x");
  exact.x = reader.reals(exact.node_count);
  for (std::int64_t left = reader.integer_after("projections"); left > 0; --left) {
    GoldenExact::Projection projection;
    projection.components = reader.integer_after("projection");
    projection.size = reader.integer();
    projection.best_kept = reader.real();
    projection.best_lost = reader.real();
    reader.counted_ids();
    exact.projections.push_back(projection);
  }
  for (std::int64_t left = reader.integer_after("pcsts"); left > 0; --left) {
    GoldenExact::Steiner steiner;
    steiner.root = static_cast<NodeId>(reader.integer_after("pcst"));
    steiner.components = reader.integer();
    steiner.optimum = reader.real();
    reader.real();  // what another program reaches with gw and with strong pruning
    reader.real();
    reader.counted_ids();
    exact.steiner.push_back(steiner);
  }
  for (std::int64_t left = reader.integer_after("bisections"); left > 0; --left) {
    GoldenExact::Bisection bisection;
    bisection.components = reader.integer_after("bisection");
    bisection.size = reader.integer();
    bisection.result_size = reader.integer();
    bisection.kept = reader.real();
    exact.bisections.push_back(bisection);
  }
  return exact;
}

GoldenRobust read_robust_case(TokenReader& reader) {
  GoldenRobust robust;
  reader.expect("case");
  robust.name = reader.word();
  read_graph(reader, robust);
  reader.expect("prizes");
  robust.prizes = reader.reals(robust.node_count);
  robust.root = reader.integer_after("root");
  robust.components = reader.integer_after("g");
  reader.expect("expect");
  robust.expect = reader.word();
  reader.expect("peers");
  reader.skip_line();
  return robust;
}

template <class Case>
std::vector<Case> read_cases(const std::filesystem::path& file, const std::string& format,
                             Case (*read)(TokenReader&)) {
  TokenReader reader(file);
  reader.expect(format);
  reader.expect("1");
  std::vector<Case> cases;
  for (std::int64_t left = reader.integer_after("cases"); left > 0; --left) {
    cases.push_back(read(reader));
  }
  return cases;
}

}  // namespace

std::string GoldenPcstRun::describe() const {
  return "root " + std::to_string(root) + ", g " + std::to_string(components) + ", " +
         std::string(to_string(pruning));
}

GoldenPcst read_golden_pcst(const std::filesystem::path& file) {
  TokenReader reader(file);
  GoldenPcst golden;
  reader.expect("golden_pcst");
  reader.expect("1");
  read_name_and_tags(reader, golden);
  read_graph(reader, golden);
  reader.expect("prizes");
  golden.prizes = reader.reals(golden.node_count);
  const std::int64_t run_count = reader.integer_after("runs");
  for (std::int64_t i = 0; i < run_count; ++i) golden.runs.push_back(read_pcst_run(reader));
  return golden;
}

GoldenProjection read_golden_projection(const std::filesystem::path& file) {
  TokenReader reader(file);
  GoldenProjection golden;
  reader.expect("golden_projection");
  reader.expect("1");
  read_name_and_tags(reader, golden);
  read_graph(reader, golden);
  reader.expect("x");
  golden.x = reader.reals(golden.node_count);
  golden.components = reader.integer_after("g");
  golden.low = reader.integer_after("s_low");
  golden.high = reader.integer_after("s_high");
  golden.max_calls = static_cast<int>(reader.integer_after("max_iter"));
  reader.expect("pruning");
  golden.pruning = read_pruning(reader);
  golden.calls = static_cast<int>(reader.integer_after("pcst_calls"));
  reader.expect("lambda");
  golden.lambda = reader.real();
  golden.landed = reader.integer_after("landed") != 0;
  reader.expect("sizes");
  for (const std::int32_t size : reader.counted_ids()) golden.sizes.push_back(size);
  reader.expect("nodes");
  golden.nodes = reader.counted_ids();
  reader.expect("edges");
  golden.edges = reader.counted_ids();
  reader.expect("norm2_total");
  golden.total = reader.real();
  reader.expect("norm2_kept");
  golden.kept = reader.real();
  golden.same_with_other_program = reader.integer_after("pcst_fast_same") != 0;
  golden.largest_start_calls = static_cast<int>(reader.integer_after("largest_prize_start"));
  golden.largest_start_size = reader.integer();
  golden.largest_start_kept = reader.real();
  return golden;
}

std::vector<GoldenExact> read_golden_exact(const std::filesystem::path& file) {
  return read_cases(file, "golden_exact", read_exact_case);
}

std::vector<GoldenRobust> read_golden_robust(const std::filesystem::path& file) {
  return read_cases(file, "golden_robust", read_robust_case);
}

}  // namespace graphsparse::test_support
