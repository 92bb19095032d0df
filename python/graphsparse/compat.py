"""A stand-in for the package `pcst_fast`.

Programs written for it run unmodified after::

    import sys
    import graphsparse.compat
    sys.modules["pcst_fast"] = graphsparse.compat

Growth, prunings and results are the same; where several edges are covered at the same time the one
with the smaller number comes first, so that ties may fall otherwise.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from . import _core
from ._graph import _as_numbers

__all__ = ["pcst_fast"]


def pcst_fast(
    edges: Any,
    prizes: Any,
    costs: Any,
    root: int,
    num_clusters: int,
    pruning: str,
    verbosity_level: int,
) -> tuple[np.ndarray, np.ndarray]:
    """Solve the prize-collecting Steiner forest problem, as the package `pcst_fast` does.

    Parameters
    ----------
    edges : array-like of shape (m, 2)
        The ends of each edge; nodes are 0 to n - 1.
    prizes : array-like of shape (n,)
        Not negative.
    costs : array-like of shape (m,)
        Not negative.
    root : int
        A node that must be in the tree; -1: none.
    num_clusters : int
        Number of trees; with a root 1 (or 0, which means the same).
    pruning : {"none", "simple", "gw", "strong"}
        In upper or lower case.
    verbosity_level : int
        Nothing is printed, whatever it is.

    Returns
    -------
    vertices : ndarray of int64
        The chosen nodes, ascending.
    edges : ndarray of int64
        The chosen edges, ascending: places in `edges`.

    Examples
    --------
    >>> from graphsparse.compat import pcst_fast
    >>> pcst_fast([[0, 1], [1, 2], [2, 3]], [1.0, 1.0, 1.0, 1.0], [0.8, 1.8, 2.8], -1, 1, "strong", 0)
    (array([0, 1]), array([0]))
    """
    ends = np.asarray(edges)
    if ends.size == 0:
        ends = ends.reshape(-1, 2)
    if ends.ndim != 2 or ends.shape[1] != 2:
        raise ValueError("`edges` must be a two-dimensional array with two columns")
    if ends.size and ends.dtype.kind not in "iu":
        if ends.dtype.kind != "f" or not np.array_equal(ends, np.floor(ends)):
            raise ValueError("`edges` must be whole numbers")
    if not isinstance(pruning, str):
        raise ValueError(f"`pruning` must be one of none, simple, gw, strong, not {pruning!r}")
    root, trees = int(root), int(num_clusters)
    if root >= 0:
        if trees not in (0, 1):
            raise ValueError(f"`num_clusters` is {trees}; with a root there is one tree")
        trees = 0
    elif trees < 1:
        raise ValueError(f"`num_clusters` is {trees}; without a root it must be at least 1")
    int(verbosity_level)
    return _core.pcst_fast(
        ends.astype(np.int64, copy=False),
        _as_numbers(prizes, "prizes"),
        _as_numbers(costs, "costs"),
        root,
        trees,
        pruning.lower(),
    )
