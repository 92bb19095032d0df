"""Estimators that choose among settings by cross-validation."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Optional

import numpy as np
from sklearn.base import ClassifierMixin, RegressorMixin

from . import _core
from ._base import ClassifierMethods, GraphSparseBase, RegressorMethods, Self, document
from ._parameters import CV_FIELDS, FIT_FIELDS, ClassifierCVParameters, RegressorCVParameters

_FOLDS = next(record["default"] for record in _core.cv_options() if record["field"] == "folds")
_SPARSITIES = (1, 2, 5, 10, 20, 50)
_PENALTIES = (0.5, 0.2, 0.1, 0.05)


class _Validates(GraphSparseBase):
    init = None
    _attributes_doc = """
best_params_ : dict
    The setting with the best mean score, or the one that `one_se` chooses; the attributes of
    the fit below are those of this setting on all samples.
best_score_ : float
    Its mean score over the folds: the best of several, so optimistically biased; with `nested`
    see `outer_scores_`.
best_index_ : int
metric_ : str
    What the scores are: "mse", "brier", "log-loss" and "balanced-error" are better where
    smaller.
cv_results_ : dict
    params, mean_test_score, std_test_score, rank_test_score and split<k>_test_score for each
    setting, as `GridSearchCV` has them.
outer_scores_ : dict
    Metric -> score of each outer fold; with `nested` the setting is chosen inside its training
    part.
stability_ : ndarray of shape (p,)
    The share of the models of the outer folds that select each feature.
coef_, intercept_, support_, n_iter_, history_, restarts_, frequency_, probability_, subgraph_,
model_
    As those of the estimator without ``CV``.
