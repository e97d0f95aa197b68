"""From a registry entry and a schema to a fitted model, with the preparation it needs.

An estimator that takes nominal columns gets them as codes; one that needs numbers gets one-hot columns;
either gets missing values filled unless it can use them. Numbers are scaled as the caller asks, or else as
suits the estimator: standardised where it needs numbers only, left as they are where it takes any column,
counts, or distances. The preparation learns from the rows it is given, so that inside a fold nothing of the
tested rows leaks in.
"""

from __future__ import annotations

import difflib
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, NamedTuple, NotRequired, TypedDict

import numpy as np
from numpy.typing import NDArray

from fenlei.ensemble.calibration.class_log_scores import class_log_scores
from fenlei.errors import UsageError
from fenlei.messages import Phrase, listed, phrase
from fenlei.registry import POOLED, REGISTRY, Entry, Kind, Memory, entries
from fenlei.study.facts.scores import ClassScores, class_scores
from fenlei.table.features.table_rows import TableRows, coded_columns
from fenlei.table.preparation import SCALES, Preparation, prepare
from fenlei.table.recognition.kinds import MANY_CATEGORIES
from fenlei.table.schema import Schema

if TYPE_CHECKING:
    from sklearn.base import BaseEstimator

Matrix = NDArray[np.float64]
Rows = Matrix | TableRows

TREES = tuple(entry.name for entry in entries() if entry.readable == "tree")
TERMS = ("logistic_regression", "linear_svc", "perceptron")  # take the terms of texts, others scores
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
MEAN_BASELINE = replace(
    BASELINE,
    path="sklearn.dummy:DummyRegressor",
    kind="regressor",
    label_en="Baseline (mean)",
    label_zh="基线（均值）",
)


class LearntColumns(TypedDict):
    """Options of a preparation that learns from the target; None where no column of the table asks for it."""

    texts: str | None
    target: str | None
    sparse: bool


def learnt_columns(entry: Entry, schema: Schema) -> LearntColumns:
    """What the columns of text and of many categories become for this estimator."""
    texts = None if not schema.texts else "terms" if entry.name in TERMS else "scores"
    has_many = not entry.nominal and any(
        column.kind == "nominal" and len(column.categories or ()) > MANY_CATEGORIES
        for column in schema.features
    )
    needs_target = texts == "scores" or has_many
    target = None if not needs_target else "numbers" if entry.kind == "regressor" else "classes"
    sparse = entry.sparse and not entry.nominal and entry.kind == "classifier"
    return LearntColumns(texts=texts, target=target, sparse=sparse)


class FitOptions(TypedDict):
    """Options that all fits of a task share."""

    seed: int
    n_jobs: int | None
    scale: str | None
    fixed: dict[str, Any]
    class_weight: NotRequired[Mapping[Any, float] | None]


class Fitted(NamedTuple):
    """A fitted estimator and what its rows go through first."""

    preparation: Preparation | None
    estimator: Any

    def scores(self, X: Rows) -> ClassScores:
        """Scores (n, K) of coded rows."""
        return class_scores(self.estimator, self._prepared(X))

    def log_scores(self, X: Rows) -> tuple[Matrix, bool]:
        """Logarithms of probabilities (n, K) of coded rows, or decision values; and which of the two."""
        return class_log_scores(self.estimator, self._prepared(X))

    def numbers(self, X: Rows) -> Matrix:
        """Predicted numbers (n,) of coded rows."""
        return np.ravel(np.asarray(self.estimator.predict(self._prepared(X)), dtype=np.float64))

    def _prepared(self, X: Rows) -> Any:
        return coded_columns(X) if self.preparation is None else self.preparation.transform(X)


def find_entry(name: str, *kinds: Kind) -> Entry:
    """The registry's classifier of that name, or of one of `kinds`, or the baseline."""
    kinds = kinds or ("classifier",)
    if name == BASELINE.name:
        return MEAN_BASELINE if kinds[0] == "regressor" else BASELINE
    if name in POOLED and POOLED[name].kind in kinds:
        return POOLED[name]
    entry = REGISTRY.get(name)
    if entry is not None and entry.kind == "regressor" and "regressor" not in kinds:
        raise UsageError("study.regressor", name=name)
    if entry is not None and entry.kind == "classifier" and kinds == ("regressor",):
        raise UsageError("study.classifier", name=name)
    if entry is None or entry.kind not in kinds:
        known = [known for kind in kinds for known in entries(kind=kind)]
        accepted = listed(*(each.name for each in known))
        nearest = nearest_model(name, known)
        if nearest is None:
            raise UsageError("study.model", name=name, accepted=accepted)
        raise UsageError("study.model_near", name=name, nearest=nearest, accepted=accepted)
    return entry


def nearest_model(name: str, known: Sequence[Entry]) -> str | None:
    """The name that was meant: written with other signs, as the class, or with a slip.

    Examples
    --------
    >>> [nearest_model(name, entries()) for name in ("random-forest", "LinearSVC", "lad", "none")]
    ['random_forest', 'linear_svc', 'lda', None]
    """
    words = {word: each.name for each in known for word in (each.name, each.class_name.lower())}
    plain = str(name).strip().lower()
    candidates = (plain.replace("-", "_").replace(" ", "_"), plain.replace("_", "").replace("-", ""))
    for candidate in candidates:
        cutoff = 0.75 if len(candidate) > 4 else 0.6  # two letters exchanged in a word of three
        if close := difflib.get_close_matches(candidate[:100], words, n=1, cutoff=cutoff):
            return words[close[0]]
    return None


