"""What the estimators have in common: from parameters and arrays to the library, and back."""

from __future__ import annotations

import sys
import warnings
from typing import Any, Optional, TypeVar

import numpy as np
from joblib import cpu_count
from sklearn.base import BaseEstimator
from sklearn.exceptions import ConvergenceWarning
from sklearn.feature_selection import SelectorMixin
from sklearn.utils import check_random_state
from sklearn.utils.multiclass import check_classification_targets
from sklearn.utils.validation import _check_sample_weight, check_is_fitted

from . import _core
from ._arrays import finite_matrix
from ._checks import as_whole, check_weights
from ._graph import Graph, as_graph
from ._model import Model
from ._parameters import FIT_FIELDS
from ._sklearn import validate_data

Self = TypeVar("Self", bound="GraphSparseBase")

_HISTORY = [
    ("epoch", np.int64),
    ("objective", np.float64),
    ("support_size", np.int64),
    ("step", np.float64),
    ("seconds", np.float64),
    ("pcst_calls", np.int64),
]


def document(cls: type) -> type:
    """Put the parameters, which come from the table of options, and the shared attributes into the docstring."""
    for mark, text in (("PARAMETERS", cls._parameters_doc), ("ATTRIBUTES", cls._attributes_doc)):
        lines = "".join(f"    {line}\n" if line else "\n" for line in text.strip().split("\n"))
        cls.__doc__ = (cls.__doc__ or "").replace(f"    {mark}\n", lines)
    return cls


