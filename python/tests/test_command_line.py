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
    made = run(binary, "simulate", "--graph", "grid:7x5", "--sparsity", 5, "--observations", 9, "--seed", 4, "--noise", 0.5, "--out", tmp_path)
    assert made.returncode == 0, made.stderr
    data = graphsparse.simulate("grid:7x5", sparsity=5, observations=9, noise=0.5, random_state=4)
    np.testing.assert_array_equal(np.load(tmp_path / "design.npy"), data.X)
    np.testing.assert_array_equal(np.load(tmp_path / "target.npy"), data.y)


def test_errors_are_the_sentences_of_the_command_line(binary, tmp_path):
    X, y, _ = make_case("logistic", tmp_path)
    np.save(tmp_path / "one.npy", np.ones(90))
    bad = X.copy()
    bad[3, 5] = np.nan
    np.save(tmp_path / "bad.npy", bad)
    cases = [
        (["--data", "bad.npy", "--labels", "y.npy"], bad, y, {"sparsity": 7}),
        (["--data", "X.npy", "--labels", "one.npy"], X, np.ones(90), {"sparsity": 7}),
        (["--data", "X.npy", "--labels", "y.npy"], X, y, {"sparsity": 100}),
        (["--data", "X.npy", "--labels", "y.npy"], X, y, {"sparsity": 0}),
        (["--data", "X.npy", "--labels", "y.npy"], X, y, {"sparsity": 3, "solver": "ith"}),
        (["--data", "X.npy", "--labels", "y.npy"], X, y, {"sparsity": 3, "l2": -1.0}),
        (["--data", "X.npy", "--labels", "y.npy"], X, y, {"sparsity": 3, "root": "x"}),
    ]
    for files, data, target, options in cases:
        command = [tmp_path / f if f.endswith(".npy") else f for f in files]
        for name, value in options.items():
            command += [f"--{name}", value]
        told = run(binary, "fit", *command, "--loss", "logistic", "--graph", "grid:9x8")
        assert told.returncode == 2
        with pytest.raises(ValueError) as raised:
            GraphSparseClassifier(graph="grid:9x8", **options).fit(data, target)
        # Where it is said, and how options are written, differs; the sentence does not.
        sentence = told.stderr.split(": ", 1)[1].split(" (see ")[0].strip()
        for where in (f"{tmp_path}/bad.npy: ", f"{tmp_path}/one.npy: "):
            sentence = sentence.replace(where, "")
        words = str(raised.value).replace("the data: ", "").replace("the target: ", "").replace("`", "")
        assert sentence.replace("--", "").splitlines()[0].rstrip(".")[:60] in words, (sentence, words)
