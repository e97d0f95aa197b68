"""The same fit once more, to see its steps."""

from __future__ import annotations

import warnings
from typing import TypeVar

import numpy as np
from sklearn.base import clone

from fenlei.explanation.training_rows import FittedRows

MOST_VALUES = 2e6  # values of the rows up to which a fit is run again
SAME = 1e-9
Fitted = TypeVar("Fitted")


def fitted_again(model: Fitted, rows: FittedRows, attribute: str, **params: bool) -> Fitted | None:
    """A clone with other parameters, fitted to the rows; None if there are many, or if it ends elsewhere.

    It ends elsewhere where the start is drawn at random without a seed; or the rows are other ones, which the
    chains will show.
    """
    if rows.X.size * _parts(model) > MOST_VALUES:
        return None
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # the first fit said so
        again = clone(model).set_params(**params).fit(rows.X)
    wanted, found = np.asarray(getattr(model, attribute)), np.asarray(getattr(again, attribute))
    if wanted.shape != found.shape or not np.allclose(found, wanted, rtol=SAME, atol=SAME):
        return None
    return again


def _parts(model: object) -> int:
    return int(getattr(model, "n_clusters", None) or getattr(model, "n_components", None) or 1)
