"""What differs between the versions of scikit-learn.

Debian 12 has 1.2.1, whose estimators have `_validate_data` and `_more_tags`; from 1.6 on there are
the function `validate_data` and `__sklearn_tags__`. The estimators have both kinds of tags.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import sklearn

try:  # 1.6 and later
    from sklearn.utils.validation import validate_data as _validate_data

    _FINITE = "ensure_all_finite"
except ImportError:
    _FINITE = "force_all_finite"

    def _validate_data(estimator: Any, X: Any, y: Any = "no_validation", **options: Any) -> Any:
        return estimator._validate_data(X, y, **options)


def validate_data(estimator: Any, X: Any, y: Any = "no_validation", *, reset: bool, y_numeric: bool = False) -> Any:
    """Check X (and y) as scikit-learn does, but for finite values in X, which the library looks for."""
    options: dict[str, Any] = {
        "accept_sparse": ("csr", "csc"),
        "dtype": (np.float64, np.float32),
        "reset": reset,
        _FINITE: False,
    }
    if not isinstance(y, str):
        options["y_numeric"] = y_numeric
    return _validate_data(estimator, X, y, **options)


def check_matrix(X: Any) -> Any:
    """Check X outside of an estimator."""
    return sklearn.utils.check_array(
        X, accept_sparse=("csr", "csc"), dtype=(np.float64, np.float32), **{_FINITE: False}
    )
