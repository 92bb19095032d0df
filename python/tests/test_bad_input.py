"""Bad input is a ValueError that says what is wrong, and never the end of the interpreter."""

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp
from scipy import sparse

from graphsparse import Graph, GraphSparseClassifier, GraphSparseRegressor, GraphSparseRegressorCV, load, pcst, project, simulate
from graphsparse.compat import pcst_fast

X = np.random.RandomState(0).randn(20, 6)
Y = X[:, 0] + X[:, 1]


@pytest.mark.parametrize(
    "options, message",
    [
        ({"sparsity": 7}, "sparsity"),
        ({"sparsity": 0}, "`sparsity` must be a whole number of at least 1, not '0'"),
        ({"sparsity": 2.5}, "`sparsity` must be a whole number of at least 1, not '2.5'"),
        ({"sparsity": "many"}, "`sparsity` must be a whole number"),
        ({"l2": -1.0}, "`l2` must be a finite number of at least 0, not '-1.0'"),
        ({"l2": float("nan")}, "`l2`"),
        ({"solver": "ith"}, "`solver` must be one of"),
        ({"loss": "logistic"}, "GraphSparseClassifier"),
        ({"loss": "square"}, "`loss` must be one of"),
        ({"intercept": 3}, "`intercept` must be True or False"),
        ({"random_state": -1}, "`random_state` must be a whole number"),
        ({"lambda_": 0.0}, "`lambda_` must be a finite number above 0"),
        ({"structure": "graph", "graph": None}, "needs `graph`"),
        ({"graph": "grid:9x9"}, "node"),
        ({"graph": "no-such-file.tsv"}, "no-such-file.tsv"),
        ({"graph": sparse.eye(5)}, "`graph`: 5 nodes for 6 features"),
        ({"graph": sparse.csr_matrix((2, 3))}, "square"),
        ({"graph": [[0, 1], [1, 99]]}, "nodes 0 to 5"),
        ({"graph": [[0, 1], [1, -2]]}, "-2"),
        ({"graph": ([[0, 1]], [-1.0])}, "cost"),
        ({"graph": ([[0, 1]], [1.0, 2.0])}, "`costs`: 2 for 1 edges"),
        ({"graph": [["a", "b"]]}, "columns of a DataFrame"),
        ({"graph": 3}, "`graph` must be"),
        ({"graph": [[0, 1], [2, 3]], "sparsity": 3}, "sparsity"),
        ({"init": "model.json"}, "`init` must be"),
        ({"feature_groups": [0, 1], "structure": "groups"}, "`feature_groups`: 2 for 6 features"),
        ({"root": "x", "graph": "grid:3x2"}, "no node is called 'x'"),
    ],
)
def test_parameters(options, message):
    with pytest.raises(ValueError) as raised:
        GraphSparseRegressor(**{"sparsity": 2, **options}).fit(X, Y)
    assert message in str(raised.value)


@pytest.mark.parametrize(
    "data, target, weights",
    [
        (np.where(X > 2, np.nan, X), Y, None),
        (np.where(X > 1, np.inf, X), Y, None),
        (X, Y[:-1], None),
        (X, np.where(Y > 1, np.nan, Y), None),
        (X, Y, np.ones(19)),
        (X, Y, -np.ones(20)),
        (X, Y, np.zeros(20)),
        (np.full((20, 6), "a"), Y, None),
        (X[:0], Y[:0], None),
        (X[:, :0], Y, None),
        (X[0], Y, None),
        (X + 1j, Y, None),
    ],
)
def test_data(data, target, weights):
    with pytest.raises(ValueError):
        GraphSparseRegressor(sparsity=2).fit(data, target, sample_weight=weights)


def test_poisson_wants_counts():
    with pytest.raises(ValueError, match="target"):
        GraphSparseRegressor(loss="poisson", sparsity=2).fit(X, -np.ones(20))


def test_classes():
    with pytest.raises(ValueError, match="needs samples of two classes"):
        GraphSparseClassifier().fit(X, np.ones(20, dtype=int))
    with pytest.raises(ValueError, match="3 different labels"):
        GraphSparseClassifier().fit(X, np.arange(20) % 3)
    with pytest.raises(ValueError, match="needs samples of two classes"):
        GraphSparseClassifier().fit(X, np.arange(20) % 2, sample_weight=np.arange(20) % 2)


def test_a_model_from_a_file_has_no_fit(tmp_path):
    GraphSparseRegressor(sparsity=2).fit(X, Y).model_.save(tmp_path / "m.json")
    model = load(tmp_path / "m.json")
    for use in (lambda: model.report(tmp_path / "r.html"), lambda: model.export(tmp_path / "g.graphml"), lambda: model.edges):
        with pytest.raises(ValueError, match="needs the fit itself"):
            use()
    with pytest.raises(ValueError, match="6 features"):
        model.predict(X[:, :3])
    with pytest.raises(ValueError):
        load(tmp_path / "none.json")
    (tmp_path / "m.json").write_text("{")
    with pytest.raises(ValueError, match="m.json"):
        load(tmp_path / "m.json")


