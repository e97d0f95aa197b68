"""What matters to the best model: importances of the columns, effects, and what more rows would bring.

The model is fitted again to the training rows of the first fold, and a column is shuffled among the rows
that the fold tests, which it has not seen. A date and its parts count as one column, and a text is shuffled
with all of its terms. An effect is accumulated over the rows that were compared, by the model fitted to all
of them. The learning curve has the fold's score after fits to an eighth, a quarter and half of its training
rows.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable
from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from fenlei.errors import FenleiError
from fenlei.evaluate.effects.dependence import accumulated_local_effects
from fenlei.evaluate.effects.permutation import PermutationImportance, permutation_importance
from fenlei.study.data import StudyData
from fenlei.study.facts.contributions import contribution_facts, spread
from fenlei.study.facts.matter_types import ColumnWorth, EffectFacts, LearningFacts, MatterFacts
from fenlei.study.facts.metrics import METRICS, number_scores, worth
from fenlei.study.facts.scores import ClassScores, headline, mean_cost
from fenlei.study.pooling.refit import Refits
from fenlei.study.running.plan import FoldSplit, Plan
from fenlei.table.features.table_rows import TableRows

MOST_CELLS, MOST_COLUMNS = 2_000_000, 200  # of a table whose best model is fitted again
ROWS, EFFECT_ROWS, REPEATS = 500, 500, 5  # tested rows, rows of an effect, shuffles of each column
SHARES = (0.125, 0.25, 0.5, 1.0)  # of the training rows
FEWEST = 20  # training rows of a point of the learning curve
SHOWN, EFFECTS, BINS, MOST_LINES = 20, 3, 20, 4

Fit = Callable[[StudyData], Any]  # the model of some rows
Rows = NDArray[np.int64]


def matter_facts(
    name: str, refit: Refits, data: StudyData, plan: Plan, split: FoldSplit
) -> MatterFacts | None:
    """What matters to the model of that name; None of tables that are large, or wide."""
    sources = columns_of(data)

    def fit(part: StudyData) -> Any:
        return refit.on(part).calibrated(name)

    if data.X.size > MOST_CELLS or len(sources) > MOST_COLUMNS:
        return None
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            tested = spread(split.test, ROWS)
            score = Scoring(data, plan, tested)
            model = fit(some_rows(data, split.train))
            found = importances(Rearranged(model, data, tested, sources), score)
            order = np.argsort(-found.mean, kind="stable")
            effects = effect_facts(refit.calibrated(name), data, [sources[j] for j in order])
            learning = learning_facts(fit, model, score, data, split)
            contributions = contribution_facts(model, data, split.train, tested, owners_of(data, sources))
        except FenleiError:
            return None
    if not np.isfinite([found.score, *found.low, *found.high]).all():
        return None
    return {
        "model": name,
        "metric": plan.metric,
        "rows": len(tested),
        "repeats": REPEATS,
        "score": score.shown(found.score),
        "total": len(sources),
        "columns": [column_worth(sources[j].name, found, j) for j in order[:SHOWN]],
        "effects": effects,
        "learning": learning,
        "contributions": contributions,
    }


def importances(by: Rearranged, score: Scoring) -> PermutationImportance:
    """What the score loses by each column of the table."""
    rows = np.repeat(np.arange(len(by.tested))[:, None], len(by.sources), axis=1)
    seed = score.plan.seed
    return permutation_importance(
        by, rows, by.tested, scoring=score.of_rows, n_repeats=REPEATS, random_state=seed, n_jobs=1
    )


def column_worth(name: str, found: PermutationImportance, j: int) -> ColumnWorth:
    """What the score loses by column j."""
    return {
        "name": name,
        "mean": float(found.mean[j]),
        "low": float(found.low[j]),
        "high": float(found.high[j]),
    }


class SourceColumn(NamedTuple):
    """A column of the table: where its coded columns, or its terms, are."""

    name: str
    coded: list[int]
    text: int | None = None


def columns_of(data: StudyData) -> list[SourceColumn]:
    """The columns that the table had, a date with all of its parts."""
    found: dict[str, SourceColumn] = {}
    for j, column in enumerate(data.schema.features):
        name = column.source or column.name
        found.setdefault(name, SourceColumn(name, [])).coded.append(j)
    for t, column in enumerate(data.schema.texts):
        found[column.name] = SourceColumn(column.name, [], t)
    return list(found.values())


def owners_of(data: StudyData, sources: list[SourceColumn]) -> dict[int, str]:
    """The column of the table that each feature, and after them each text, is of."""
    p = data.X.shape[1]
    texts = {p + source.text: source.name for source in sources if source.text is not None}
    return {j: source.name for source in sources for j in source.coded} | texts


def some_rows(data: StudyData, rows: Rows) -> StudyData:
    """The table of some of the rows."""
    return replace(
        data,
        X=data.X[rows],
        codes=data.codes[rows],
        rows=data.rows[rows],
        numbers=None if data.numbers is None else data.numbers[rows],
        counts=tuple(each[rows] for each in data.counts),
        split_by=None,
        scan=None,
    )


class Rearranged(NamedTuple):
    """A model of rows whose columns each come from another row: `rows` (n, columns) tells from which."""

    model: Any
    data: StudyData
    tested: Rows
    sources: list[SourceColumn]

    def table(self, rows: Rows) -> Any:
        """The coded rows."""
        data, X = self.data, self.data.X[self.tested]
        counts = list(data.counts)
        for j, source in enumerate(self.sources):
            own = self.tested[rows[:, j]]
            if source.text is not None:
                counts[source.text] = data.counts[source.text][own]
            X[:, source.coded] = data.X[own][:, source.coded]
        return TableRows(X, tuple(counts)) if counts else X

    def answers(self, rows: Rows) -> NDArray[np.float64]:
        """Probabilities (n, K), or numbers (n, 1)."""
        return model_answers(self.model, self.table(rows))


class Scoring(NamedTuple):
    """The metric of the plan for the tested rows; more is better."""

    data: StudyData
    plan: Plan
    tested: Rows

    def of_rows(self, model: Any, rows: Any, tested: Any) -> float:
        """The worth of a model's answers for rearranged rows."""
        return self.worth(model.answers(np.asarray(rows)))

    def worth(self, values: NDArray[np.float64]) -> float:
        """The score of answers for the tested rows, its sign turned where less is better."""
        data, metric = self.data, self.plan.metric
        if data.numbers is not None:
            return worth(metric, number_scores(data.numbers[self.tested], values[:, 0])[metric])
        codes = data.codes[self.tested]
        if self.plan.costs is not None and metric == "cost":
            return -mean_cost(self.plan.costs, values, codes)
        return worth(metric, headline(codes, ClassScores(values, True), len(data.classes))[metric])

    def shown(self, value: float) -> float:
        """The score as it is read."""
        return value if METRICS[self.plan.metric].higher_is_better else -value


