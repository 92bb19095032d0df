"""Graphs, and all that can be taken for one."""

from __future__ import annotations

import os
from typing import Any, Optional, Sequence, Union

import numpy as np
from scipy import sparse

from . import _core

# A SciPy sparse matrix, a NetworkX graph, an array of edges, a pair (edges, costs), a pandas table,
# a Graph, the name of a file, or "grid:WxH".
GraphLike = Any


class Graph:
    """Undirected edges with costs between nodes that are numbers or have names.

    Nodes with names are joined to the columns of X by name; numbered ones are the columns
    themselves, from 0.

    Parameters
    ----------
    edges : array-like of shape (m, 2)
        The two ends of each edge: numbers from 0, or names.
    costs : array-like of shape (m,), default=None
        What each edge costs, not negative. None: 1.
    nodes : int, default=None
        Number of nodes, which must then be that of the features. None: as many as `edges` names.

    Examples
    --------
    >>> from graphsparse import Graph
    >>> Graph([[0, 1], [1, 2], [2, 3]])
    Graph(4 nodes, 3 edges)
    >>> Graph([["TP53", "MDM2"], ["MDM2", "MDM4"]], costs=[0.5, 1.0]).names
    ['TP53', 'MDM2', 'MDM4']
    """

    def __init__(
        self,
        edges: Any,
        costs: Optional[Any] = None,
        nodes: Optional[int] = None,
    ) -> None:
        ends = np.asarray(edges)
        if ends.size == 0:
            ends = np.empty((0, 2), dtype=np.int64)
        if ends.ndim != 2 or ends.shape[1] != 2:
            raise ValueError(f"`edges` must have two columns, the ends of each edge, not the shape {ends.shape}")
        costs = np.ones(len(ends)) if costs is None else _as_numbers(costs, "costs")
        names: Sequence[str] = []
        if ends.dtype.kind in "fc" and np.array_equal(ends, np.floor(ends.real)):
            ends = ends.real.astype(np.int64)
        if ends.dtype.kind not in "iu":
            if ends.dtype.kind == "f":
                raise ValueError("`edges` must have whole numbers or names as ends")
            names, ends = _number_names(ends)
        count = int(ends.max()) + 1 if nodes is None and len(ends) else int(nodes or 0)
        if names:
            count = len(names)
        self._edges = _core.Edges(
            ends.astype(np.int64, copy=False), costs, count, list(names), nodes is not None and not names
        )

    @classmethod
    def _wrap(cls, edges: _core.Edges) -> Graph:
        graph = cls.__new__(cls)
        graph._edges = edges
        return graph

    @classmethod
    def read(cls, path: Union[str, os.PathLike]) -> Graph:
        """Read what the command line takes for a graph: a file, or "grid:WxH".

        Parameters
        ----------
        path : str
            An edge list (.tsv, .csv, .txt), .sif, .graphml, .mtx, or "grid:WxH".

        Returns
        -------
        Graph

        Examples
        --------
        >>> Graph.read("grid:3x2")
        Graph(6 nodes, 7 edges)
        """
        return cls._wrap(_core.Edges.read(os.fspath(path)))

    @classmethod
    def grid(cls, width: int, height: int) -> Graph:
        """Make a grid: node ``row * width + column``, four neighbours.

        Examples
        --------
        >>> Graph.grid(3, 2)
        Graph(6 nodes, 7 edges)
        """
        return cls.read(f"grid:{int(width)}x{int(height)}")

    @classmethod
    def from_scipy(cls, matrix: Any) -> Graph:
        """Take the entries of a square sparse matrix as edges, their values as costs.

        Where both (i, j) and (j, i) have an entry, they are one edge with the smaller cost.

        Examples
        --------
        >>> from scipy.sparse import diags
        >>> Graph.from_scipy(diags([1.0, 1.0], [-1, 1], shape=(4, 4)))
        Graph(4 nodes, 3 edges)
        """
        entries = sparse.coo_matrix(matrix)
        if entries.shape[0] != entries.shape[1]:
            raise ValueError(f"`graph` must be a square matrix, not of the shape {entries.shape}")
        low = np.minimum(entries.row, entries.col).astype(np.int64)
        high = np.maximum(entries.row, entries.col).astype(np.int64)
        costs = _as_numbers(entries.data, "graph")
        order = np.lexsort((costs, high, low))
        low, high, costs = low[order], high[order], costs[order]
        first = np.ones(len(low), dtype=bool)
        first[1:] = (low[1:] != low[:-1]) | (high[1:] != high[:-1])
        keep = first & (low != high)
        return cls(np.stack([low[keep], high[keep]], axis=1), costs[keep], nodes=entries.shape[0])

    @classmethod
    def from_networkx(cls, graph: Any) -> Graph:
        """Take a NetworkX graph. Costs are the attribute `cost`, else `weight`, else 1.

        Nodes that are whole numbers are columns of X, others have names.

        Examples
        --------
        >>> import networkx  # doctest: +SKIP
        >>> Graph.from_networkx(networkx.path_graph(4))  # doctest: +SKIP
        Graph(4 nodes, 3 edges)
        """
        costs = np.array(
            [d.get("cost", d.get("weight", 1.0)) for _, _, d in graph.edges(data=True)], dtype=float
        )
        nodes = list(graph.nodes)
        ends = [(u, v) for u, v in graph.edges()]
        if all(isinstance(node, (int, np.integer)) and not isinstance(node, bool) and node >= 0 for node in nodes):
            result = np.array(ends, dtype=np.int64).reshape(-1, 2)
            count = max(nodes) + 1 if nodes else 0
            return cls._wrap(_core.Edges(result, costs, count, [], False))
        place = {node: i for i, node in enumerate(nodes)}
        result = np.array([(place[u], place[v]) for u, v in ends], dtype=np.int64).reshape(-1, 2)
        return cls._wrap(_core.Edges(result, costs, len(nodes), [str(node) for node in nodes], False))

    @classmethod
    def from_pandas(cls, table: Any) -> Graph:
        """Take a table of edges: two columns of ends, and a third one of costs if there is one.

        Examples
        --------
        >>> import pandas  # doctest: +SKIP
        >>> Graph.from_pandas(pandas.DataFrame({"u": ["a", "b"], "v": ["b", "c"]}))  # doctest: +SKIP
        Graph(3 nodes, 2 edges)
        """
        if table.shape[1] not in (2, 3):
            raise ValueError(
                f"`graph`: a table of edges has two columns of ends and perhaps one of costs, not {table.shape[1]} columns"
            )
        costs = table.iloc[:, 2].to_numpy() if table.shape[1] == 3 else None
        ends = table.iloc[:, :2]
        if ends.isna().any(axis=None):
            raise ValueError("`graph`: an end of an edge is missing")
        return cls(ends.to_numpy(), costs)

    @property
    def n_nodes(self) -> int:
        """Number of nodes."""
        return self._edges.nodes

    @property
    def names(self) -> list[str]:
        """Names of the nodes; empty where they are numbers."""
        return self._edges.names

    @property
    def edges(self) -> np.ndarray:
        """The ends of the edges, as numbers of nodes; shape (m, 2)."""
        return self._edges.arrays()[0]

    @property
    def costs(self) -> np.ndarray:
        """The cost of each edge."""
        return self._edges.arrays()[1]

    def to_networkx(self) -> Any:
        """Make a NetworkX graph, with the names of nodes and an attribute `cost`."""
        import networkx

        ends, costs = self._edges.arrays()
        names = self.names or range(self.n_nodes)
        graph = networkx.Graph()
        graph.add_nodes_from(names)
        graph.add_edges_from((names[u], names[v], {"cost": float(c)}) for (u, v), c in zip(ends, costs))
        return graph

    def __repr__(self) -> str:
        return f"Graph({self.n_nodes} nodes, {len(self._edges.arrays()[1])} edges)"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Graph):
            return NotImplemented
        return self.names == other.names and self.n_nodes == other.n_nodes and all(
            np.array_equal(a, b) for a, b in zip(self._edges.arrays(), other._edges.arrays())
        )

    __hash__ = None  # type: ignore[assignment]

    def __getstate__(self) -> tuple:
        if self._edges.grid:
            return ("grid", self._edges.grid)
        return (*self._edges.arrays(), self._edges.nodes, self._edges.names, self._edges.has_exact_size)

    def __setstate__(self, state: tuple) -> None:
        if state[0] == "grid" if isinstance(state[0], str) else False:
            self._edges = _core.Edges.read("grid:{}x{}".format(*state[1]))
        else:
            self._edges = _core.Edges(*state)


