"""From a registry entry and a schema to a fitted model, with the preparation it needs.

An estimator that takes nominal columns gets them as codes; one that needs numbers gets one-hot, scaled
columns; either gets missing values filled unless it can use them. The preparation learns from the rows it
is given, so that inside a fold nothing of the tested rows leaks in.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from fenlei.errors import UsageError
from fenlei.messages import Phrase, listed, phrase
from fenlei.registry import REGISTRY, Entry, Kind, Memory, entries
from fenlei.study.facts.scores import ClassScores, class_scores
from fenlei.table.preparation import Preparation, prepare
from fenlei.table.schema import Schema

Matrix = NDArray[np.float64]

TREES = tuple(entry.name for entry in entries() if entry.readable == "tree")
LINEAR = tuple(entry.name for entry in entries() if entry.readable == "linear")

BASELINE = Entry(
    "dummy",
    "sklearn.dummy:DummyClassifier",
    "classifier",
    "Baseline (class frequencies)",
    "基线（类别频率）",
    nominal=True,
    missing=True,
    sparse=True,
    mergeable=False,
    memory=Memory(0.5),
)


class Fitted(NamedTuple):
    """A fitted estimator and what its rows go through first."""

    preparation: Preparation | None
    estimator: Any

    def scores(self, X: Matrix) -> ClassScores:
        """Scores (n, K) of coded rows."""
        return class_scores(self.estimator, X if self.preparation is None else self.preparation.transform(X))


def find_entry(name: str, *kinds: Kind) -> Entry:
    """The registry's classifier of that name, or of one of `kinds`, or the baseline."""
    if name == BASELINE.name:
        return BASELINE
    kinds = kinds or ("classifier",)
    entry = REGISTRY.get(name)
    if entry is not None and entry.kind == "regressor" and "regressor" not in kinds:
        raise UsageError("study.regressor", name=name)
    if entry is None or entry.kind not in kinds:
        accepted = listed(*(known.name for kind in kinds for known in entries(kind=kind)))
        raise UsageError("study.model", name=name, accepted=accepted)
    return entry


def unsuitable(entry: Entry, schema: Schema) -> Phrase | None:
    """Why an estimator cannot be used on these columns; None if it can."""
    numeric = [column.name for column in schema.features if column.kind == "numeric"]
    if numeric and not entry.numeric:
        return phrase("study.needs_nominal", count=len(numeric), column=numeric[0])
    return None


def preparation_for(entry: Entry, schema: Schema) -> Preparation | None:
    """What the rows need before this estimator takes them; None for nothing."""
    if entry.name == "linear_regression":  # it does not depend on the scale: coefficients of the columns
        return prepare(schema, scale=False, one_hot="reference")
    if not entry.nominal:
        return prepare(schema, one_hot="reference" if entry.full_rank else True)
    if not entry.missing and any(column.n_missing for column in schema.features):
        return prepare(schema, scale=False, one_hot=False)
    return None


def preparation_text(preparation: Preparation | None) -> str:
    """One word or three for the leaderboard."""
    if preparation is None:
        return "native"
    return "one-hot, scaled" if preparation.one_hot else "imputed"


def fit(
    entry: Entry,
    schema: Schema,
    X: Matrix,
    y: NDArray[Any],
    *,
    params: dict[str, Any] | None = None,
    seed: int = 0,
    n_jobs: int | None = None,
) -> Fitted:
    """Fit to coded rows X (n, p) with labels y (n,)."""
    preparation = preparation_for(entry, schema)
    rows = X if preparation is None else preparation.fit(X).transform(X)
    estimator = build(entry, schema, params or {}, seed, n_jobs)
    return Fitted(preparation, estimator.fit(rows, y))


def build(entry: Entry, schema: Schema, params: dict[str, Any], seed: int, n_jobs: int | None) -> Any:
    """The estimator, unfitted: its defaults, what the schema tells it, and the user's parameters."""
    estimator = entry.load()()
    accepted = estimator.get_params()
    for name in params:
        if name not in accepted:
            raise UsageError("study.param", model=entry.name, name=name, accepted=listed(*sorted(accepted)))
    offered = {"random_state": seed, "n_jobs": n_jobs, **(_from_schema(schema) if entry.nominal else {})}
    known = {name: value for name, value in offered.items() if name in accepted}
    return estimator.set_params(**known | params)


def _from_schema(schema: Schema) -> dict[str, Any]:
    """What the columns tell an estimator: which are nominal and, if all are, how many categories each."""
    sizes = [len(column.categories or ()) for column in schema.features]
    known: dict[str, Any] = {"categorical_features": [j for j, size in enumerate(sizes) if size]}
    return known | {"min_categories": sizes} if all(sizes) else known
