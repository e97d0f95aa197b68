"""Two trained models on the same labelled rows: their scores, and whether the difference is more than luck.

The accuracies are compared by McNemar's exact test on the rows that one model gets right and the other wrong.
Losses are compared row by row: with d_i the difference of the two losses of row i, Student's test and
interval of the mean of d. Neither test knows how the models were trained; rows that one of them has seen
favour it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import NamedTuple, TypedDict, cast

import numpy as np
from numpy.typing import NDArray

from fenlei.errors import UsageError, wording
from fenlei.evaluate.intervals import corrected_resampled_t_test
from fenlei.model_file import Model
from fenlei.study.evaluation import (
    LEVEL,
    EvaluatedData,
    Predicted,
    predicted_classes,
    target_column,
    trained_note,
)
from fenlei.study.facts.pooled import pooled_test
from fenlei.study.facts.residuals import pooled_number_test
from fenlei.study.facts.schema import PairedFacts, Scores
from fenlei.study.facts.scores import headline
from fenlei.study.regression import number_scores, predicted_numbers, predicts_numbers
from fenlei.study.source import TableSource, open_for, source_name
from fenlei.table.formats.local_files import is_standard_input
from fenlei.table.reading import read_blocks
from fenlei.table.schema import Schema
from fenlei.table.table import Table

NUMBER_TESTS = {"root_mean_squared_error": "rmse", "mean_absolute_error": "mae", "r2": "r2"}


class PairScores(TypedDict):
    """Scores of two models on the same rows, and the tests of the first minus the second."""

    scores: list[Scores]  # of each
    tests: dict[str, PairedFacts | None]  # by score
    only: list[int] | None  # rows that only the first, and only the second, gets right; None for numbers


class PairFacts(PairScores):
    """The same with what was compared, as plain data."""

    format: int
    data: EvaluatedData
    level: float
    models: list[dict[str, object]]  # what was kept about the training of each
    notes: list[str]


class PairSource(NamedTuple):
    """Where the labelled rows are, and how they are read."""

    source: TableSource
    target: str | None
    encoding: str | None
    delimiter: str | None
    lang: str

    def blocks(self, model: Model) -> Callable[[Schema], Iterator[Table]]:
        """The rows as a model reads them."""
        assert model.schema is not None
        opened = open_for(model.schema, self.source, self.lang)
        return partial(read_blocks, opened, encoding=self.encoding, delimiter=self.delimiter)


def evaluate_pair(
    first: Model,
    second: Model,
    source: TableSource,
    target: str | None = None,
    *,
    encoding: str | None = None,
    delimiter: str | None = None,
    lang: str = "en",
) -> PairFacts:
    """Compare two models, both classifiers or both regressions, on the same labelled rows.

    Parameters
    ----------
    first, second : Model
        As `train` or `load_model` give them.
    source, target, encoding, delimiter, lang
        As in `evaluate_model`.

    Returns
    -------
    PairFacts
        A dict. `tests` has the paired test of the accuracy and of the log-loss, where both models have
        probabilities; of regressions that of the errors and of R².

    Examples
    --------
    >>> from fenlei.study import evaluate_pair, train
    >>> found = evaluate_pair(train("iris", "lda"), train("iris", "gaussian_nb"), "iris")
    >>> [scores["accuracy"] for scores in found["scores"]], found["only"]
    ([0.98, 0.96], [4, 1])
    >>> found["tests"]["accuracy"]["p"]
    0.375
    """
    if is_standard_input(source):
        raise UsageError("study.pair_input")
    if predicts_numbers(first) != predicts_numbers(second):
        raise UsageError("study.pair_kinds")
    rows = PairSource(source, target, encoding, delimiter, lang)
    n, without, found = (_of_numbers if predicts_numbers(first) else _of_classes)(first, second, rows)
    notes = [wording("study.unlabelled", lang, count=without)] if without else []
    seen = [note for model in (first, second) for note in trained_note(model, source, n, lang)]
    return {
        "format": 1,
        "data": {"source": source_name(source), "rows": n, "target": target_column(first, target).name},
        "level": LEVEL,
        "models": [dict(first.facts), dict(second.facts)],
        **found,
        "notes": [*notes, *dict.fromkeys(seen)],
    }


def _of_classes(first: Model, second: Model, rows: PairSource) -> tuple[int, int, PairScores]:
    """Number of labelled rows, of others, and the scores of two classifiers."""
    a, b = (
        predicted_classes(model, target_column(model, rows.target), rows.blocks(model))
        for model in (first, second)
    )
    labels = [[str(found.classes[code]) for code in found.codes] for found in (a, b)]
    _check_same(labels[0] == labels[1])
    right = [found.decided == found.codes for found in (a, b)]
    scores = [headline(found.codes, found.scores, len(found.classes)) for found in (a, b)]
    tests: dict[str, PairedFacts | None] = {"accuracy": pooled_test(right[0], right[1], LEVEL)}
    if a.scores.are_probabilities and b.scores.are_probabilities:
        tests["log_loss"] = _mean_test(log_losses(a), log_losses(b))
    only = [int((right[0] & ~right[1]).sum()), int((right[1] & ~right[0]).sum())]
    return len(a.codes), a.unlabelled, {"scores": scores, "tests": tests, "only": only}


def _of_numbers(first: Model, second: Model, rows: PairSource) -> tuple[int, int, PairScores]:
    """The same of two regressions."""
    (y, a, without, _), (again, b, *_) = (
        predicted_numbers(model, rows.blocks(model), target_column(model, rows.target))
        for model in (first, second)
    )
    _check_same(np.array_equal(y, again))
    scores = [cast(Scores, number_scores(y, each)) for each in (a, b)]
    tests = {name: pooled_number_test(metric, y, a, b, LEVEL) for name, metric in NUMBER_TESTS.items()}
    return len(y), without, {"scores": scores, "tests": tests, "only": None}


def log_losses(found: Predicted) -> NDArray[np.float64]:
    """-log of the probability of the true class, (n,); one of 0 counts as the smallest step of 1."""
    true = found.scores.values[np.arange(len(found.codes)), found.codes]
    return -np.log(np.maximum(true, np.finfo(np.float64).eps))


def _mean_test(a: NDArray[np.float64], b: NDArray[np.float64]) -> PairedFacts | None:
    """Student's test of the mean of a - b."""
    if len(a) < 2:
        return None
    test = corrected_resampled_t_test(a, b, test_train_ratio=0.0, level=LEVEL)
    return {"difference": test.difference, "low": test.low, "high": test.high, "p": test.p}


def _check_same(same: bool) -> None:
    if not same:
        raise UsageError("study.pair_rows")
