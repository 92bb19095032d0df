"""Fitted models: what predicts, is saved and loaded."""

from __future__ import annotations

import os
from typing import Any, Optional, Union

import numpy as np

from . import _core
from ._arrays import feature_names, finite_matrix
from ._sklearn import check_matrix


class Model:
    """A fitted model, as the command line writes and reads it.

    Estimators have one as `model_`; `load` reads one from a file.

    Examples
    --------
    >>> import graphsparse
    >>> data = graphsparse.simulate("grid:8x8", sparsity=5, observations=40)
    >>> model = graphsparse.GraphSparseRegressor(graph="grid:8x8", sparsity=5).fit(data.X, data.y).model_
    >>> model
    Model(squares, 5 of 64 features)
    >>> len(model.predict(data.X))
    40
    """

    def __init__(self, content: Union[_core.Fit, _core.Model]) -> None:
        self._fit: Optional[_core.Fit] = content if isinstance(content, _core.Fit) else None
        self._model: _core.Model = content.model if isinstance(content, _core.Fit) else content

    @property
    def names(self) -> list[str]:
        """The selected features by name; by number where they have none."""
        return self._model.names

    @property
    def coefficients(self) -> dict[str, float]:
        """Name -> coefficient of the selected features, of (value - mean) / scale where standardized."""
        return dict(zip(self._model.names, self._model.coefficients.tolist()))

    @property
    def intercept(self) -> float:
        """The constant of the linear predictor."""
        return self._model.intercept

    @property
    def classes(self) -> list[str]:
        """The two classes as words; empty where there are none."""
        return self._model.classes

    @property
    def options(self) -> dict[str, Any]:
        """The parameters of the fit, with the values that were used."""
        return self._model.options

    @property
    def statistics(self) -> dict[str, Any]:
        """How the fit went."""
        return self._model.statistics

    @property
    def frequency(self) -> Optional[dict[str, float]]:
        """With `consensus`: name -> share of the best runs that select the feature."""
        values = self._model.numbers.get("frequency")
        return None if values is None else dict(zip(self.names, values.tolist()))

    @property
    def notes(self) -> list[str]:
        """What the fit has to say to people; empty for a model from a file."""
        return self._fit.notes if self._fit is not None else []

    @property
    def version(self) -> str:
        """Of the program that fitted it."""
        return self._model.version

    @property
    def edges(self) -> list[tuple[str, str, float]]:
        """The edges of the graph between selected features: two names and a cost."""
        names = self.names
        return [(names[u], names[v], cost) for u, v, cost in self._whole_fit("edges").edges]

    def predict(self, X: Any) -> np.ndarray:
        """Predict the expected value of each sample, or its class as a word.

        Parameters
        ----------
        X : array-like, sparse matrix or DataFrame of shape (n, p)
            Columns of a DataFrame are matched by name.

        Returns
        -------
        ndarray of shape (n,)
        """
        if not self.classes:
            return self._model.predict(*self._matrix(X))
        return np.array(self.classes)[(self.decision_function(X) > 0).astype(int)]

    def predict_proba(self, X: Any) -> np.ndarray:
        """Predict the probabilities of both classes; shape (n, 2)."""
        if not self.classes:
            raise ValueError(f"a model of `loss` {self._model.loss} has no classes")
        second = self._model.predict(*self._matrix(X))
        return np.stack([1.0 - second, second], axis=1)

    def decision_function(self, X: Any) -> np.ndarray:
        """Compute the linear predictor of each sample."""
        return self._model.predict_linear(*self._matrix(X))

    def save(self, path: Union[str, os.PathLike]) -> None:
        """Write the model as JSON, for `load` and for ``graphsparse predict --model``."""
        self._model.save(os.fspath(path))

    def report(self, path: Union[str, os.PathLike]) -> None:
        """Write an HTML page: facts, the selected subgraph, coefficients, convergence."""
        self._whole_fit("report").report(os.fspath(path))

    def export(self, path: Union[str, os.PathLike]) -> None:
        """Write the selected subgraph for Cytoscape and the like: .graphml, .sif or .tsv."""
        self._whole_fit("export").export(os.fspath(path))

    def _matrix(self, X: Any) -> tuple[_core.Matrix, Optional[list[str]]]:
        names = feature_names(X) if self._model.has_feature_names else None
        return finite_matrix(check_matrix(X), names), names

    def _whole_fit(self, purpose: str) -> _core.Fit:
        if self._fit is None:
            raise ValueError(f"`{purpose}` needs the fit itself; a model from a file has only its coefficients")
        return self._fit

    def __repr__(self) -> str:
        return f"Model({self._model.loss}, {len(self.names)} of {self._model.feature_count} features)"

    def __getstate__(self) -> Union[_core.Fit, _core.Model]:
        return self._fit if self._fit is not None else self._model

    def __setstate__(self, state: Union[_core.Fit, _core.Model]) -> None:
        self.__init__(state)  # type: ignore[misc]


def load(path: Union[str, os.PathLike]) -> Model:
    """Read a model that `Model.save` or the command line wrote.

    Parameters
    ----------
    path : str
        A model as JSON.

    Returns
    -------
    Model

    Examples
    --------
    >>> import os, tempfile, graphsparse
    >>> data = graphsparse.simulate("grid:8x8", sparsity=5, observations=40)
    >>> fitted = graphsparse.GraphSparseRegressor(graph="grid:8x8", sparsity=5).fit(data.X, data.y)
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     fitted.model_.save(os.path.join(folder, "model.json"))
    ...     model = graphsparse.load(os.path.join(folder, "model.json"))
    >>> bool((model.predict(data.X) == fitted.predict(data.X)).all())
    True
    """
    return Model(_core.Model.load(os.fspath(path)))