def model_answers(model: Any, rows: Any) -> NDArray[np.float64]:
    """Probabilities (n, K) of a model's rows, its decisions where it has none, or numbers (n, 1)."""
    if hasattr(model, "predict_proba"):
        return np.asarray(model.predict_proba(rows), np.float64)
    predicted = np.asarray(model.predict(rows))
    classes = getattr(model.estimator, "classes_", None)
    if classes is None:
        return predicted.astype(np.float64).reshape(len(predicted), -1)
    return (predicted[:, None] == np.asarray(classes)[None, :]).astype(np.float64)


def learning_facts(
    fit: Fit, model: Any, score: Scoring, data: StudyData, split: FoldSplit
) -> LearningFacts | None:
    """Scores after fits to more and more training rows; each size has the rows of the one before."""
    order = np.random.default_rng(score.plan.seed).permutation(split.train)
    rows, scores = [], []
    for share in SHARES:
        some = order[: round(share * len(order))]
        if len(some) < FEWEST or not has_every_class(data, some):
            continue
        fitted = model if share == 1.0 else fit(some_rows(data, some))
        value = score.worth(model_answers(fitted, data.coded(score.tested)))
        rows.append(len(some))
        scores.append(score.shown(value))
    return {"rows": rows, "scores": scores} if len(rows) > 1 else None


def has_every_class(data: StudyData, rows: Rows) -> bool:
    """Whether every class has two rows."""
    return data.numbers is not None or bool(
        (np.bincount(data.codes[rows], minlength=len(data.classes)) > 1).all()
    )


def effect_facts(model: Any, data: StudyData, sources: list[SourceColumn]) -> list[EffectFacts]:
    """Effects of the numeric columns that matter most, on the probabilities of the largest classes."""
    rows = np.linspace(0, len(data.X) - 1, min(EFFECT_ROWS, len(data.X))).astype(np.int64)
    counts = tuple(each[rows] for each in data.counts)
    answering = _Answering(model, counts)
    kept = np.argsort(-data.class_counts, kind="stable")[:MOST_LINES] if data.names else np.array([0])
    if len(data.names) == 2:
        kept = np.array([1])
    names = data.names or [data.schema.target.name if data.schema.target else ""]
    found: list[EffectFacts] = []
    for source in sources:
        numeric = [j for j in source.coded if data.schema.features[j].kind == "numeric"]
        if len(source.coded) != 1 or not numeric or len(np.unique(data.X[rows, numeric[0]])) < 3:
            continue
        curve = accumulated_local_effects(answering, data.X[rows], numeric[0], bins=BINS)
        lines = curve.effect.reshape(len(curve.grid), -1)
        drawn = {names[k]: lines[:, k].tolist() for k in kept}
        found.append({"name": source.name, "grid": curve.grid.tolist(), "lines": drawn})
        if len(found) == EFFECTS:
            break
    return found


class _Answering(NamedTuple):
    """A model of coded columns, the terms of texts held."""

    model: Any
    counts: tuple[Any, ...]

    def predict_proba(self, X: Any) -> NDArray[np.float64]:
        return model_answers(self.model, TableRows(X, self.counts) if self.counts else X)
