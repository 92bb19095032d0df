"""With pandas, NetworkX, matplotlib and Dask, and the wheel."""

import doctest
import os
import re
import subprocess
import sys
from pathlib import Path

import joblib
import matplotlib.pyplot as plt
import networkx
import numpy as np
import pandas
import pytest
from sklearn.model_selection import GridSearchCV
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

import graphsparse
from graphsparse import Graph, GraphSparseClassifier, GraphSparseRegressor, pcst, plot_subgraph, project

ROOT = Path(__file__).parents[2]
NAMES = ["TP53", "MDM2", "MDM4", "EGFR", "KRAS", "MYC"]
EDGES = [("MYC", "KRAS"), ("TP53", "MDM2"), ("MDM2", "MDM4"), ("MDM4", "EGFR"), ("EGFR", "KRAS")]


@pytest.fixture(scope="module")
def table():
    random = np.random.RandomState(0)
    X = pandas.DataFrame(random.randn(60, 6), columns=NAMES)
    return X, X["MDM2"] + X["MDM4"]


@pytest.mark.parametrize(
    "graph",
    [
        pandas.DataFrame(EDGES, columns=["u", "v"]),
        pandas.DataFrame([(*e, 1.0) for e in EDGES], columns=["u", "v", "cost"]),
        networkx.Graph(EDGES),
        networkx.DiGraph(EDGES),
        np.array(EDGES),
        Graph(EDGES),
    ],
)
def test_names_are_joined_to_columns(table, graph):
    X, y = table
    fitted = GraphSparseRegressor(graph=graph, sparsity=2).fit(X, y)
    assert list(fitted.get_feature_names_out()) == ["MDM2", "MDM4"]
    assert set(fitted.subgraph_.nodes) == {"MDM2", "MDM4"}
    assert fitted.subgraph_.number_of_edges() == 1
    assert set(fitted.model_.coefficients) == {"MDM2", "MDM4"}
    assert fitted.predict(X).shape == (60,)


def test_the_order_of_columns_does_not_matter_to_a_loaded_model(table, tmp_path):
    X, y = table
    fitted = GraphSparseRegressor(graph=Graph(EDGES), sparsity=2).fit(X, y)
    fitted.model_.save(tmp_path / "m.json")
    loaded = graphsparse.load(tmp_path / "m.json")
    np.testing.assert_array_equal(loaded.predict(X[NAMES[::-1]]), fitted.predict(X))
    with pytest.raises(ValueError, match="MDM2"):
        loaded.predict(X.drop(columns="MDM2"))
    with pytest.raises(ValueError, match="names"):
        loaded.predict(X.to_numpy())


def test_a_graph_with_other_names_is_refused(table):
    X, y = table
    with pytest.raises(ValueError, match="have no name in common|no name|ENSG"):
        GraphSparseRegressor(graph=[("ENSG1", "ENSG2")], sparsity=2).fit(X, y)
    with pytest.warns(UserWarning, match="BRAF|without"):
        GraphSparseRegressor(graph=[*EDGES, ("BRAF", "MYC")], sparsity=2).fit(X, y)


def test_columns_of_the_same_name_are_refused(table):
    X, y = table
    with pytest.raises(ValueError, match="several columns named 'TP53'"):
        GraphSparseRegressor(sparsity=2).fit(X.set_axis(["TP53", "TP53", *NAMES[2:]], axis=1), y)


def test_numbered_graphs_are_columns_whatever_their_names(table):
    X, y = table
    for graph in ("grid:3x2", networkx.path_graph(6), networkx.to_scipy_sparse_array(networkx.path_graph(6))):
        fitted = GraphSparseRegressor(graph=graph, sparsity=2).fit(X, y)
        assert fitted.support_.tolist() == [1, 2]


