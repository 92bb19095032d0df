"""The time of a fit in Python beside that of the library: what the call itself costs.

PYTHONPATH=build/python /usr/bin/python3 benchmarks/python_overhead.py
"""

import time

import numpy as np

import graphsparse


def main() -> None:
    random = np.random.RandomState(0)
    X = random.randn(100, 1000)
    y = X[:, :5].sum(axis=1) + 0.1 * random.randn(100)
    graph = graphsparse.Graph.read("grid:40x25")
    for name, parameters in (
        ("no graph", {"sparsity": 5}),
        ("grid", {"sparsity": 5, "graph": graph}),
        ("no graph, one run", {"sparsity": 5, "effort": "quick"}),
    ):
        model = graphsparse.GraphSparseRegressor(**parameters)
        overheads, insides = [], []
        for _ in range(60):
            begin = time.perf_counter()
            model.fit(X, y)
            whole = time.perf_counter() - begin
            inside = model.model_._fit.seconds
            overheads.append(whole - inside)
            insides.append(inside)
        print(
            f"{name}: library {1e3 * np.median(insides):.2f} ms, beside it {1e3 * np.median(overheads):.2f} ms "
            f"(median of 60), least {1e3 * min(overheads):.2f} ms"
        )


if __name__ == "__main__":
    main()