"""

    def fit(
        self: Self, X: Any, y: Any, sample_weight: Optional[Any] = None, groups: Optional[Any] = None
    ) -> Self:
        """Validate all settings, and fit the best one to all samples.

        Parameters
        ----------
        X : array-like, sparse matrix or DataFrame of shape (n, p)
        y : array-like of shape (n,)
            Numbers, for a classifier labels of two classes.
        sample_weight : array-like of shape (n,), default=None
            Not negative; a sample of weight 0 is left out.
        groups : array-like of shape (n,), default=None
            Samples of one group stay in one fold.

        Returns
        -------
        self
        """
        try:
            self._fit_cv(X, y, sample_weight, groups)
        except ValueError as error:
            raise self._explain(error) from None
        return self

    def _fit_cv(self, X: Any, y: Any, sample_weight: Any, groups: Any) -> None:
        given = self._given(X, y, sample_weight)
        options = self._options(self.n_features_in_)
        grid = self._grid(given)
        if "sparsity" in grid and (self.sparsity is None or self.grid is None):
            options["sparsity"] = None
        texts = [f"{_option(name)}={','.join(repr(_number(v)) for v in values)}" for name, values in grid.items()]
        folds = {field: getattr(self, name) for name, field in CV_FIELDS.items()}
        if self.folds is None:
            folds["folds"] = self._most_folds(given)
        if groups is not None:
            groups = np.unique(np.asarray(groups), return_inverse=True)[1].tolist()
        fit, notes, result = _core.cross_validate(
            given, options, folds, texts, groups, self._threads(), self._progress()
        )
        self._take(fit, notes)
        self._take_result(result)

    def _most_folds(self, given: dict[str, Any]) -> int:
        """The usual number, or as many as there are samples of the smaller class."""
        target, weights = given["target"], given["weights"]
        used = np.asarray(target)[slice(None) if weights is None else weights > 0]
        fewest = len(used)
        if self._is_classifier and fewest > 0:
            fewest = int(np.unique(used, return_counts=True)[1].min())
        return max(2, min(_FOLDS, fewest))

    def _grid(self, given: dict[str, Any]) -> dict[str, Any]:
        if self.grid is not None:
            if not isinstance(self.grid, Mapping):
                raise ValueError(f"`grid` must be a dict from parameters to values, not {type(self.grid).__name__}")
            return {name: np.atleast_1d(values) for name, values in self.grid.items()}
        if self.solver is not None and _core.is_convex(self.solver):
            return {"lambda_ratio": _PENALTIES}
        if self.sparsity is not None:
            return {"sparsity": [self.sparsity]}
        most = min(self.n_features_in_, given["matrix"].rows)
        if given["graph"] is not None and self.structure in (None, "graph"):
            names = given["feature_names"]
            most = min(most, given["graph"].largest_support(given["matrix"], names, {"components": self.components}))
        return {"sparsity": [s for s in _SPARSITIES if s <= max(most, 1)]}

    def _take_result(self, result: dict[str, Any]) -> None:
        scores = np.array(result["scores"])
        means = scores.mean(axis=1)
        sign = 1.0 if result["larger_is_better"] else -1.0
        ranks = np.array([1 + int(np.sum(sign * means > sign * mean)) for mean in means], dtype=np.int32)
        settings = result["settings"]
        self.cv_results_ = {
            "params": settings,
            **{f"param_{name}": np.array([s[name] for s in settings]) for name in settings[0]},
            **{f"split{k}_test_score": scores[:, k] for k in range(scores.shape[1])},
            "mean_test_score": means,
            "std_test_score": scores.std(axis=1),
            "rank_test_score": ranks,
        }
        self.best_index_ = result["best"]
        self.best_params_ = settings[self.best_index_]
        self.best_score_ = float(means[self.best_index_])
        self.metric_ = result["metric"]
        self.stability_ = result["stability"]
        metrics = result["outer"][0]["scores"]
        self.outer_scores_ = {
            name: np.array([model["scores"][name] for model in result["outer"]])
            for name in metrics
            if np.isfinite(metrics[name])
        }


def _option(name: str) -> str:
    return FIT_FIELDS.get(name, name).replace("_", "-")


def _number(value: Any) -> Any:
    if isinstance(value, (np.integer, int)):
        return int(value)
    try:
        return float(value)
    except (TypeError, ValueError):
        raise ValueError(f"`grid` has numbers as values, not {value!r}") from None


@document
class GraphSparseRegressorCV(RegressorCVParameters, RegressorMethods, RegressorMixin, _Validates):
    """`GraphSparseRegressor` with parameters chosen by cross-validation.

    Settings that differ in sparsity alone are fitted as a path, each from the next smaller one.

    Parameters
    ----------
    PARAMETERS

    Attributes
    ----------
    ATTRIBUTES

    Examples
    --------
    >>> from graphsparse import GraphSparseRegressorCV, simulate
    >>> data = simulate("grid:10x10", sparsity=8, observations=80, noise=0.1)
    >>> search = GraphSparseRegressorCV(graph="grid:10x10", grid={"sparsity": [2, 4, 8]})
    >>> search.fit(data.X, data.y).best_params_
    {'sparsity': 8}
    >>> search.stability_[data.support].min() > 0.5
    True
    """


@document
class GraphSparseClassifierCV(ClassifierCVParameters, ClassifierMethods, ClassifierMixin, _Validates):
    """`GraphSparseClassifier` with parameters chosen by cross-validation.

    Folds are stratified. Settings that differ in sparsity alone are fitted as a path, each from
    the next smaller one.

    Parameters
    ----------
    PARAMETERS

    Attributes
    ----------
    classes_ : ndarray of shape (2,)
    ATTRIBUTES

    Examples
    --------
    >>> from graphsparse import GraphSparseClassifierCV, simulate
    >>> data = simulate("grid:10x10", sparsity=5, observations=200, loss="logistic")
    >>> search = GraphSparseClassifierCV(graph="grid:10x10", grid={"sparsity": [3, 5]}, l2=0.01)
    >>> search.fit(data.X, data.y).metric_
    'auc'
    >>> search.best_score_ > 0.7
    True
    """
