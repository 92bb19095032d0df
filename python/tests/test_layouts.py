"""Every layout of X gives the same model, and none is copied that need not be."""

import numpy as np
import pytest
from scipy import sparse

from graphsparse import GraphSparseRegressor, _core
from graphsparse._arrays import as_matrix


def fit(X, y):
    return GraphSparseRegressor(graph="grid:6x5", sparsity=4, l2=0.01).fit(X, y)


@pytest.fixture(scope="module")
def data():
    random = np.random.RandomState(0)
    X = (random.randn(50, 30) * (random.rand(50, 30) < 0.5)).astype(np.float32)
    return X, X[:, [7, 8, 14, 13]].sum(axis=1).astype(float)


@pytest.mark.parametrize(
    "layout",
    [
        np.ascontiguousarray,
        np.asfortranarray,
        lambda X: X.astype(np.float64),
        lambda X: np.asfortranarray(X, dtype=np.float64),
        sparse.csr_matrix,
        sparse.csc_matrix,
        lambda X: sparse.csr_matrix(X.astype(np.float64)),
        lambda X: sparse.coo_matrix(X),
        lambda X: np.vstack([X, X])[:50],
        lambda X: np.repeat(X, 2, axis=0)[::2],
        lambda X: np.repeat(X, 3, axis=1)[:, ::3],
        lambda X: X[::-1][::-1],
    ],
)
def test_layouts_give_the_same_support_and_coefficients(data, layout):
    X, y = data
    expected = fit(X, y)
    model = fit(layout(X), y)
    np.testing.assert_array_equal(model.support_, expected.support_)
    np.testing.assert_allclose(model.coef_, expected.coef_, rtol=1e-6)
    np.testing.assert_allclose(model.predict(layout(X)), expected.predict(X), rtol=1e-5, atol=1e-6)


def test_sparse_indices_of_64_bits_and_out_of_order(data):
    X, y = data
    matrix = sparse.csr_matrix(X)
    matrix.indices = matrix.indices.astype(np.int64)
    matrix.indptr = matrix.indptr.astype(np.int64)
    np.testing.assert_array_equal(fit(matrix, y).coef_, fit(sparse.csr_matrix(X), y).coef_)
    shuffled = sparse.csr_matrix(X)
    for r in range(50):
        part = slice(shuffled.indptr[r], shuffled.indptr[r + 1])
        shuffled.indices[part] = shuffled.indices[part][::-1]
        shuffled.data[part] = shuffled.data[part][::-1]
    shuffled.has_sorted_indices = False
    shuffled.has_canonical_format = False
    before = shuffled.indices.copy()
    np.testing.assert_array_equal(fit(shuffled, y).coef_, fit(sparse.csr_matrix(X), y).coef_)
    np.testing.assert_array_equal(shuffled.indices, before)


def test_memory_mapped_arrays(data, tmp_path):
    X, y = data
    np.save(tmp_path / "X.npy", X)
    mapped = np.load(tmp_path / "X.npy", mmap_mode="r")
    assert _core.dense(mapped) is not None
    np.testing.assert_array_equal(fit(mapped, y).coef_, fit(X, y).coef_)


def test_strides_that_can_be_viewed_are_viewed(data):
    X, _ = data
    assert _core.dense(X) is not None
    assert _core.dense(np.asfortranarray(X)) is not None
    assert _core.dense(X[::2]) is not None
    assert _core.dense(X[:, 3:9]) is not None
    assert _core.dense(X[:, ::2]) is None
    assert _core.dense(X[::-1]) is None
    assert _core.dense(X.astype(">f4")) is None
    assert as_matrix(X[:, ::2]).columns == 15
