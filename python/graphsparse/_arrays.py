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
        return _core.dense(np.array(X, dtype=X.dtype.newbyteorder("="), order="C")) if matrix is None else matrix
    require_sound(X, "X")
    if not X.has_canonical_format:
        X = X.copy()
        X.sum_duplicates()
    index = np.result_type(X.indptr.dtype, X.indices.dtype)
    used = int(X.indptr[-1])  # there may be room behind
    return _core.sparse(
        X.format,
        *X.shape,
        np.ascontiguousarray(X.indptr, dtype=index),
        np.ascontiguousarray(X.indices[:used], dtype=index),
        np.ascontiguousarray(X.data[:used]),
    )


def require_sound(matrix: Any, name: str) -> None:
    """Refuse a CSR or CSC matrix whose arrays do not fit: SciPy would read outside of its memory."""
    if matrix.format not in ("csr", "csc"):
        return
    lines = matrix.shape[0 if matrix.format == "csr" else 1]
    offsets, entries = matrix.indptr, len(matrix.indices)
    if len(offsets) != lines + 1:
        raise ValueError(f"`{name}`: indptr has {len(offsets)} entries, not {lines + 1}")
    if offsets[0] != 0 or offsets[-1] > entries or (offsets[1:] < offsets[:-1]).any():
        raise ValueError(f"`{name}`: indptr must ascend from 0 to at most {entries}, the number of indices")
    if len(matrix.data) != entries:
        raise ValueError(f"`{name}`: {len(matrix.data)} values for {entries} indices")


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
