"""The same numbers as the command line, to the last bit."""

import json
import subprocess

import numpy as np
import pytest

import graphsparse
from graphsparse import GraphSparseClassifier, GraphSparseRegressor

CASES = [
    ("squares", "graph-iht", False, False),
    ("squares", "graph-rand-htp", False, True),
    ("squares", "graph-sto-iht", True, False),
    ("squares", "cosamp", True, True),
    ("logistic", "graph-iht", False, True),
    ("logistic", "graph-sto-iht", True, False),
    ("logistic", "graph-rand-htp", True, True),
    ("logistic", "graph-svrg", False, False),
    ("huber", "graph-rand-htp", False, False),
    ("huber", "niht", True, True),
    ("poisson", "graph-iht", False, True),
    ("poisson", "graph-rand-htp", True, False),
]


def run(binary, *arguments):
    return subprocess.run([binary, *map(str, arguments)], capture_output=True, text=True, check=False)


def make_case(loss, folder):
    data = graphsparse.simulate("grid:9x8", sparsity=7, observations=90, loss="logistic", random_state=3)
    random = np.random.RandomState(1)
    y = {
        "logistic": data.y,
        "squares": data.X @ data.coef + 0.1 * random.randn(90),
        "huber": data.X @ data.coef + 0.1 * random.standard_t(2, 90),
        "poisson": random.poisson(np.exp(0.1 * data.X @ data.coef)).astype(float),
    }[loss]
    weights = random.rand(90).round(2)
    weights[::10] = 0.0
    for name, array in (("X", data.X), ("y", y), ("w", weights)):
        np.save(folder / f"{name}.npy", array)
    return data.X, y, weights


@pytest.mark.parametrize("loss, solver, weighted, standardized", CASES)
def test_coefficients_are_the_same_bits(binary, tmp_path, loss, solver, weighted, standardized):
    X, y, weights = make_case(loss, tmp_path)
    command = ["fit", "--data", tmp_path / "X.npy", "--labels", tmp_path / "y.npy", "--graph", "grid:9x8", "--json"]
    command += ["--solver", solver, "--loss", loss, "--sparsity", 7, "--seed", 11, "--l2", 0.01, "--quiet"]
    command += ["--model", tmp_path / "model.json"]
    command += ["--weights", tmp_path / "w.npy"] if weighted else []
    command += ["--standardize"] if standardized else []
    done = run(binary, *command)
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout)

    cls = GraphSparseClassifier if loss == "logistic" else GraphSparseRegressor
    model = cls(graph="grid:9x8", loss=loss, solver=solver, sparsity=7, random_state=11, l2=0.01, standardize=standardized)
    model.fit(X, y, sample_weight=weights if weighted else None)
    assert [str(j) for j in model.support_] == told["support"]
    assert model.coef_[model.support_].tolist() == list(told["coefficients"].values())
    assert model.intercept_ == told["intercept"]
    assert model.n_iter_ == told["iterations"]

    # What one wrote the other reads.
    loaded = graphsparse.load(tmp_path / "model.json")
    np.testing.assert_array_equal(loaded.decision_function(X), model.model_.decision_function(X))
    model.model_.save(tmp_path / "python.json")
    predicted = run(binary, "predict", "--model", tmp_path / "python.json", "--data", tmp_path / "X.npy", "--json")
    assert predicted.returncode == 0, predicted.stderr
    same = run(binary, "predict", "--model", tmp_path / "model.json", "--data", tmp_path / "X.npy", "--json")
    assert predicted.stdout.replace("python.json", "model.json") == same.stdout


def test_simulated_data_is_the_same(binary, tmp_path):
    command = ["--graph", "grid:7x5", "--sparsity", 5, "--observations", 9, "--seed", 4, "--noise", 0.5]
    made = run(binary, "simulate", *command, "--out", tmp_path)
    assert made.returncode == 0, made.stderr
    data = graphsparse.simulate("grid:7x5", sparsity=5, observations=9, noise=0.5, random_state=4)
    np.testing.assert_array_equal(np.load(tmp_path / "design.npy"), data.X)
    np.testing.assert_array_equal(np.load(tmp_path / "target.npy"), data.y)