def test_grids():
    for grid in ({"sparsity": []}, {"sparsity": ["a"]}, {"depth": [1]}, {}, {"sparsity": [0]}):
        with pytest.raises(ValueError):
            GraphSparseRegressorCV(grid=grid, sparsity=None).fit(X, Y)
    with pytest.raises(ValueError, match="exclude each other"):
        GraphSparseRegressorCV(grid={"sparsity": [1, 2]}, sparsity=3).fit(X, Y)
    with pytest.raises(ValueError, match="`groups`: 3 for 20 rows"):
        GraphSparseRegressorCV(grid={"sparsity": [1]}).fit(X, Y, groups=[1, 2, 3])


def test_functions():
    for bad in (
        lambda: project([1.0, 2.0], [[0, 1]], sparsity=3),
        lambda: project([1.0, 2.0], [[0, 1]]),
        lambda: project([1.0, np.nan], [[0, 1]], sparsity=1),
        lambda: project([1.0, 2.0], [[0, 1]], sparsity=1, kind="middle"),
        lambda: project([[1.0, 2.0]], [[0, 1]], sparsity=1),
        lambda: project([1.0, 2.0], None, sparsity=1),
        lambda: project([1.0, 2.0], [[0, 1]], sparsity=1, components=0),
        lambda: project([1.0, 2.0], [[0, 1]], sparsity=1, max_calls=0, method="bisection"),
        lambda: pcst([[0, 1]], [1.0, -1.0]),
        lambda: pcst([[0, 1]], [1.0, 1.0], root=5),
        lambda: pcst([[0, 1]], [1.0, 1.0], pruning="soft"),
        lambda: pcst([[0, 1]], [1.0, 1.0], components=0),
        lambda: pcst([[0, 1]], [1.0, 1.0], cost_scale=-1.0),
        lambda: simulate("grid:3x3", sparsity=10, observations=5),
        lambda: simulate("grid:3x3", sparsity=0, observations=5),
        lambda: simulate("grid:3x3", sparsity=3, observations=5, noise=float("nan")),
        lambda: simulate("grid:3x3", sparsity=3, observations=5, loss="rank"),
        lambda: Graph([[0.5, 1.0]]),
        lambda: Graph([[0, 1]], nodes=1),
        lambda: Graph([0, 1]),
        lambda: Graph.grid(0, 3),
    ):
        with pytest.raises(ValueError):
            bad()


ELEMENTS = st.one_of(
    hnp.floating_dtypes(sizes=(32, 64), endianness="?"), hnp.integer_dtypes(), hnp.boolean_dtypes(), st.just(np.dtype("O")),
    hnp.complex_number_dtypes(), hnp.unicode_string_dtypes(max_len=2),
)
SHAPES = hnp.array_shapes(min_dims=0, max_dims=3, min_side=0, max_side=6)
ARRAYS = ELEMENTS.flatmap(lambda kind: hnp.arrays(kind, SHAPES, elements=st.none() if kind.kind == "O" else None))
STEPS = st.tuples(*[st.slices(6)] * 2)


@settings(max_examples=150, deadline=None, suppress_health_check=list(HealthCheck))
@given(data=ARRAYS, target=ARRAYS, steps=STEPS, weights=st.one_of(st.none(), ARRAYS))
@pytest.mark.filterwarnings("ignore")
def test_any_arrays_are_fitted_or_refused(data, target, steps, weights):
    if data.ndim == 2:
        data = data[steps]
    for model in (GraphSparseRegressor(sparsity=1, max_epochs=3), GraphSparseClassifier(sparsity=1, max_epochs=3)):
        try:
            model.fit(data, target, sample_weight=weights)
        except (ValueError, TypeError):
            continue
        assert np.isfinite(model.coef_).all()
        assert model.predict(data).shape == (len(data),)


@settings(max_examples=150, deadline=None, suppress_health_check=list(HealthCheck))
@given(edges=ARRAYS, prizes=ARRAYS, costs=ARRAYS, root=st.integers(-3, 7), trees=st.integers(-1, 4), pruning=st.sampled_from(["gw", "STRONG", "x", ""]))
@pytest.mark.filterwarnings("ignore")
def test_any_graph_is_solved_or_refused(edges, prizes, costs, root, trees, pruning):
    try:
        nodes, chosen = pcst_fast(edges, prizes, costs, root, trees, pruning, 0)
    except (ValueError, TypeError):
        return
    assert len(set(nodes)) == len(nodes) and (nodes < len(prizes)).all() and (chosen < len(costs)).all()


@settings(max_examples=100, deadline=None, suppress_health_check=list(HealthCheck))
@given(edges=ARRAYS, x=ARRAYS, sparsity=st.integers(-1, 6), kind=st.sampled_from(["head", "tail"]))
@pytest.mark.filterwarnings("ignore")
def test_any_vector_is_projected_or_refused(edges, x, sparsity, kind):
    try:
        found = project(x, edges, sparsity=sparsity, kind=kind)
    except (ValueError, TypeError):
        return
    assert len(found.support) <= max(sparsity, 1)
