"""Arrays as the library views them."""

from __future__ import annotations

from typing import Any, Optional

import numpy as np
from scipy import sparse

from . import _core


def as_matrix(X: Any) -> _core.Matrix:
    """View a checked array or sparse matrix; it is copied only where the layout cannot be viewed."""
    if not sparse.issparse(X):
        matrix = _core.dense(X)
        return _core.dense(np.ascontiguousarray(X)) if matrix is None else matrix
    if not X.has_canonical_format:
        X = X.copy()
        X.sum_duplicates()
    index = np.result_type(X.indptr.dtype, X.indices.dtype)
    return _core.sparse(
        X.format,
        *X.shape,
        np.ascontiguousarray(X.indptr, dtype=index),
        np.ascontiguousarray(X.indices, dtype=index),
        np.ascontiguousarray(X.data),
    )


def finite_matrix(X: Any, names: Optional[Any] = None) -> _core.Matrix:
    """The same, with a ValueError that names the first value that is NaN or infinite."""
    matrix = as_matrix(X)
    try:
        _core.require_finite(matrix, names)
    except ValueError as error:
        raise ValueError(f"{error}. Input X contains NaN or inf") from None
    return matrix


def feature_names(X: Any) -> Optional[list[str]]:
    """The names of the columns of a table; None where there are none, or they are no words."""
    columns = getattr(X, "columns", None)
    if columns is None:
        return None
    names = list(columns)
    return names if names and all(isinstance(name, str) for name in names) else None