def sentence_of(text, folder):
    """What is said, without where it is said and how options are written, in which Python differs."""
    text = text.split("graphsparse: ", 1)[-1].split(" (see ")[0]
    for name in ("X", "y", "bad", "one", "three", "short", "nan", "inf", "negative", "minus"):
        text = text.replace(f"{folder}/{name}.npy: ", "").replace(f"{folder}/{name}.npy", "the data")
    text = text.replace(f"{folder}/net.tsv", "the graph").replace("--feature-names", "the columns of a DataFrame")
    text = text.replace("with the columns", "as the columns").replace("--seed", "random_state").replace("--", "")
    for word in ("`", "the data: ", "the target: "):
        text = text.replace(word, "")
    return text.strip().splitlines()[0]


def with_value(array, place, value):
    array = array.copy()
    array[place] = value
    return array


def test_errors_are_the_sentences_of_the_command_line(binary, tmp_path):
    X, y, w = make_case("logistic", tmp_path)
    w = np.ones(90)
    arrays = {
        "X": X, "y": y, "bad": with_value(X, (3, 5), np.nan), "one": np.ones(90), "three": np.arange(90.0) % 3,
        "short": np.ones(89), "nan": with_value(w, 3, np.nan), "inf": with_value(w, 4, np.inf),
        "negative": with_value(w, 5, -2.0), "minus": with_value(np.ones(90), 6, -1.0),
    }
    for name, array in arrays.items():
        np.save(tmp_path / f"{name}.npy", array)
    (tmp_path / "net.tsv").write_text("0\t1\n2\t3\n4\t99\n")
    (tmp_path / "two.tsv").write_text("0\t1\n2\t3\n3\t4\n")
    two = str(tmp_path / "two.tsv")
    cases = [
        ("bad", "y", None, "logistic", {}),
        ("X", "one", None, "logistic", {}),
        ("X", "three", None, "logistic", {}),
        ("X", "short", None, "squares", {}),
        ("X", "nan", None, "squares", {}),
        ("X", "inf", None, "squares", {}),
        ("X", "minus", None, "poisson", {}),
        ("X", "y", "short", "squares", {}),
        ("X", "y", "nan", "squares", {}),
        ("X", "y", "inf", "squares", {}),
        ("X", "y", "negative", "squares", {}),
        ("X", "y", None, "logistic", {"sparsity": 100}),
        ("X", "y", None, "logistic", {"sparsity": 0}),
        ("X", "y", None, "logistic", {"sparsity": 2.5}),
        ("X", "y", None, "logistic", {"sparsity": 4, "graph": two}),
        ("X", "y", None, "logistic", {"sparsity": 2, "graph": str(tmp_path / "net.tsv")}),
        ("X", "y", None, "logistic", {"graph": "grid:20x20"}),
        ("X", "y", None, "logistic", {"graph": "grid:0x3"}),
        ("X", "y", None, "logistic", {"solver": "ith"}),
        ("X", "y", None, "logistic", {"l2": -1.0}),
        ("X", "y", None, "logistic", {"root": "x"}),
        ("X", "y", None, "logistic", {"seed": -1}),
        ("X", "y", None, "logistic", {"effort": "much"}),
        ("X", "y", None, "logistic", {"projection": "none"}),
    ]
    for data, target, weights, loss, options in cases:
        options = {"sparsity": 3, "graph": "grid:9x8", **options}
        command = ["--data", tmp_path / f"{data}.npy", "--labels", tmp_path / f"{target}.npy", "--loss", loss]
        command += ["--weights", tmp_path / f"{weights}.npy"] if weights else []
        for name, value in options.items():
            command += [f"--{name}", value]
        told = run(binary, "fit", *command)
        assert told.returncode == 2, told.stderr
        options["random_state"] = options.pop("seed", 0)
        cls = GraphSparseClassifier if loss == "logistic" else GraphSparseRegressor
        with pytest.raises(ValueError) as raised:
            cls(loss=loss, **options).fit(arrays[data], arrays[target], sample_weight=arrays.get(weights))
        sentence, words = sentence_of(told.stderr, tmp_path), sentence_of(str(raised.value), tmp_path)
        assert sentence in words, (sentence, words)
