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
from ._checks import as_whole
from ._graph import _as_numbers, as_ends

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
        Not negative. A node with an infinite prize is left out only where its component is.
    costs : array-like of shape (m,)
        Not negative. An edge with an infinite cost is never chosen.
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
        ends = np.empty((0, 2), dtype=np.int64)
    if ends.ndim != 2 or ends.shape[1] != 2:
        raise ValueError("`edges` must be a two-dimensional array with two columns")
    ends = as_ends(ends)
    if not isinstance(pruning, str):
        raise ValueError(f"`pruning` must be one of none, simple, gw, strong, not {pruning!r}")
    root, trees = as_whole(root, "root"), as_whole(num_clusters, "num_clusters")
    if root >= 0:
        if trees not in (0, 1):
            raise ValueError(f"`num_clusters` is {trees}; with a root there is one tree")
        trees = 0
    elif trees < 1:
        raise ValueError(f"`num_clusters` is {trees}; without a root it must be at least 1")
    as_whole(verbosity_level, "verbosity_level")
    worth, lengths = _as_numbers(prizes, "prizes"), _as_numbers(costs, "costs")
    if not np.isposinf(worth).any() and not np.isposinf(lengths).any():
        return _core.pcst_fast(ends, worth, lengths, root, trees, pruning.lower())
    usable, worth = _without_infinity(ends, worth, lengths)
    nodes, chosen = _core.pcst_fast(ends[usable], worth, lengths[usable], root, trees, pruning.lower())
    return nodes, usable[chosen]


def _without_infinity(ends: np.ndarray, prizes: np.ndarray, costs: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The edges that can be bought, and prizes of which an infinite one outweighs all else."""
    if costs.shape != (len(ends),):
        raise ValueError(f"`costs`: {costs.size} for {len(ends)} edges")
    usable = np.flatnonzero(~np.isposinf(costs))
    most = 1.0 + 4.0 * (costs[usable].sum() + prizes[np.isfinite(prizes)].sum())
    return usable, np.where(np.isposinf(prizes), most, prizes)