class Progress:
    """Tells on standard error how far a fit is."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._last = ""

    def __call__(self, epoch: int, objective: float, done: int, total: int, is_last: bool) -> None:
        text = f"[{self._name}]"
        if total > 0:
            text += f" {done} of {total} fits"
        if epoch > 0:
            text += f" epoch {epoch}, objective {objective:.6g}"
        if is_last:
            text += " done"
        if text != self._last:
            print(text, file=sys.stderr, flush=True)
        self._last = text


class GraphSparseBase(SelectorMixin, BaseEstimator):
    """Fits by the library. The classes below say which losses and which signature they have."""

    _is_classifier = False
    _parameters_doc = ""
    _attributes_doc = ""

    def _explain(self, error: ValueError) -> ValueError:
        return error

    # -- to the library ------------------------------------------------------------------------

    def _options(self, features: int) -> dict[str, Any]:
        options = {field: getattr(self, name) for name, field in FIT_FIELDS.items()}
        options["seed"] = self._seed()
        options["loss"] = self._loss()
        if options["sparsity"] is None:
            options["sparsity"] = min(10, features)
        if self.solver is None and self.structure is None and self.graph is None:
            options["structure"] = "none" if self.feature_groups is None else "groups"
        return options

    def _seed(self) -> Any:
        if self.random_state is None or isinstance(self.random_state, np.random.RandomState):
            return int(check_random_state(self.random_state).randint(np.iinfo(np.int32).max))
        return self.random_state

    def _loss(self) -> str:
        known = _core.losses()
        own = [name for name, _, is_for_classes in known if is_for_classes == self._is_classifier]
        if self.loss is None:
            return own[0]
        if self.loss in [name for name, *_ in known] and self.loss not in own:
            other = "GraphSparseRegressor" if self._is_classifier else "GraphSparseClassifier"
            raise ValueError(f"`loss` must be one of {', '.join(own)}, not '{self.loss}', which is for {other}")
        return self.loss

    def _given(self, X: Any, y: Any, sample_weight: Any) -> dict[str, Any]:
        """All that is not an option; sets what scikit-learn wants to know of X."""
        X, y = validate_data(self, X, y, reset=True, y_numeric=not self._is_classifier)
        names = self._names()
        matrix = finite_matrix(X, names)
        if sample_weight is not None:
            check_weights(X, sample_weight)
            sample_weight = _check_sample_weight(sample_weight, X, dtype=np.float64)
        given = {
            "matrix": matrix,
            "weights": sample_weight,
            "feature_names": names,
            **self._target(y, sample_weight),
            **self._groups(),
        }
        graph = as_graph(self.graph)
        given["graph"] = None if graph is None else graph._edges
        return given

    def _names(self) -> Optional[list[str]]:
        names = getattr(self, "feature_names_in_", None)
        if names is None:
            return None
        if len(set(names)) < len(names):
            values, counts = np.unique(names, return_counts=True)
            raise ValueError(f"X has several columns named '{values[counts > 1][0]}'; names must differ")
        return list(names)

    def _target(self, y: np.ndarray, sample_weight: Optional[np.ndarray]) -> dict[str, Any]:
        if not self._is_classifier:
            return {"target": np.asarray(y, dtype=np.float64)}
        check_classification_targets(y)
        used = y if sample_weight is None else y[sample_weight > 0]
        classes = np.unique(used)
        if len(classes) != 2:
            # The library says what is wrong.
            return {"target": [_word(label) for label in y]}
        self.classes_ = classes
        return {
            "target": np.where(y == classes[0], -1.0, 1.0),
            "classes": [_word(label) for label in classes],
        }

    def _groups(self) -> dict[str, Any]:
        groups = self.feature_groups
        if groups is None:
            return {}
        is_convex = self.solver is not None and _core.is_convex(self.solver)
        if not is_convex:
            if isinstance(groups, str) or np.ndim(groups) != 1:
                raise ValueError("`feature_groups` must have a group for each feature here")
            labels = np.asarray(groups)
            if labels.dtype.kind in "iu":
                return {"feature_groups": labels}
            return {"feature_groups": np.unique(labels, return_inverse=True)[1]}
        if isinstance(groups, str):
            return {"latent_groups": groups}
        if not hasattr(groups, "__len__"):
            raise ValueError("`feature_groups` must be lists of features, a group for each feature, or 'edges'")
        if not all(np.ndim(group) == 0 for group in groups):
            return {"latent_groups": [[as_whole(member, "feature_groups") for member in group] for group in groups]}
        labels = np.asarray(groups)
        return {"latent_groups": [np.flatnonzero(labels == g) for g in np.unique(labels) if str(g) != "-1"]}

    def _init_model(self) -> Optional[_core.Model]:
        init = getattr(self.init, "model_", self.init)
        if init is None:
            return None
        if not isinstance(init, Model):
            raise ValueError(f"`init` must be a fitted estimator or a Model, not {type(init).__name__}")
        return init._model

    def _threads(self) -> int:
        threads = 1 if self.n_jobs is None else as_whole(self.n_jobs, "n_jobs")
        if threads == 0:
            raise ValueError("`n_jobs` must be a whole number from 1 to 4096, or -1 for all processors, not '0'")
        # As joblib counts: -2 is all processors but one.
        return min(threads, 4096) if threads > 0 else max(1, cpu_count() + 1 + threads)

    def _progress(self) -> Optional[Progress]:
        return Progress(type(self).__name__) if self.verbose else None

    # -- and back ------------------------------------------------------------------------------

    def _take(self, fit: _core.Fit, notes: list[str]) -> None:
        for note in notes:
            warnings.warn(note, UserWarning, stacklevel=3)
        if fit.has_failed:
            warnings.warn(
                "the solver diverged and found nothing better than its start; a smaller `step`, `step` "
                "'backtracking' or `standardize` may help",
                ConvergenceWarning,
                stacklevel=3,
            )
        model = fit.model
        self.model_ = Model(fit)
        self.support_ = fit.support
        self.coef_ = np.zeros(self.n_features_in_)
        self.coef_[self.support_] = model.coefficients
        self.intercept_ = model.intercept
        if model.options["standardize"]:
            self.mean_ = np.zeros(self.n_features_in_)
            self.scale_ = np.ones(self.n_features_in_)
            self.mean_[self.support_] = model.mean
            self.scale_[self.support_] = model.scale
        self.n_iter_ = fit.iterations
        self.history_ = np.array(fit.history, dtype=_HISTORY)
        self.restarts_ = fit.restarts
        self.frequency_ = fit.frequency
        self.probability_ = fit.probability
        if self.verbose:
            for note in fit.notes:
                print(f"[{type(self).__name__}] note: {note}", file=sys.stderr, flush=True)

    @property
    def subgraph_(self) -> Any:
        """The selected features and the edges between them: a NetworkX graph where that is there."""
        check_is_fitted(self)
        fit = self.model_._whole_fit("subgraph_")
        names = self.model_.names if hasattr(self, "feature_names_in_") else self.support_.tolist()
        try:
            import networkx
        except ImportError:
            edges = np.array([(u, v) for u, v, _ in fit.edges], dtype=np.int64).reshape(-1, 2)
            costs = np.array([cost for _, _, cost in fit.edges], dtype=float)
            return Graph._wrap(_core.Edges(edges, costs, len(names), [str(name) for name in names], False))
        graph = networkx.Graph()
        graph.add_nodes_from((name, {"coef": float(self.coef_[j])}) for name, j in zip(names, self.support_))
        graph.add_edges_from((names[u], names[v], {"cost": cost}) for u, v, cost in fit.edges)
        return graph

    def __sklearn_is_fitted__(self) -> bool:
        # Looking for names that end in "_" would find the parameter lambda_.
        return hasattr(self, "model_")

    def _get_support_mask(self) -> np.ndarray:
        check_is_fitted(self)
        mask = np.zeros(self.n_features_in_, dtype=bool)
        mask[self.support_] = True
        return mask

    def _new_matrix(self, X: Any) -> tuple[_core.Matrix, Optional[list[str]]]:
        check_is_fitted(self)
        X = validate_data(self, X, reset=False)
        names = self._names()
        return finite_matrix(X, names), names


class RegressorMethods:
    """What a regressor does with new samples."""

    def predict(self, X: Any) -> np.ndarray:
        """Predict the expected value of each sample.

        Parameters
        ----------
        X : array-like, sparse matrix or DataFrame of shape (n, p)

        Returns
        -------
        ndarray of shape (n,)
        """
        matrix, names = self._new_matrix(X)  # type: ignore[attr-defined]
        return self.model_._model.predict(matrix, names)  # type: ignore[attr-defined]

    def _more_tags(self) -> dict[str, Any]:
        return {"poor_score": True}

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()  # type: ignore[misc]
        tags.regressor_tags.poor_score = True
        tags.input_tags.sparse = True
        return tags


class ClassifierMethods:
    """What a classifier does with new samples."""

    _is_classifier = True

    def _explain(self, error: ValueError) -> ValueError:
        """Add to what the library says of classes the words that scikit-learn's users look for."""
        if "every label is" in str(error):
            return ValueError(f"{error}; there is only one class")
        if "different labels" in str(error):
            return ValueError(f"Only binary classification is supported. The type of the target is multiclass. {error}")
        return error

    def decision_function(self, X: Any) -> np.ndarray:
        """Compute the linear predictor of each sample; above 0 speaks for ``classes_[1]``.

        Parameters
        ----------
        X : array-like, sparse matrix or DataFrame of shape (n, p)

        Returns
        -------
        ndarray of shape (n,)
        """
        matrix, names = self._new_matrix(X)  # type: ignore[attr-defined]
        return self.model_._model.predict_linear(matrix, names)  # type: ignore[attr-defined]

    def predict(self, X: Any) -> np.ndarray:
        """Predict the class of each sample; shape (n,)."""
        is_second = self.decision_function(X) > 0
        return self.classes_[is_second.astype(int)]  # type: ignore[attr-defined]

    def predict_proba(self, X: Any) -> np.ndarray:
        """Predict the probabilities of both classes; shape (n, 2)."""
        matrix, names = self._new_matrix(X)  # type: ignore[attr-defined]
        second = self.model_._model.predict(matrix, names)  # type: ignore[attr-defined]
        return np.stack([1.0 - second, second], axis=1)

    def predict_log_proba(self, X: Any) -> np.ndarray:
        """Predict the logarithms of these; shape (n, 2)."""
        return np.log(self.predict_proba(X))

    def _more_tags(self) -> dict[str, Any]:
        return {"poor_score": True, "binary_only": True}

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()  # type: ignore[misc]
        tags.classifier_tags.poor_score = True
        tags.classifier_tags.multi_class = False
        tags.input_tags.sparse = True
        return tags


def _word(label: Any) -> str:
    """A label as the command line would read and write it."""
    if isinstance(label, (float, np.floating)) and float(label).is_integer():
        return str(int(label))
    return str(label)
