// The demos on small made-up data; tests/demos/real_demos.py runs them on the real ones.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "experiments/demos/real_demo.hpp"
#include "experiments/demos/regions.hpp"
#include "graphsparse/core/error.hpp"
#include "graphsparse/core/random.hpp"
#include "graphsparse/graph/components.hpp"
#include "io/temporary_folder.hpp"
#include "report/xml_document.hpp"

namespace graphsparse::experiments {
namespace {

using test_support::input_error_of;
using testing::HasSubstr;

class Undisturbed final : public Watcher {};

class Stopper final : public Watcher {
 public:
  bool wants_stop() override { return true; }
};

DemoReport run(std::optional<DemoReport> (*demo)(const DemoRequest&, Watcher&),
               const DemoRequest& request) {
  Undisturbed watcher;
  std::optional<DemoReport> report = demo(request, watcher);
  EXPECT_TRUE(report.has_value());
  return report.value_or(DemoReport());
}

// Squares of a 7 x 7 map with 1000 people each; the twelve of two rows have five times the cases.
std::string made_up_regions() {
  std::string text = "# made up\nid\tname\tpopulation\tcases_X\tneighbours\tboundary\n";
  for (int k = 0; k < 49; ++k) {
    const int row = k / 7;
    const int column = k % 7;
    std::string near;
    if (column > 0) near += "r" + std::to_string(k - 1) + ",";
    if (column < 6) near += "r" + std::to_string(k + 1) + ",";
    if (row > 0) near += "r" + std::to_string(k - 7) + ",";
    if (row < 6) near += "r" + std::to_string(k + 7) + ",";
    near.pop_back();
    const bool is_hot = row >= 2 && row <= 3 && column < 6;
    const auto corner = [&](int x, int y) {
      return std::to_string(column + x) + "," + std::to_string(row + y);
    };
    text += "r" + std::to_string(k) + "\tRegion <" + std::to_string(k) + ">\t1000\t" +
            (is_hot ? "10" : "2") + "\t" + near + "\t" + corner(0, 0) + " " + corner(1, 0) + " " +
            corner(1, 1) + " " + corner(0, 1) + "\n";
  }
  return text;
}

TEST(Regions, northCarolinaIsPartOfTheProgram) {
  const Regions regions = north_carolina();
  EXPECT_EQ(regions.size(), 100U);
  EXPECT_EQ(regions.neighbours.edge_count(), 246);
  EXPECT_EQ(connected_components(regions.neighbours).count(), 1);
  ASSERT_EQ(regions.comments.size(), 2U);
  EXPECT_THAT(regions.comments[1], HasSubstr("CC0-1.0"));
}

TEST(Regions, damageIsToldWithItsLine) {
  const std::string good = made_up_regions();
  const auto problem = [&](const std::string& from, const std::string& to) {
    std::string text = good;
    text.replace(text.find(from), from.size(), to);
    return input_error_of([&] { parse_regions(text, "map.tsv"); });
  };
  EXPECT_EQ(parse_regions(good, "map.tsv").neighbours.edge_count(), 84);
  EXPECT_EQ(problem("population", "people"), "map.tsv:2: there is no column 'population'");
  EXPECT_EQ(problem("1000", "0"), "map.tsv:3: population must be positive");
  EXPECT_EQ(problem("\t2\t", "\t2.5\t"), "map.tsv:3: cases must be a whole number");
  EXPECT_EQ(problem("\t2\t", "\tmany\t"), "map.tsv:3: cases is 'many'; it must be a number");
  EXPECT_EQ(problem("r1,r7", "r1,r99"), "map.tsv:3: there is no neighbour 'r99'");
  EXPECT_EQ(problem("r1\t", "r0\t"), "map.tsv:4: the id 'r0' is there twice");
  EXPECT_EQ(problem("0,0 ", "0;0 "), "map.tsv:3: '0' in the boundary is no x,y");
  EXPECT_THAT(input_error_of([] { parse_regions("", "map.tsv"); }), HasSubstr("fewer than two"));
}

TEST(OutbreakDemo, findsAPlantedCluster) {
  const test_support::TemporaryFolder folder;
  folder.write("regions.tsv", made_up_regions());
  const DemoReport report = run(run_outbreak, {.data_folder = folder.path().string()});
  const nlohmann::json result = nlohmann::json::parse(report.json)["results"][0];
  EXPECT_EQ(result["observed"], 120);
  EXPECT_NEAR(result["expected"].get<double>(), 194.0 * 12 / 49, 1e-9);
  EXPECT_EQ(result["p"], 0.01);
  EXPECT_EQ(result["components"], 1);
  EXPECT_TRUE(report.notes.empty());
  EXPECT_THAT(report.table.rows, testing::SizeIs(1));
  EXPECT_THAT(report.page, HasSubstr("Region &lt;14&gt;"));
  EXPECT_THAT(report.page, HasSubstr("<svg"));
  EXPECT_THAT(report.page, HasSubstr("data-network=\"0\""));  // the map, to move about in
  std::vector<std::string> names;
  for (const DemoFile& file : report.files) names.push_back(file.name);
  EXPECT_THAT(names, testing::ElementsAre("network.tsv", "excess_X.tsv", "map_X.svg"));
  test_support::parse_xml(report.files[2].content);
}

// Where cases fall by chance the search finds a cluster, too, but one that chance makes.
TEST(OutbreakDemo, findsNoOutbreakWhereThereIsNone) {
  std::string text = made_up_regions();
  for (std::size_t at = text.find("\t10\t"); at != std::string::npos; at = text.find("\t10\t")) {
    text.replace(at, 4, "\t2\t");
  }
  const test_support::TemporaryFolder folder;
  folder.write("regions.tsv", text);
  const DemoReport report = run(run_outbreak, {.data_folder = folder.path().string()});
  EXPECT_EQ(nlohmann::json::parse(report.json)["results"][0]["p"], 1.0);
}

TEST(OutbreakDemo, showsNorthCarolinaWithoutOtherData) {
  // The folder that `make demos` fills is not here.
  const DemoReport report = run(run_outbreak, {});
  const nlohmann::json result = nlohmann::json::parse(report.json);
  if (result["regions"] == 413) return;  // run in a folder that has it: nothing to see
  ASSERT_EQ(report.notes.size(), 1U);
  EXPECT_THAT(report.notes[0], HasSubstr("make demos"));
  EXPECT_EQ(result["regions"], 100);
  EXPECT_EQ(result["results"][0]["observed"], 250);
  EXPECT_NEAR(result["results"][0]["expected"].get<double>(), 153, 1);
  EXPECT_EQ(result["results"][0]["components"], 1);
  EXPECT_EQ(result["results"][0]["p"], 0.01);
}

TEST(RealDemos, nameWhatMakesTheMissingData) {
  const test_support::TemporaryFolder folder;
  Undisturbed watcher;
  for (const RealDemo& demo : real_demo_table()) {
    const std::string message =
        input_error_of([&] { demo.run({.data_folder = folder.path().string()}, watcher); });
    EXPECT_THAT(message, HasSubstr("make demos")) << demo.name;
    EXPECT_THAT(message, HasSubstr(folder.path().string())) << demo.name;
  }
}

// Discs on 14 x 14 pixels, and one image that is too large.
void write_images(const test_support::TemporaryFolder& folder) {
  std::string images("\0\0\x08\x03\0\0\0\x03\0\0\0\x0e\0\0\0\x0e", 16);
  for (const int radius : {2, 7, 3}) {
    for (int row = 0; row < 14; ++row) {
      for (int column = 0; column < 14; ++column) {
        const int distance = (row - 6) * (row - 6) + (column - 7) * (column - 7);
        const bool is_bright = radius == 7 || distance <= radius * radius;
        images += static_cast<char>(is_bright ? 250 - 5 * distance % 150 : 0);
      }
    }
  }
  folder.write("t10k-images-idx3-ubyte.gz", images);
  folder.write("t10k-labels-idx1-ubyte.gz", std::string("\0\0\x08\x01\0\0\0\x03\x00\x07\x09", 11));
}

TEST(ImagesDemo, recoversDiscsWithTheGrid) {
  const test_support::TemporaryFolder folder;
  write_images(folder);
  const DemoReport report = run(run_images, {.data_folder = folder.path().string()});
  const nlohmann::json result = nlohmann::json::parse(report.json);
  EXPECT_EQ(result["images"], 2);
  EXPECT_EQ(result["sparsity"], (std::vector<int>{13, 29}));
  EXPECT_EQ(result["results"][0]["solver"], "graph-rand-htp");
  EXPECT_EQ(result["results"][0]["exact"], 2);
  EXPECT_EQ(result["results"].size(), 5U);
  ASSERT_EQ(report.files.size(), 3U);
  EXPECT_EQ(report.files[0].name, "images.png");
  EXPECT_TRUE(report.files[0].content.starts_with("\x89PNG"));
  EXPECT_THAT(report.page, testing::Not(HasSubstr("sneaker (2)")));
  EXPECT_THAT(report.page, HasSubstr("ankle boot (3)"));
  Stopper stopper;
  EXPECT_FALSE(run_images({.data_folder = folder.path().string()}, stopper).has_value());
}

TEST(ImagesDemo, isTheSameForAnyNumberOfThreads) {
  const test_support::TemporaryFolder folder;
  write_images(folder);
  DemoRequest request{.data_folder = folder.path().string()};
  const DemoReport one = run(run_images, request);
  request.threads = 3;
  const DemoReport three = run(run_images, request);
  EXPECT_EQ(one.page, three.page);
  EXPECT_EQ(one.files[0].content, three.files[0].content);
}

// Twelve volunteers with three samples each and 48 genes on a path; six neighbours, of which the
// file says that they are interferon genes, differ between the ill and the others.
void write_infection(const test_support::TemporaryFolder& folder) {
  RandomStream stream(5, "made-up blood");
  std::string table = "id,condition,volunteer";
  std::string network = "u\tv\n";
  std::string interferon;
  for (int gene = 0; gene < 48; ++gene) {
    table += ",g" + std::to_string(gene);
    if (gene > 0) {
      network += "g" + std::to_string(gene - 1) + "\tg" + std::to_string(gene) + "\n";
    }
    if (gene >= 20 && gene < 26) interferon += "g" + std::to_string(gene) + "\n";
  }
  table += "\n";
  for (int sample = 0; sample < 36; ++sample) {
    const int volunteer = sample / 3;
    const bool is_ill = volunteer % 2 == 0;
    table +=
        "s" + std::to_string(sample) + (is_ill ? ",sx,v" : ",asx,v") + std::to_string(volunteer);
    for (int gene = 0; gene < 48; ++gene) {
      const double shift = is_ill && gene >= 20 && gene < 26 ? 1.5 : 0.0;
      table += "," + std::to_string(stream.normal() + shift);
    }
    table += "\n";
  }
  folder.write("expression.csv", table);
  folder.write("network.tsv", network);
  folder.write("interferon.txt", interferon + "UNKNOWN\n");
}

TEST(InfectionDemo, comparesTheNetworkWithNoneAndWithShuffledNames) {
  const test_support::TemporaryFolder folder;
  write_infection(folder);
  const DemoReport report = run(run_infection, {.data_folder = folder.path().string()});
  const nlohmann::json document = nlohmann::json::parse(report.json);
  EXPECT_EQ(document["volunteers"], 12);
  EXPECT_EQ(document["interferon_genes"], 6);
  EXPECT_EQ(document["connected_genes"], 48);
  const nlohmann::json& results = document["results"];
  ASSERT_EQ(results.size(), 10U);
  EXPECT_EQ(results[0]["network"], "liver network");
  EXPECT_EQ(results[2]["network"], "no network");
  for (const nlohmann::json& row : results) {
    const auto genes = row["genes"].get<double>();
    const auto share = row["interferon_share"].get<double>();
    EXPECT_GE(share, 0.0);
    EXPECT_LE(share, 6.0 / genes + 1e-12);  // there are six
    EXPECT_EQ(row["auc_per_folding"].size(), 6U);
  }
  EXPECT_GT(results[0]["interferon_share"].get<double>(), 0.35);
  EXPECT_GT(results[0]["auc"].get<double>(), 0.9);
  EXPECT_EQ(report.remarks.size(), 3U);
  EXPECT_THAT(report.page, HasSubstr("g22*"));
  Stopper stopper;
  EXPECT_FALSE(run_infection({.data_folder = folder.path().string()}, stopper).has_value());
}

}  // namespace
}  // namespace graphsparse::experiments
