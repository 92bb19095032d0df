"""The estimators."""

from __future__ import annotations

from typing import Any, Optional

from sklearn.base import ClassifierMixin, RegressorMixin

from . import _core
from ._base import ClassifierMethods, GraphSparseBase, RegressorMethods, Self, document
from ._parameters import ClassifierParameters, RegressorParameters


class _Fits(GraphSparseBase):
    _attributes_doc = """
coef_ : ndarray of shape (p,)
    One coefficient a feature, zero outside the support; the same numbers as those of the
    command line. With `standardize` they belong to ``(x - mean_) / scale_``.
intercept_ : float
support_ : ndarray
    The selected features, ascending.
n_iter_ : int
history_ : ndarray with the fields epoch, objective, support_size, step, seconds, pcst_calls
restarts_ : dict or None
    How many runs there were, how many found the best objective, how much their supports overlap.
    ``best_objective`` is the lowest of all; ``average`` tells whether the model stands for their average.
frequency_ : ndarray of shape (p,) or None
    With `consensus`: the share of the best runs that select each feature.
probability_ : ndarray of shape (p,) or None
    Of each feature to be selected, where the solver tells it ("amp").
subgraph_ : networkx.Graph
    The selected features and the edges between them; a `Graph` where NetworkX is missing.
model_ : Model
    Has `save`, `report` and `export`.
mean_, scale_ : ndarray of shape (p,)
    With `standardize`: of the selected features; 0 and 1 elsewhere.
"""

    def fit(self: Self, X: Any, y: Any, sample_weight: Optional[Any] = None) -> Self:
        """Fit the model.

        Parameters
        ----------
        X : array-like, sparse matrix or DataFrame of shape (n, p)
            Not copied where it is a float32 or float64 array in C or Fortran order, CSR or CSC.
        y : array-like of shape (n,)
            Numbers, for a classifier labels of two classes.
        sample_weight : array-like of shape (n,), default=None
            Not negative; a sample of weight 0 is left out.

        Returns
        -------
        self
        """
        try:
            given = self._given(X, y, sample_weight)
            options = self._options(self.n_features_in_)
            fit, notes = _core.fit(given, options, self._threads(), self._init_model(), self._progress())
        except ValueError as error:
            raise self._explain(error) from None
        self._take(fit, notes)
        return self


@document
class GraphSparseRegressor(RegressorParameters, RegressorMethods, RegressorMixin, _Fits):
    """Regression on few features that form connected subgraphs of a graph.

    Also a feature selector: `transform` keeps the selected features.

    Parameters
    ----------
    PARAMETERS

    Attributes
    ----------
    ATTRIBUTES

    Examples
    --------
    >>> from graphsparse import GraphSparseRegressor, simulate
    >>> data = simulate("grid:10x10", sparsity=8, observations=60)
    >>> fitted = GraphSparseRegressor(graph="grid:10x10", sparsity=8).fit(data.X, data.y)
    >>> bool((fitted.support_ == data.support).all())
    True
    >>> round(fitted.score(data.X, data.y), 3)
    1.0
    """


@document
class GraphSparseClassifier(ClassifierParameters, ClassifierMethods, ClassifierMixin, _Fits):
    """Two classes told apart by few features that form connected subgraphs of a graph.

    Also a feature selector: `transform` keeps the selected features.

    Parameters
    ----------
    PARAMETERS

    Attributes
    ----------
    classes_ : ndarray of shape (2,)
    ATTRIBUTES

    Examples
    --------
    >>> from graphsparse import GraphSparseClassifier, simulate
    >>> data = simulate("grid:10x10", sparsity=5, observations=300, loss="logistic")
    >>> fitted = GraphSparseClassifier(graph="grid:10x10", sparsity=5, l2=0.01).fit(data.X, data.y)
    >>> fitted.classes_
    array([-1.,  1.])
    >>> fitted.score(data.X, data.y) > 0.7
    True
    """
