"""Graphs, projections, forests, cross-validation."""

import pickle

import numpy as np
import pytest
from scipy import sparse

from graphsparse import Graph, GraphSparseClassifierCV, GraphSparseRegressor, GraphSparseRegressorCV, pcst, project
from graphsparse._graph import as_graph

PATH = [[0, 1], [1, 2], [2, 3]]


@pytest.mark.parametrize(
    "graph",
    [
        PATH,
        np.array(PATH),
        np.array([[0, 1, 1.0], [1, 2, 1.0], [2, 3, 1.0]]),
        (PATH, [1.0, 1.0, 1.0]),
        Graph(PATH),
        sparse.diags([1.0, 1.0], [-1, 1], shape=(4, 4)),
        sparse.csr_matrix(np.triu(np.ones((4, 4)), 1) - np.triu(np.ones((4, 4)), 2)),
        "grid:4x1",
    ],
)
def test_all_that_stands_for_a_graph(graph):
    found = as_graph(graph)
    assert found.n_nodes == 4
    assert found.edges.tolist() == PATH
    assert found.costs.tolist() == [1.0, 1.0, 1.0]
    X = np.random.RandomState(0).randn(20, 4)
    assert len(GraphSparseRegressor(graph=graph, sparsity=2).fit(X, X[:, 1] + X[:, 2]).subgraph_.edges) == 1


def test_graphs_are_read_from_files(tmp_path):
    (tmp_path / "net.tsv").write_text("a\tb\t0.5\nb\tc\t2\n")
    graph = Graph.read(tmp_path / "net.tsv")
    assert graph.names == ["a", "b", "c"] and graph.costs.tolist() == [0.5, 2.0]


@pytest.mark.parametrize("graph", [Graph(PATH), Graph.grid(3, 2), Graph([["a", "b"]], [2.0]), Graph(PATH, nodes=9)])
def test_graphs_survive_pickling(graph):
    assert pickle.loads(pickle.dumps(graph)) == graph


def test_both_directions_of_a_matrix_are_one_edge():
    matrix = sparse.coo_matrix(([3.0, 2.0, 1.0, 9.0], ([0, 1, 1, 2], [1, 0, 2, 2])), shape=(3, 3))
    graph = Graph.from_scipy(matrix)
    assert graph.edges.tolist() == [[0, 1], [1, 2]] and graph.costs.tolist() == [2.0, 1.0]


def test_features_without_node_are_told():
    X = np.random.RandomState(0).randn(20, 6)
    with pytest.warns(UserWarning, match="2 features"):
        GraphSparseRegressor(graph=PATH, sparsity=2).fit(X, X[:, 1])


def test_project_and_pcst():
    x = [0.1, 3.0, 2.0, 0.2, 3.0]
    tail = project(x, [[0, 1], [1, 2], [2, 3], [3, 4]], sparsity=2)
    assert tail.support.tolist() == [1, 2] and tail.captured == 13.0 and tail.components == 1
    two = project(x, [[0, 1], [1, 2], [2, 3], [3, 4]], sparsity=2, components=2)
    assert two.support.tolist() == [1, 4]
    head = project(x, [[0, 1], [1, 2], [2, 3], [3, 4]], kind="head")
    assert head.captured <= tail.captured + tail.residual
    forest = pcst((PATH, [0.8, 1.8, 2.8]), [1.0] * 4, root=2)
    assert 2 in forest.nodes and forest.lower_bound <= forest.objective


def test_cross_validation_finds_the_sparsity_and_tells_the_stability(numbers):
    search = GraphSparseRegressorCV(graph="grid:10x10", grid={"sparsity": [2, 8, 20], "l2": [0.0, 1e-3]}, repeats=2)
    search.fit(numbers.X, numbers.y)
    assert search.best_params_["sparsity"] == 8
    assert len(search.cv_results_["params"]) == 6
    assert search.cv_results_["mean_test_score"].shape == (6,)
    assert search.cv_results_["rank_test_score"][search.best_index_] == 1
    assert "split9_test_score" in search.cv_results_
    assert search.stability_[numbers.support].mean() > search.stability_.mean()
    assert len(search.outer_scores_["mse"]) == 10
    assert search.metric_ == "mse"
    again = GraphSparseRegressorCV(
        graph="grid:10x10", grid={"sparsity": [2, 8, 20], "l2": [0.0, 1e-3]}, repeats=2, n_jobs=2
    ).fit(numbers.X, numbers.y)
    np.testing.assert_array_equal(again.cv_results_["mean_test_score"], search.cv_results_["mean_test_score"])
    np.testing.assert_array_equal(pickle.loads(pickle.dumps(search)).predict(numbers.X), search.predict(numbers.X))


def test_nested_cross_validation_of_classes_in_groups(labels):
    groups = np.arange(150) // 3
    search = GraphSparseClassifierCV(graph="grid:10x10", grid={"sparsity": [3, 6]}, l2=0.01, nested=True, folds=3)
    search.fit(labels.X, labels.y, groups=groups)
    assert set(search.outer_scores_) >= {"auc", "accuracy", "balanced-error"}
    assert search.outer_scores_["auc"].mean() > 0.6


def test_the_default_grid_goes_as_far_as_the_graph_allows():
    X = np.random.RandomState(0).randn(40, 8)
    search = GraphSparseRegressorCV(graph=[[0, 1], [1, 2], [4, 5], [6, 7]]).fit(X, X[:, 0])
    assert [s["sparsity"] for s in search.cv_results_["params"]] == [1, 2]
    convex = GraphSparseClassifierCV(solver="l1-logistic").fit(X, X[:, 0] > 0)
    assert set(convex.best_params_) == {"lambda_ratio"}
