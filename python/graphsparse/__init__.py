"""Sparse models whose selected features form connected subgraphs of a graph.

>>> import graphsparse
>>> data = graphsparse.simulate("grid:16x16", sparsity=12, observations=80)
>>> model = graphsparse.GraphSparseRegressor(graph="grid:16x16", sparsity=12).fit(data.X, data.y)
>>> bool((model.support_ == data.support).all())
True
"""

from . import compat
from ._core import version as __version__
from ._cv import GraphSparseClassifierCV, GraphSparseRegressorCV
from ._estimators import GraphSparseClassifier, GraphSparseRegressor
from ._functions import Forest, Projection, Simulation, pcst, project, simulate
from ._graph import Graph
from ._model import Model, load
from ._plot import plot_subgraph

__all__ = [
    "Forest",
    "Graph",
    "GraphSparseClassifier",
    "GraphSparseClassifierCV",
    "GraphSparseRegressor",
    "GraphSparseRegressorCV",
    "Model",
    "Projection",
    "Simulation",
    "__version__",
    "compat",
    "load",
    "pcst",
    "plot_subgraph",
    "project",
    "simulate",
]
