"""Regressions that are not ours: the mean of the members of an ensemble."""

from __future__ import annotations

from typing import Any

import numpy as np

from fenlei.explanation.terms import ModelTerms
from fenlei.explanation.working import Grid
from fenlei.kernels import Array

MOST_MEMBERS = 10  # that are shown one by one


def members(model: Any, x: Array, terms: ModelTerms) -> list[Grid]:
    """Predictions of the first members of an ensemble, the smallest and largest of all, and their mean."""
    predicted = _predictions(model, x)
    rows: list[tuple[object, ...]] = [
        (terms.say("member", number=t + 1), value) for t, value in enumerate(predicted[:MOST_MEMBERS])
    ]
    if len(predicted) > MOST_MEMBERS:
        rows.append((terms.say("smallest", count=len(predicted)), predicted.min()))
        rows.append((terms.say("largest", count=len(predicted)), predicted.max()))
    rows.append((terms.say("mean_of_all", count=len(predicted)), predicted.mean()))
    return [terms.grid("members", terms.words("model", "prediction"), rows)]


def _predictions(model: Any, x: Array) -> Array:
    """The prediction of each member, (T,)."""
    chosen = getattr(model, "estimators_features_", None)
    answers = (
        np.ravel(member.predict(x[None] if chosen is None else x[None, chosen[t]]))[0]
        for t, member in enumerate(model.estimators_)
    )
    return np.array(list(answers))


def is_ensemble(model: object) -> bool:
    """Whether the prediction is the mean of the members' predictions."""
    return hasattr(model, "estimators_")
