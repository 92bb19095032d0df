"""The stand-in for pcst_fast, with the results recorded of the package itself."""

import sys

import numpy as np
import pytest

import graphsparse.compat
from graphsparse.compat import pcst_fast


def read_instance(path):
    tokens = iter(path.read_text().split())

    def expect(word):
        assert next(tokens) == word

    expect("golden_pcst"), next(tokens)
    expect("name"), next(tokens)
    expect("tags"), next(tokens)
    expect("n")
    n = int(next(tokens))
    expect("m")
    m = int(next(tokens))
    expect("edges")
    rows = [(int(next(tokens)), int(next(tokens)), float(next(tokens))) for _ in range(m)]
    edges = np.array([row[:2] for row in rows], dtype=np.int64).reshape(-1, 2)
    costs = np.array([row[2] for row in rows], dtype=float)
    expect("prizes")
    prizes = np.array([float(next(tokens)) for _ in range(n)])
    expect("runs")
    for _ in range(int(next(tokens))):
        expect("run")
        run = {"root": int(next(tokens)), "g": int(next(tokens)), "pruning": next(tokens)}
        for key in ("nodes", "edges"):
            expect(key)
            run[key] = [int(next(tokens)) for _ in range(int(next(tokens)))]
        expect("objective")
        run["objective"] = float(next(tokens))
        expect("order_sensitive")
        run["sensitive"] = [float(next(tokens)) for _ in range(4)]
        expect("disagree")
        for _ in range(int(next(tokens))):
            expect("peer"), next(tokens)
            if next(tokens) != "fail":
                next(tokens), next(tokens)
        yield edges, prizes, costs, run


def trees_of(nodes, edges, chosen):
    """The number of trees; -1 where the edges are no forest on the nodes."""
    parent = {node: node for node in nodes.tolist()}

    def find(u):
        while parent[u] != u:
            parent[u] = parent[parent[u]]
            u = parent[u]
        return u

    for u, v in edges[chosen].tolist():
        if u not in parent or v not in parent or find(u) == find(v):
            return -1
        parent[find(u)] = find(v)
    return len(nodes) - len(chosen)


def test_all_recorded_runs(golden):
    count = exact = 0
    for path in sorted((golden / "pcst").glob("*.txt")):
        for edges, prizes, costs, run in read_instance(path):
            clusters = 1 if run["root"] >= 0 else run["g"]
            nodes, chosen = pcst_fast(edges, prizes, costs, run["root"], clusters, run["pruning"], 0)
            count += 1
            other_nodes, other_edges, low, high = run["sensitive"]
            where = (path.name, run["root"], run["g"], run["pruning"])
            if run["pruning"] != "none" and len(nodes):
                trees = trees_of(nodes, edges, chosen)
                assert 0 <= trees <= max(clusters, 1), where
            if other_nodes == 0:
                exact += 1
                assert nodes.tolist() == run["nodes"], where
                if other_edges == 0:
                    assert chosen.tolist() == run["edges"], where
            else:
                outside = np.ones(len(prizes), dtype=bool)
                outside[nodes] = False
                objective = costs[chosen].sum() + prizes[outside].sum()
                assert objective <= 1.5 * high + 1e-9, where
    assert count > 100 and exact > count / 4


def test_programs_written_for_the_package_run_unmodified(monkeypatch):
    monkeypatch.setitem(sys.modules, "pcst_fast", graphsparse.compat)
    program = """
import pcst_fast
from pcst_fast import pcst_fast as solve
edges = [[0, 1], [1, 2], [1, 4], [2, 3], [2, 5], [3, 6]]
prizes = [100., 0., 0., 0., 100., 100., 100.]
costs = [10., 100., 10., 10., 10., 10.]
vertices, chosen = pcst_fast.pcst_fast(edges, prizes, costs, -1, 2, 'strong', 0)
assert list(vertices) == [0, 1, 2, 3, 4, 5, 6] and list(chosen) == [0, 2, 3, 4, 5]
vertices, chosen = solve([[0, 1], [1, 2]], [0.0, 5.0, 6.0], [3.0, 4.0], 0, 1, 'none', 0)
assert sorted(vertices) == [0, 1, 2] and sorted(chosen) == [0, 1]
"""
    exec(program, {})


def test_arguments_by_name_and_types():
    nodes, edges = pcst_fast(
        edges=np.array([[0, 1], [1, 1], [1, 2]], dtype=np.int32), prizes=np.array([5, 0, 5], dtype=np.float32),
        costs=[1, 0, 1], root=-1, num_clusters=1, pruning="GW", verbosity_level=0,
    )
    assert nodes.dtype == np.int64 and nodes.tolist() == [0, 1, 2]
    assert edges.dtype == np.int64 and edges.tolist() == [0, 2]


@pytest.mark.parametrize(
    "arguments",
    [
        ([[0, 1]], [1.0, 1.0], [1.0, 2.0], -1, 1, "gw", 0),
        ([[0, 1, 2]], [1.0, 1.0], [1.0], -1, 1, "gw", 0),
        ([[0, 1]], [1.0, -1.0], [1.0], -1, 1, "gw", 0),
        ([[0, 1]], [1.0, 1.0], [-1.0], -1, 1, "gw", 0),
        ([[0, 1]], [1.0, np.nan], [1.0], -1, 1, "gw", 0),
        ([[0, 2]], [1.0, 1.0], [1.0], -1, 1, "gw", 0),
        ([[0, -1]], [1.0, 1.0], [1.0], -1, 1, "gw", 0),
        ([[0, 0.5]], [1.0, 1.0], [1.0], -1, 1, "gw", 0),
        ([[0, 1]], [1.0, 1.0], [1.0], -1, 1, "fast", 0),
        ([[0, 1]], [1.0, 1.0], [1.0], 2, 1, "gw", 0),
        ([[0, 1]], [1.0, 1.0], [1.0], -2, 1, "gw", 0),
        ([[0, 1]], [1.0, 1.0], [1.0], 0, 2, "gw", 0),
        ([[0, 1]], [1.0, 1.0], [1.0], -1, 0, "gw", 0),
        ([[0, 1]], [[1.0, 1.0]], [1.0], -1, 1, "gw", 0),
    ],
)
def test_bad_arguments(arguments):
    with pytest.raises(ValueError):
        pcst_fast(*arguments)