def _as_numbers(values: Any, name: str) -> np.ndarray:
    try:
        return np.ascontiguousarray(values, dtype=np.float64)
    except (TypeError, ValueError) as error:
        raise ValueError(f"`{name}` must be numbers: {error}") from None


def _number_names(ends: np.ndarray) -> tuple[list[str], np.ndarray]:
    """Names in the order of their first appearance, and the edges by their numbers."""
    places: dict[str, int] = {}
    numbers = np.empty(ends.shape, dtype=np.int64)
    for e, (u, v) in enumerate(ends):
        numbers[e, 0] = places.setdefault(str(u), len(places))
        numbers[e, 1] = places.setdefault(str(v), len(places))
    return list(places), numbers


def as_graph(graph: GraphLike) -> Optional[Graph]:
    """Make a Graph of all that may stand for one."""
    if graph is None or isinstance(graph, Graph):
        return graph
    if isinstance(graph, (str, os.PathLike)):
        return Graph.read(graph)
    if sparse.issparse(graph):
        return Graph.from_scipy(graph)
    if hasattr(graph, "iloc") and hasattr(graph, "columns"):
        return Graph.from_pandas(graph)
    if hasattr(graph, "adjacency") and hasattr(graph, "nodes"):
        return Graph.from_networkx(graph)
    if isinstance(graph, tuple) and len(graph) == 2 and np.ndim(graph[0]) == 2:
        return Graph(*graph)
    edges = np.asarray(graph)
    if edges.ndim == 2 and edges.shape[1] == 3:
        ends = edges[:, :2]
        if edges.dtype.kind == "f" and not np.array_equal(ends, np.floor(ends)):
            raise ValueError("`graph`: the ends of edges must be whole numbers or names")
        return Graph(ends.astype(np.int64) if edges.dtype.kind == "f" else ends, edges[:, 2])
    if edges.ndim == 2 and edges.shape[1] == 2 or edges.size == 0:
        return Graph(edges)
    raise ValueError(
        "`graph` must be a SciPy sparse matrix, a NetworkX graph, an array of edges with two or three columns, a "
        f"pandas table of edges, a graphsparse.Graph, a file name, or 'grid:WxH', not {type(graph).__name__}"
    )
