"""Pictures of what was selected."""

from __future__ import annotations

from typing import Any, Optional

import numpy as np

from ._model import Model


def plot_subgraph(model: Any, ax: Optional[Any] = None, *, labels: Optional[bool] = None) -> Any:
    """Draw the selected features and the edges between them, coloured by coefficient.

    Parameters
    ----------
    model : fitted estimator or Model
        A grid is drawn as an image, another graph as nodes and lines.
    ax : matplotlib Axes, default=None
        None: the current ones.
    labels : bool, default=None
        Whether to write the names of the nodes. None: up to 60 of them.

    Returns
    -------
    matplotlib Axes

    Examples
    --------
    >>> import graphsparse
    >>> data = graphsparse.simulate("grid:8x8", sparsity=5, observations=40)
    >>> fitted = graphsparse.GraphSparseRegressor(graph="grid:8x8", sparsity=5).fit(data.X, data.y)
    >>> axes = graphsparse.plot_subgraph(fitted)  # doctest: +SKIP
    """
    import matplotlib.pyplot as plt

    model = getattr(model, "model_", model)
    if not isinstance(model, Model):
        raise ValueError(f"`model` must be a fitted estimator or a Model, not {type(model).__name__}")
    fit = model._whole_fit("plot_subgraph")
    ax = plt.gca() if ax is None else ax
    values = np.array(list(model.coefficients.values()))
    most = max(np.abs(values).max(initial=0.0), np.finfo(float).tiny)
    if fit.grid is not None:
        width, height = fit.grid
        image = np.zeros(width * height)
        image[[int(place) for place in fit.support]] = values
        ax.imshow(image.reshape(height, width), cmap="RdBu_r", vmin=-most, vmax=most)
        return ax
    places = _layout(len(values), fit.edges)
    for u, v, _ in fit.edges:
        ax.plot(*places[[u, v]].T, color="0.7", zorder=1)
    ax.scatter(*places.T, c=values, cmap="RdBu_r", vmin=-most, vmax=most, edgecolors="0.3", zorder=2)
    if labels or (labels is None and len(values) <= 60):
        for name, place in zip(model.names, places):
            ax.annotate(name, place, xytext=(4, 4), textcoords="offset points", fontsize=8)
    ax.set_axis_off()
    return ax


def _layout(count: int, edges: list) -> np.ndarray:
    """Places of the nodes: NetworkX's where that is there, else a circle."""
    try:
        import networkx
    except ImportError:
        angles = 2.0 * np.pi * np.arange(count) / max(count, 1)
        return np.stack([np.cos(angles), np.sin(angles)], axis=1)
    graph = networkx.Graph()
    graph.add_nodes_from(range(count))
    graph.add_edges_from((u, v) for u, v, _ in edges)
    places = networkx.kamada_kawai_layout(graph) if networkx.is_connected(graph) else networkx.spring_layout(graph, seed=0)
    return np.array([places[i] for i in range(count)])
