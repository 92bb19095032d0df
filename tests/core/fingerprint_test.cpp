#include "graphsparse/core/fingerprint.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "graphsparse/baseline/latent_groups.hpp"
#include "graphsparse/core/random.hpp"
#include "graphsparse/data/dense_matrix.hpp"
#include "graphsparse/data/sparse_matrix.hpp"
#include "graphsparse/graph/builders.hpp"
#include "graphsparse/graph/graph.hpp"

namespace graphsparse {
namespace {

// Files that were written yesterday are read today.
TEST(Fingerprint, isTheSameEverywhere) {
  EXPECT_EQ(fingerprint_of_all(1, 2.5, "three", std::vector<double>{4.0}).hex(),
            "f74b5624e47bd3e9289b3ef5825ac24a");
  EXPECT_EQ(Fingerprint().hex().size(), 32U);
}

TEST(Fingerprint, numbersOfAnyWidthCountAlike) {
  EXPECT_EQ(fingerprint_of_all(std::int32_t{-7}), fingerprint_of_all(std::int64_t{-7}));
}

TEST(Fingerprint, knowsWhereATextOrAListEnds) {
  using Names = std::vector<std::string>;
  EXPECT_NE(fingerprint_of_all("ab", "c"), fingerprint_of_all("a", "bc"));
  EXPECT_NE(fingerprint_of_all(Names{"a"}, Names{"b"}),
            fingerprint_of_all(Names{"a", "b"}, Names{}));
  EXPECT_NE(fingerprint_of_all(std::string("a\0", 2)), fingerprint_of_all(std::string("a")));
  EXPECT_NE(fingerprint_of_all(0), fingerprint_of_all(0, 0));
}

// Each half of the digits alone tells a hundred thousand values and their pairs apart.
TEST(Fingerprint, hasTwoHalvesThatTellValuesApart) {
  RandomStream stream(1, "fingerprints");
  std::set<std::string> first;
  std::set<std::string> second;
  constexpr std::size_t kCount = 100'000;
  for (std::size_t i = 0; i < kCount; ++i) {
    // Values as data has them: small counts, few significant bits.
    const double a = static_cast<double>(i % 317) / 8.0;
    const double b = static_cast<double>(i / 317) * 1024.0;
    const std::string hex = fingerprint_of_all(a, b, a).hex();
    first.insert(hex.substr(0, 16));
    second.insert(hex.substr(16));
  }
  EXPECT_EQ(first.size(), kCount);
  EXPECT_EQ(second.size(), kCount);
}

TEST(Fingerprint, ofAGraphChangesWithAnyEdgeOrCost) {
  const auto hex = [](std::int64_t nodes, const std::vector<Edge>& edges) {
    return fingerprint_of(Graph::from_edges(nodes, edges)).hex();
  };
  const std::set<std::string> all = {hex(4, {{0, 1, 1.0}, {1, 2, 1.0}}),
                                     hex(5, {{0, 1, 1.0}, {1, 2, 1.0}}),
                                     hex(4, {{0, 1, 1.0}, {1, 3, 1.0}}),
                                     hex(4, {{0, 1, 1.0}, {1, 2, 2.0}}),
                                     hex(4, {{0, 1, 1.0}}),
                                     hex(4, {})};
  EXPECT_EQ(all.size(), 6U);
  EXPECT_EQ(fingerprint_of(make_grid(3, 4)), fingerprint_of(make_grid(3, 4)));
}

TEST(Fingerprint, ofAMatrixChangesWithEveryValue) {
  const std::vector<double> values = {1.0, 0.0, 2.0, 0.0, 0.0, 3.0};
  const auto hex = [](RowIndex rows, NodeId columns, std::vector<double> entries) {
    return fingerprint_of(DenseMatrix<double>(rows, columns, std::move(entries))).hex();
  };
  std::set<std::string> all = {hex(2, 3, values), hex(3, 2, values), hex(1, 6, values)};
  for (std::size_t i = 0; i < values.size(); ++i) {
    std::vector<double> changed = values;
    changed[i] += 1e-9;
    all.insert(hex(2, 3, changed));
  }
  EXPECT_EQ(all.size(), 9U);
}

TEST(Fingerprint, ofAMatrixDoesNotDependOnHowItIsKept) {
  const SparseMatrix sparse(2, 3, {{0, 0, 1.0}, {1, 2, 3.0}});
  const DenseMatrix<double> dense(2, 3, {1.0, 0.0, 0.0, 0.0, 0.0, 3.0});
  EXPECT_EQ(fingerprint_of(sparse), fingerprint_of(dense));
}

TEST(Fingerprint, ofLatentGroupsChangesWithMembersAndWeights) {
  const auto hex = [](const std::vector<std::vector<NodeId>>& groups, double weight) {
    LatentGroups made;
    for (const std::vector<NodeId>& members : groups) made.add(members, weight);
    return fingerprint_of(made).hex();
  };
  const std::set<std::string> all = {hex({{0, 1}, {2}}, 1.0), hex({{0}, {1, 2}}, 1.0),
                                     hex({{0, 1}, {2}}, 2.0), hex({{0, 1}}, 1.0), hex({}, 1.0)};
  EXPECT_EQ(all.size(), 5U);
}

}  // namespace
}  // namespace graphsparse