def test_costs_of_networkx_edges():
    graph = networkx.Graph()
    graph.add_edge(0, 1, weight=2.0)
    graph.add_edge(1, 2, cost=3.0, weight=7.0)
    assert Graph.from_networkx(graph).costs.tolist() == [2.0, 3.0]
    assert networkx.utils.graphs_equal(Graph(EDGES).to_networkx().to_undirected(), Graph(EDGES).to_networkx())
    assert {frozenset(edge) for edge in Graph(EDGES).to_networkx().edges} == {frozenset(edge) for edge in EDGES}


def test_set_output_of_pandas(table):
    X, y = table
    selected = GraphSparseRegressor(sparsity=2).set_output(transform="pandas").fit(X, y).transform(X)
    assert list(selected.columns) == ["MDM2", "MDM4"]


def test_series_are_joined_by_their_index():
    prizes = pandas.Series({"KRAS": 5.0, "TP53": 5.0, "MDM2": 0.0, "MDM4": 0.0, "EGFR": 0.0, "MYC": 0.0})
    forest = pcst(EDGES_WITH_COSTS, prizes)
    assert {forest.names[i] for i in forest.nodes} == {"KRAS", "EGFR", "MDM4", "MDM2", "TP53"}
    x = project(prizes, Graph(EDGES), sparsity=5)
    assert x.captured == 50.0


EDGES_WITH_COSTS = Graph(EDGES, [0.5] * 5)


def test_pictures(table):
    X, y = table
    fitted = GraphSparseRegressor(graph=Graph(EDGES), sparsity=2).fit(X, y)
    _, ax = plt.subplots()
    assert plot_subgraph(fitted, ax=ax) is ax
    assert [text.get_text() for text in ax.texts] == ["MDM2", "MDM4"]
    assert len(ax.lines) == 1
    _, ax = plt.subplots()
    on_grid = GraphSparseRegressor(graph="grid:3x2", sparsity=2).fit(X.to_numpy(), y)
    image = plot_subgraph(on_grid.model_, ax=ax).images[0].get_array()
    assert image.shape == (2, 3) and np.count_nonzero(image) == 2
    plt.close("all")


def test_dask_gives_the_scores_of_the_serial_run(labels):
    from dask.distributed import Client, LocalCluster

    pipeline = make_pipeline(StandardScaler(), GraphSparseClassifier(graph="grid:10x10", l2=0.01))
    search = GridSearchCV(pipeline, {"graphsparseclassifier__sparsity": [3, 6]}, cv=3)
    serial = search.fit(labels.X, labels.y).cv_results_
    with LocalCluster(n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None) as cluster:
        with Client(cluster), joblib.parallel_backend("dask"):
            parallel = GridSearchCV(pipeline, search.param_grid, cv=3).fit(labels.X, labels.y).cv_results_
    for name in serial:
        if "score" in name and "time" not in name:
            np.testing.assert_array_equal(serial[name], parallel[name])


@pytest.mark.parametrize("module", [graphsparse._graph, graphsparse._plot])
def test_examples_that_need_further_packages(module):
    parser, runner, count = doctest.DocTestParser(), doctest.DocTestRunner(), 0
    for test in doctest.DocTestFinder().find(module):
        if "+SKIP" in test.docstring:
            text = test.docstring.replace("# doctest: +SKIP", "")
            runner.run(parser.get_doctest(text, dict(vars(module)), test.name, None, 0))
            count += 1
    plt.close("all")
    assert count > 0 and runner.summarize().failed == 0


