"""The finished folds of a classifier, with calibrated probabilities in place of its scores.

Each fold gets its probabilities from a calibration that was fitted to the scores of the other folds of its
repeat, so of rows that their classifiers had not seen; the calibration of the model for new rows is fitted
to those of the whole first repeat. Where one fold tests all rows, or many folds one row each, parts of the
tested rows take the place of folds. Forward in time, a fold's calibration is fitted to the folds before it;
the first has none. Where rare classes count as much as frequent ones, a preference for classes is chosen in
the same way.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from fenlei.ensemble.calibration.choice import Calibrated, calibrate, left_out
from fenlei.ensemble.calibration.preference import Score, choose_preference, decided_classes
from fenlei.ensemble.calibration.record import Calibration
from fenlei.evaluate.confusion import Tally, class_totals
from fenlei.stats.confusion import summarise
from fenlei.study.data import StudyData
from fenlei.study.facts.metrics import METRICS
from fenlei.study.facts.scores import ClassScores, headline, mean_cost, probabilities
from fenlei.study.running.fold_store import FoldOutcome, FoldRecord
from fenlei.study.running.plan import FoldSplit, Plan

PARTS = 10  # of tested rows where folds do not make parts
MOST_KEPT = 2_000_000  # numbers of a model that are kept of all repeats
LEAST_ROWS = 10  # that a calibration is fitted to
PREFERRED = ("balanced_accuracy", "macro_f1")  # metrics that a preference for classes is chosen by


class CalibratedFolds(NamedTuple):
    """The folds of a model, and what its probabilities come from."""

    outcomes: list[FoldOutcome]
    calibration: Calibration | None = None  # of the model for new rows
    losses: Mapping[str, float] = MappingProxyType(
        {}
    )  # mean log-loss by method, each row by a calibration of other rows


def calibrated_folds(
    outcomes: list[FoldOutcome], splits: list[FoldSplit], data: StudyData, plan: Plan
) -> CalibratedFolds:
    """The outcomes of all splits, in their order, with probabilities: calibrated ones if the plan wants them.

    After the first repeat only the scores are kept, unless there are few rows.
    """
    if data.task == "regression":
        return CalibratedFolds(
            [
                one if is_kept(split, data, plan) else _bare(one)
                for one, split in zip(outcomes, splits, strict=True)
            ]
        )
    found: list[FoldOutcome] = []
    first: Calibrated | None = None
    for repeat in range(plan.repeats):
        some = [split for split in splits if split.repeat == repeat]
        tested = _Tested.of(outcomes[len(found) : len(found) + len(some)], some, data, plan)
        if plan.calibrate and len(tested.codes) >= LEAST_ROWS:
            log_proba, first = tested.calibrated(first, plan)
            decided = tested.decided(log_proba, plan)
            found += tested.rescored(np.exp(log_proba), decided, True, data, plan)
        else:
            found += tested.rescored(probabilities(tested.scores), None, False, data, plan)
        if repeat == 0 and first is not None:
            first = first._replace(calibration=tested.with_preference(first, plan))
    return (
        CalibratedFolds(found) if first is None else CalibratedFolds(found, first.calibration, first.losses)
    )


class _Tested(NamedTuple):
    """The tested rows of one repeat, with the scores of classifiers that had not seen them."""

    outcomes: list[FoldOutcome]
    splits: list[FoldSplit]
    scores: NDArray[np.float64]  # (n, K)
    codes: NDArray[np.int64]  # (n,)
    parts: NDArray[np.int64]  # (n,)
    is_forward: bool

    @classmethod
    def of(cls, outcomes: list[FoldOutcome], splits: list[FoldSplit], data: StudyData, plan: Plan) -> _Tested:
        codes = data.codes[np.concatenate([split.test for split in splits])]
        is_forward = plan.resampling == "forward"
        parts = parts_of(codes, [len(split.test) for split in splits], is_forward)
        scores = np.concatenate([one.proba for one in outcomes])
        return cls(outcomes, splits, scores, codes, parts, is_forward)

    def calibrated(self, first: Calibrated | None, plan: Plan) -> tuple[NDArray[np.float64], Calibrated]:
        """Logarithms of probabilities, and the calibration of the first repeat, whose method all have."""
        rows = self.scores, self.codes, self.parts
        if first is None:
            of_labels = METRICS[plan.metric].of_labels
            first = calibrate(*rows, keep_right=of_labels, forward=self.is_forward)
            return first.log_proba, first
        return left_out(*rows, first.calibration.name, self.is_forward), first

    def decided(self, log_proba: NDArray[np.float64], plan: Plan) -> NDArray[np.int64] | None:
        """The class decided for in each row; None where it is the most probable one."""
        if plan.class_weight is not None:
            return (log_proba + np.log(plan.class_weight)).argmax(axis=1)
        if plan.metric not in PREFERRED:
            return None
        return decided_classes(log_proba, self.codes, self.parts, label_score(plan.metric), self.is_forward)

    def with_preference(self, first: Calibrated, plan: Plan) -> Calibration:
        """The calibration for new rows, with the preference for classes that all of these rows call for."""
        d = np.zeros(self.scores.shape[1])
        if plan.class_weight is not None:
            d = np.log(plan.class_weight)
        elif plan.metric in PREFERRED:
            d = choose_preference(first.log_proba, self.codes, label_score(plan.metric))
        return first.calibration._replace(preference=d)

    def rescored(
        self,
        proba: NDArray[np.float64],
        decided: NDArray[np.int64] | None,
        is_calibrated: bool,
        data: StudyData,
        plan: Plan,
    ) -> list[FoldOutcome]:
        """The folds with these probabilities and decisions, and their scores by them."""
        ends = np.cumsum([len(split.test) for split in self.splits])[:-1]
        answers = [None] * len(self.splits) if decided is None else np.split(decided, ends)
        found = []
        for outcome, split, own, answer in zip(
            self.outcomes, self.splits, np.split(proba, ends), answers, strict=True
        ):
            known = is_calibrated or outcome.record["scores_are_probabilities"]
            codes = data.codes[split.test]
            scores = headline(codes, ClassScores(own, known), len(data.classes), answer)
            if plan.costs is not None:
                scores["cost"] = mean_cost(plan.costs, own, codes)
            record: FoldRecord = outcome.record | {"scores": scores, "scores_are_probabilities": known}
            kept = FoldOutcome(record, own, answer)
            found.append(kept if is_kept(split, data, plan) else _bare(kept))
        return found


def label_score(metric: str) -> Score:
    """A metric as a function of true and decided classes."""

    def score(codes: NDArray[np.int64], decided: NDArray[np.int64]) -> float:
        K = int(max(codes.max(), decided.max(), 1)) + 1
        counts = summarise(codes, decided, K).counts
        table = Tally(np.arange(K), counts)
        hits, predicted, true, _ = class_totals(table)
        if metric == "balanced_accuracy":
            return float((hits[true > 0] / true[true > 0]).mean())
        seen = true + predicted > 0
        return float((2.0 * hits[seen] / (true + predicted)[seen]).mean())

    return score


def needs_preference(plan: Plan) -> bool:
    """Whether another class than the most probable one may be decided for."""
    return plan.class_weight is not None or plan.metric in PREFERRED


def is_kept(split: FoldSplit, data: StudyData, plan: Plan) -> bool:
    """Whether the answers of a fold are kept: of the first repeat, and of all repeats if they are few."""
    return split.repeat == 0 or plan.repeats * len(data.codes) * data.outputs <= MOST_KEPT


def _bare(outcome: FoldOutcome) -> FoldOutcome:
    """An outcome with its scores alone."""
    return FoldOutcome(outcome.record, outcome.proba[:0])


def parts_of(codes: NDArray[np.int64], sizes: list[int], are_folds: bool = False) -> NDArray[np.int64]:
    """The part that each tested row is of: its fold; or else one of ten, within which classes take turns.

    Examples
    --------
    >>> parts_of(np.array([0, 0, 1, 1]), [2, 2]).tolist(), parts_of(np.array([0, 0, 1, 1]), [4]).tolist()
    ([0, 0, 1, 1], [0, 1, 0, 1])
    """
    if are_folds or 2 <= len(sizes) <= PARTS:
        return np.repeat(np.arange(len(sizes)), sizes)
    turn = np.empty(len(codes), dtype=np.int64)
    for k in np.unique(codes):
        turn[codes == k] = np.arange((codes == k).sum())
    return turn % PARTS