def unsuitable(entry: Entry, schema: Schema) -> Phrase | None:
    """Why an estimator cannot be used on these columns; None if it can."""
    numeric = [c.name for c in (*schema.features, *schema.texts) if c.kind in ("numeric", "text")]
    if numeric and not entry.numeric:
        return phrase("study.needs_nominal", count=len(numeric), column=numeric[0])
    return None


def check_scale(scale: str | None) -> str | None:
    """The scaling that was asked for; None leaves it to the estimator."""
    if scale is not None and scale not in SCALES:
        raise UsageError("study.scale", value=scale, accepted=listed(*SCALES))
    return None if scale is None else str(scale)


def is_precomputed(params: Mapping[str, object] | None) -> bool:
    """Whether the rows are distances or kernel values, which are taken as they are."""
    return any((params or {}).get(name) == "precomputed" for name in ("metric", "kernel", "dissimilarity"))


def suitable_scale(entry: Entry, scale: str | None = None, params: Mapping[str, object] | None = None) -> str:
    """How numbers are scaled for an estimator: as asked for, or else as suits it."""
    if is_precomputed(params):
        if scale not in (None, "none"):
            raise UsageError("study.scaled_distances", model=entry.name, value=scale)
        return "none"
    return scale or ("none" if entry.nominal or entry.raw else "standard")


def preparation_for(
    entry: Entry, schema: Schema, scale: str | None = None, params: Mapping[str, object] | None = None
) -> Preparation | None:
    """What the rows need before this estimator takes them; None for nothing."""
    if entry.name == BASELINE.name or entry.name in POOLED:
        return None
    chosen = suitable_scale(entry, scale, params)
    learnt = learnt_columns(entry, schema)
    if not entry.nominal:
        one_hot = "reference" if entry.full_rank else True
        impute = None if is_precomputed(params) else "median"
        return prepare(schema, scale=chosen, one_hot=one_hot, impute=impute, **learnt)
    has_gaps = not entry.missing and any(column.n_missing for column in schema.features)
    is_scaled = chosen != "none" and any(column.kind == "numeric" for column in schema.features)
    if has_gaps or is_scaled or schema.texts:
        impute = None if entry.missing else "median"
        return prepare(schema, impute=impute, scale=chosen, one_hot=False, **learnt)
    return None


def preparation_text(preparation: Preparation | None, schema: Schema) -> str:
    """What is done to these columns, for the leaderboard: "one-hot, scaled", "native" and so on."""
    if preparation is None:
        return "native"
    kinds = {column.kind for column in schema.features}
    has_gaps = any(column.n_missing for column in schema.features)
    texts = preparation.texts if schema.texts else None
    first = (
        "one-hot"
        if preparation.one_hot and "nominal" in kinds
        else "imputed"
        if preparation.impute and has_gaps
        else ""
    )
    second = (
        {"standard": "scaled", "minmax": "min-max", "none": ""}[preparation.scaling]
        if "numeric" in kinds
        else ""
    )
    third = {"terms": "words", "scores": "word scores"}.get(texts or "", "")
    return ", ".join(word for word in (first, second, third) if word) or "native"


def fit(
    entry: Entry,
    schema: Schema,
    X: Rows,
    y: NDArray[np.generic],
    *,
    params: dict[str, Any] | None = None,
    seed: int = 0,
    n_jobs: int | None = None,
    scale: str | None = None,
    fixed: dict[str, Any] | None = None,
    class_weight: Mapping[Any, float] | None = None,
) -> Fitted:
    """Fit to coded rows X (n, p) with labels y (n,); `fixed` parameters come before the others.

    `class_weight` has the weight of a row by its label; the baseline takes none.
    """
    given = (params or {}) | (fixed or {})
    preparation = preparation_for(entry, schema, scale, given)
    rows = coded_columns(X) if preparation is None else preparation.fit_transform(X, y)
    estimator = build(entry, schema, given, seed, n_jobs)
    if class_weight is None or entry.name == BASELINE.name:
        return Fitted(preparation, estimator.fit(rows, y))
    weights = np.array([class_weight[label] for label in y.tolist()])
    return Fitted(preparation, estimator.fit(rows, y, sample_weight=weights))


def build(
    entry: Entry, schema: Schema, params: dict[str, Any], seed: int, n_jobs: int | None
) -> BaseEstimator:
    """The estimator, unfitted: its defaults, what the schema tells it, and the user's parameters."""
    estimator = entry.load()()
    accepted = estimator.get_params()
    check_parameter_names(entry, accepted, params)
    offered = {"random_state": seed, "n_jobs": n_jobs, **(_from_schema(schema) if entry.nominal else {})}
    known = {name: value for name, value in offered.items() if name in accepted}
    return estimator.set_params(**known | params)


def check_parameter_names(entry: Entry, accepted: Collection[str], params: Collection[str]) -> None:
    """Refuse a parameter that the estimator does not have."""
    for name in params:
        if name not in accepted:
            raise UsageError("study.param", model=entry.name, name=name, accepted=listed(*sorted(accepted)))


def _from_schema(schema: Schema) -> dict[str, list[int]]:
    """What the columns tell an estimator: which are nominal and, if all are, how many categories each."""
    sizes = [len(column.categories or ()) for column in schema.features]
    known: dict[str, Any] = {"categorical_features": [j for j, size in enumerate(sizes) if size]}
    return known | {"min_categories": sizes} if all(sizes) and not schema.texts else known