def told_by_the_command_line(folder, table, edges=None):
    """The sentence for the same table in a file, with the names of files taken out."""
    table.to_csv(folder / "X.csv", index=False)
    np.save(folder / "y.npy", np.arange(len(table), dtype=float))
    command = ["fit", "--data", folder / "X.csv", "--labels", folder / "y.npy", "--sparsity", "2"]
    if edges is None:
        command += ["--structure", "none"]
    else:
        pandas.DataFrame(edges).to_csv(folder / "net.tsv", sep="\t", index=False, header=False)
        command += ["--graph", folder / "net.tsv"]
    done = subprocess.run([os.environ["GRAPHSPARSE_BINARY"], *command], capture_output=True, text=True, check=False)
    assert done.returncode == 2
    text = done.stderr.strip().split("graphsparse: ", 1)[1]
    text = re.sub(re.escape(f"{folder}/X.csv") + r":\d+: ", "", text)
    text = re.sub(r"; --drop-columns \w+ leaves the column out", "", text)  # an option for files alone
    return text.replace(f"{folder}/X.csv", "the data").replace(f"{folder}/net.tsv", "the graph")


@pytest.mark.skipif(not os.environ.get("GRAPHSPARSE_BINARY"), reason="no command-line tool")
def test_words_and_other_names_get_the_sentences_of_the_command_line(table, tmp_path):
    X, y = table
    words = X.astype(object)
    words.iloc[2, 3] = "x1"
    with pytest.raises(ValueError) as raised:
        GraphSparseRegressor(sparsity=2).fit(words, y)
    assert told_by_the_command_line(tmp_path, words) in str(raised.value)
    others = [("ENSG1", "ENSG2"), ("ENSG2", "ENSG3")]
    with pytest.raises(ValueError) as raised:
        GraphSparseRegressor(graph=others, sparsity=2).fit(X, y)
    assert told_by_the_command_line(tmp_path, X, others) in str(raised.value)


def test_networkx_names_and_weights_without_a_table():
    graph = networkx.Graph()
    graph.add_edge("a", "b", weight=2.0)
    graph.add_edge("b", 3, weight=0.5)
    graph.add_node("lonely")
    made = Graph.from_networkx(graph)
    assert made.names == ["a", "b", "3", "lonely"] and made.costs.tolist() == [2.0, 0.5]
    forest = pcst(graph, pandas.Series({"a": 1.0, "b": 1.0, "3": 1.0, "lonely": 0.0}))
    assert {forest.names[i] for i in forest.nodes} == {"b", "3"}


def test_the_tour_with_all_packages(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    text = (ROOT / "docs" / "python.md").read_text(encoding="utf-8")
    found = re.findall(r"^```python[a-z, ]*\n(.*?)^```$", text, flags=re.M | re.S)
    exec(compile("\n".join(found), "docs/python.md", "exec"), {})
    plt.close("all")


def test_the_example_of_the_readme(monkeypatch):
    monkeypatch.chdir(ROOT / "examples" / "data")
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    code = re.search(r"^```python\n(.*?)^```$", text, flags=re.M | re.S)[1]
    names = {}
    exec(compile(code, "README.md", "exec"), names)
    genes = ["GENE009", "GENE017", "GENE023", "GENE038", "GENE051", "GENE064"]
    assert list(names["model"].get_feature_names_out()) == genes


def test_the_wheel_in_a_fresh_environment(tmp_path):
    wheels = list((ROOT / "build" / "python" / "dist").glob("*.whl"))
    assert len(wheels) == 1, "make python makes it"
    subprocess.run([sys.executable, "-m", "venv", "--system-site-packages", tmp_path / "env"], check=True)
    python = tmp_path / "env" / "bin" / "python"
    subprocess.run([python, "-m", "pip", "install", "-q", "--no-index", wheels[0]], check=True)
    program = (
        "import graphsparse as g; d = g.simulate('grid:8x8', 5, 40);"
        "m = g.GraphSparseRegressor(graph='grid:8x8', sparsity=5).fit(d.X, d.y);"
        "print(g.__file__, (m.support_ == d.support).all())"
    )
    elsewhere = {"cwd": tmp_path, "env": {"PATH": "/usr/bin"}}
    done = subprocess.run([python, "-c", program], capture_output=True, text=True, check=True, **elsewhere)
    assert str(tmp_path) in done.stdout and done.stdout.strip().endswith("True")
