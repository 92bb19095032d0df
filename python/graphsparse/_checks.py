"""What is wrong with X, y and weights, in the words of the command line."""

from __future__ import annotations

import operator
from typing import Any, Optional

import numpy as np
from scipy import sparse


def as_whole(value: Any, name: str) -> int:
    """A whole number that a machine word holds; anything else is a ValueError."""
    try:
        number = operator.index(value)
    except TypeError:
        number = None
    if number is None or isinstance(value, (bool, np.bool_)) or abs(number) >= 2**62:
        raise ValueError(f"`{name}` must be a whole number, not '{value}'")
    return number


def as_number(value: Any, name: str) -> float:
    """A number; anything else is a ValueError."""
    try:
        return float(value)
    except (TypeError, ValueError):
        raise ValueError(f"`{name}` must be a number, not '{value}'") from None


def _wrong_length(shape: tuple, count: int, what: str) -> Optional[str]:
    if len(shape) != 2 or count == shape[0]:
        return None
    hint = "one value a row is needed"
    if count == shape[1]:
        hint = "the data has so many columns, so it seems to be transposed: its rows must be samples"
    return f"{what}: y has {count} values, data has {shape[0]} rows (the data); {hint}"


def check_weights(X: Any, weights: Any) -> None:
    """One for each row of the checked X: finite numbers, none of them negative."""
    weights = np.asarray(weights)
    if weights.ndim != 1:
        return  # scikit-learn knows what to do with it
    if told := _wrong_length(X.shape, len(weights), "sample weights"):
        raise ValueError(told)
    try:
        numbers = np.asarray(weights, dtype=np.float64)
    except (TypeError, ValueError):
        place, value = _first_word(np.asarray(weights, dtype=object))
        raise ValueError(f"sample weights: entry {place}: '{value}' is not a number; expected a finite number") from None
    if not np.isfinite(numbers).all():
        place = int(np.flatnonzero(~np.isfinite(numbers))[0])
        raise ValueError(f"sample weights: entry {place} is {numbers[place]:g}; expected a finite number")
    if (numbers < 0).any():
        place = int(np.flatnonzero(numbers < 0)[0])
        raise ValueError(f"sample weights: entry {place}: the weight {numbers[place]:g} is negative; expected 0 or more")


def explain(error: ValueError, X: Any, y: Any) -> ValueError:
    """Say where the value is that scikit-learn refuses; its own words follow."""
    told = _wrong_target(y, str(error)) if y is not None else None
    if told is None and "inconsistent numbers of samples" in str(error):
        shape = X.shape if hasattr(X, "shape") else np.asarray(X).shape
        told = _wrong_length(shape, len(y), "the target")
    if told is None and "could not convert" in str(error):
        told = _wrong_entry(X)
    return error if told is None else ValueError(f"{told}. {error}")


def _wrong_target(y: Any, error: str) -> Optional[str]:
    if "Input y contains" in error:
        numbers = np.asarray(y, dtype=np.float64).ravel()
        bad = np.flatnonzero(~np.isfinite(numbers))
        return f"the target: entry {bad[0]} is {numbers[bad[0]]:g}; expected a finite number" if len(bad) else None
    if "could not convert" in error and np.ndim(y) == 1:
        place, value = _first_word(np.asarray(y, dtype=object))
        if place is not None:
            return f"the target: entry {place}: the target '{value}' is not a number; expected a finite number"
    return None


def _wrong_entry(X: Any) -> Optional[str]:
    if sparse.issparse(X) or np.ndim(X) != 2:
        return None
    columns = getattr(X, "columns", None)
    for r, row in enumerate(np.asarray(X, dtype=object)):
        c, value = _first_word(row)
        if c is not None:
            column = c if columns is None else f"'{columns[c]}'"
            return f"the data: row {r}, column {column}: the value '{value}' is not a number; expected a finite number"
    return None


def _first_word(values: np.ndarray) -> tuple[Optional[int], Any]:
    for place, value in enumerate(values):
        try:
            float(value)
        except (TypeError, ValueError):
            return place, value
    return None, None
