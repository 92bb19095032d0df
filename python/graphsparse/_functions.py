"""Projections, Steiner forests and simulated data."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Optional

import numpy as np

from . import _core
from ._graph import Graph, GraphLike, _as_numbers, as_graph


@dataclass(frozen=True)
class Projection:
    """What `project` has found.

    Attributes
    ----------
    support : ndarray
        The chosen nodes, ascending: places in `x`.
    captured, residual : float
        The squared norm of `x` inside and outside of the support.
    components : int
        Connected components of the support.
    within_range : bool
        Whether the support is as large as asked for.
    certified_factor : float or None
        A proven c: the tail loses at most c times the least possible norm, the head keeps at least
        c times the largest; None where nothing is proven.
    pcst_calls : int
    lambda_ : float
        Multiplier of the edge costs at the end of the search.
    names : list of str or None
        Of the nodes, where the graph has names.
    """

    support: np.ndarray
    captured: float
    residual: float
    components: int
    within_range: bool
    certified_factor: Optional[float]
    pcst_calls: int
    lambda_: float
    names: Optional[list[str]]


@dataclass(frozen=True)
class Forest:
    """What `pcst` has found.

    Attributes
    ----------
    nodes : ndarray
        The chosen nodes, ascending: places in `prizes`.
    edges : ndarray of shape (m, 2)
        The chosen edges by their ends.
    objective : float
        The cost of the chosen edges plus the prizes of the nodes left out.
    cost : float
        Of the chosen edges.
    lower_bound : float
        No forest with so many trees has a smaller objective.
    components : int
        Number of trees.
    names : list of str or None
        Of the nodes, where the graph has names.
    """

    nodes: np.ndarray
    edges: np.ndarray
    objective: float
    cost: float
    lower_bound: float
    components: int
    names: Optional[list[str]]


@dataclass(frozen=True)
class Simulation:
    """What `simulate` has made.

    Attributes
    ----------
    X : ndarray of shape (observations, nodes)
    y : ndarray of shape (observations,)
    coef : ndarray of shape (nodes,)
        The planted signal.
    support : ndarray
        Its nodes, ascending.
    graph : Graph
    names : list of str or None
        Of the nodes, where the graph has names.
    """

    X: np.ndarray
    y: np.ndarray
    coef: np.ndarray
    support: np.ndarray
    graph: Graph
    names: Optional[list[str]]


def project(
    x: Any,
    graph: GraphLike,
    sparsity: Optional[int] = None,
    kind: str = "tail",
    components: int = 1,
    *,
    slack: Optional[float] = None,
    method: str = "tree-dp",
    budget: Optional[float] = None,
    max_calls: int = 50,
) -> Projection:
    """Project a vector onto supports of few connected nodes.

    Parameters
    ----------
    x : array-like or Series of shape (n,)
        The index of a Series is joined to the names of the graph.
    graph : object
        As for the estimators.
    sparsity : int
        Number of nodes wanted. A head may do without: it then has at least half of the nodes.
    kind : {"tail", "head"}, default="tail"
        Lose little, or keep much.
    components : int, default=1
        Largest number of connected components.
    slack : float, default=None
        Accept up to (1 + slack) times as many nodes. None: as the method says.
    method : str, default="tree-dp"
        As ``graphsparse project --method``.
    budget : float, default=None
        Bound on the cost of the edges, for the method "budget".
    max_calls : int, default=50
        Solves before a search gives up.

    Returns
    -------
    Projection

    Examples
    --------
    >>> from graphsparse import project
    >>> project([0.1, 3.0, 2.0, 0.2, 3.0], [[0, 1], [1, 2], [2, 3], [3, 4]], sparsity=2).support
    array([1, 2])
    """
    values, names = _named(x, "x")
    found = _core.project(
        _required(graph)._edges, values, names, kind, sparsity, slack, components, method, budget, max_calls
    )
    return Projection(**found)


def pcst(
    graph: GraphLike,
    prizes: Any,
    *,
    root: Optional[Any] = None,
    components: Optional[int] = None,
    pruning: str = "strong",
    cost_scale: float = 1.0,
) -> Forest:
    """Solve the prize-collecting Steiner forest problem within a factor of two.

    Parameters
    ----------
    graph : object
        As for the estimators; edges have costs.
    prizes : array-like or Series of shape (n,)
        One prize a node, not negative. The index of a Series is joined to the names of the graph.
    root : int or str, default=None
        A node that must be in the tree.
    components : int, default=None
        Number of trees to stop growing at. None: 1, or the tree of the root.
    pruning : {"strong", "gw", "simple", "none"}, default="strong"
        What is cut off after growing.
    cost_scale : float, default=1.0
        Every edge cost is multiplied by this.

    Returns
    -------
    Forest

    Examples
    --------
    >>> from graphsparse import pcst
    >>> forest = pcst(([[0, 1], [1, 2], [2, 3]], [0.8, 1.8, 2.8]), [1.0, 1.0, 1.0, 1.0])
    >>> forest.nodes, forest.objective
    (array([0, 1]), 2.8)
    """
    values, names = _named(prizes, "prizes")
    name = None if root is None else str(root)
    return Forest(**_core.pcst(_required(graph)._edges, values, names, name, components, pruning, cost_scale))


def simulate(
    graph: GraphLike,
    sparsity: int,
    observations: int,
    *,
    loss: str = "squares",
    noise: float = 0.0,
    components: int = 1,
    random_state: int = 0,
) -> Simulation:
    """Plant a connected signal on a graph and measure it, as ``graphsparse simulate`` does.

    Parameters
    ----------
    graph : object
        As for the estimators.
    sparsity : int
        Nodes of the planted signal.
    observations : int
        Rows of X.
    loss : {"squares", "logistic"}, default="squares"
        What the target is for: numbers, or labels -1 and 1.
    noise : float, default=0.0
        squares: the norm of the noise; logistic: its deviation before the label is drawn.
    components : int, default=1
        Connected parts of the signal, which do not touch.
    random_state : int, default=0
        The same number gives the same data, here and at the command line.

    Returns
    -------
    Simulation

    Examples
    --------
    >>> from graphsparse import simulate
    >>> data = simulate("grid:16x16", sparsity=12, observations=80)
    >>> data.X.shape, len(data.support)
    ((80, 256), 12)
    """
    whole = _required(graph)
    made = _core.simulate(whole._edges, sparsity, observations, loss, float(noise), components, random_state)
    return Simulation(graph=whole, **made)


def _required(graph: GraphLike) -> Graph:
    whole = as_graph(graph)
    if whole is None:
        raise ValueError("`graph` is required")
    return whole


def _named(values: Any, what: str) -> tuple[np.ndarray, Optional[list[str]]]:
    """A vector, and the index of a pandas Series."""
    index = getattr(values, "index", None)
    is_series = index is not None and not callable(index)
    return _as_numbers(values, what), [str(name) for name in index] if is_series else None
