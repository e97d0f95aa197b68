"""The folds of a pool: answers of its members for tested rows, weighted as the other folds call for.

The weights of a fold are fitted to the rows of the other folds of its repeat (forward in time: of those
before
it), which neither the weights nor the members have seen when they are scored; so a pool is compared like any
model. Its members are calibrated, so it is not again, but where rare classes count as much as frequent ones.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from fenlei.ensemble.pooled.weights import mean_weights, stack_weights, stacked, vote_weights, voted
from fenlei.errors import wording
from fenlei.messages import listed
from fenlei.registry import POOLED, Entry
from fenlei.study.data import StudyData
from fenlei.study.facts.metrics import number_scores
from fenlei.study.facts.scores import ClassScores, headline
from fenlei.study.pooling.entries import STACK
from fenlei.study.pooling.members import chosen_members
from fenlei.study.running.calibrated_folds import calibrated_folds, needs_preference, parts_of
from fenlei.study.running.fold_store import FoldOutcome, FoldRecord
from fenlei.study.running.plan import FoldSplit, Plan
from fenlei.study.running.task import ModelRun
from fenlei.study.running.time_budget import Budget

LEAST_ROWS, MOST_SCORES = 2000, 200_000  # rows, and scores of a member, that weights are fitted to at most
TINY = 1e-300

Numbers = NDArray[np.float64]


class Pool(NamedTuple):
    """Names of models, and the weight of each."""

    members: tuple[str, ...]
    weights: Numbers


def with_pools(
    runs: list[ModelRun],
    plan: Plan,
    data: StudyData,
    folds: list[FoldSplit],
    time: Budget,
    lang: str,
) -> tuple[list[ModelRun], dict[str, Pool]]:
    """The runs with those of the pools that the plan names, in its order, and what these are made of."""
    named = [POOLED[name] for name in plan.models if name in POOLED]
    if not named:
        return runs, {}
    members, reason = chosen_members(runs, data, plan, time, lang)
    found, pools = {run.entry.name: run for run in runs}, {}
    for entry in named:
        if reason is not None:
            found[entry.name] = ModelRun(entry, "skipped", reason, [])
        else:
            run, pool = pooled_run(entry, members, plan, data, folds, lang)
            alone = wording("pooling.alone", lang, name=pool.members[0]) if len(pool.members) == 1 else None
            found[entry.name] = run if alone is None else ModelRun(entry, "skipped", alone, [])
            pools[entry.name] = pool
    return [found[name] for name in plan.models], pools


def pooled_run(
    entry: Entry, members: list[ModelRun], plan: Plan, data: StudyData, folds: list[FoldSplit], lang: str
) -> tuple[ModelRun, Pool]:
    """The folds of one pool, and its weights by all rows of the first repeat."""
    raw: list[FoldOutcome] = []
    names, whole = tuple(run.entry.name for run in members), np.empty(0)
    for repeat in range(plan.repeats):
        at = [i for i, split in enumerate(folds) if split.repeat == repeat]
        tested = TestedAnswers.of(entry, members, at, folds, data, plan)
        pooled, weights = tested.left_out()
        whole = tested.weights(slice(None)) if repeat == 0 else whole
        note = pool_note(Pool(names, whole), lang)
        ends = np.cumsum([len(folds[i].test) for i in at])[:-1]
        for i, values, w in zip(at, np.split(pooled, ends), weights, strict=True):
            raw.append(_outcome(members, i, folds[i], values, w, data, note))
    result = calibrated_folds(raw, folds, data, replace(plan, calibrate=needs_preference(plan)))
    scores = [] if result.calibration is None else [one.record["scores"] for one in raw]
    kept = [t for t, weight in enumerate(whole) if weight > 0]
    pool = Pool(tuple(names[t] for t in kept), whole[kept])
    return ModelRun(entry, "done", None, *result, scores), pool


class TestedAnswers(NamedTuple):
    """The tested rows of one repeat, with the answers of the members."""

    entry: Entry
    answers: Numbers  # (T, n, K): logarithms of probabilities, or numbers with K = 1
    truth: NDArray[np.int64] | Numbers  # (n,)
    parts: NDArray[np.int64]  # (n,)
    first_of: list[int]  # the part of the first row of each fold
    is_forward: bool

    @classmethod
    def of(
        cls,
        entry: Entry,
        members: list[ModelRun],
        at: list[int],
        folds: list[FoldSplit],
        data: StudyData,
        plan: Plan,
    ) -> TestedAnswers:
        rows = np.concatenate([folds[i].test for i in at])
        answers = np.stack([np.concatenate([run.outcomes[i].proba for i in at]) for run in members])
        if data.numbers is None:
            answers = np.log(np.maximum(answers, TINY))
        truth = data.codes[rows] if data.numbers is None else data.numbers[rows]
        is_forward = plan.resampling == "forward"
        sizes = [len(folds[i].test) for i in at]
        parts = parts_of(data.codes[rows], sizes, is_forward)
        starts = np.concatenate([[0], np.cumsum(sizes)[:-1]]).astype(np.int64)
        return cls(entry, answers, truth, parts, parts[starts].tolist(), is_forward)

    def weights(self, rows: NDArray[np.bool_] | slice) -> Numbers:
        """Weights (T,) by some of the rows; equal ones where there are none."""
        at = np.arange(len(self.truth))[rows]
        if not len(at):
            return np.full(len(self.answers), 1.0 / len(self.answers))
        most = max(LEAST_ROWS, MOST_SCORES // self.answers.shape[2])
        if len(at) > most:
            at = at[np.linspace(0, len(at) - 1, most).astype(np.int64)]
        if self.entry.kind == "regressor":
            return mean_weights(self.answers[:, at, 0], self.truth[at])
        fitted = stack_weights if self.entry == STACK else vote_weights
        return fitted(self.answers[:, at], self.truth[at])

    def left_out(self) -> tuple[Numbers, list[Numbers]]:
        """Answers (n, K), each row's by the weights of the other parts; and the weights of each fold."""
        found, by_part = np.empty(self.answers.shape[1:]), {}
        for part in np.unique(self.parts):
            tested = self.parts == part
            w = by_part[int(part)] = self.weights(self.parts < part if self.is_forward else ~tested)
            found[tested] = self.pooled(self.answers[:, tested], w)
        return found, [by_part[part] for part in self.first_of]

    def pooled(self, answers: Numbers, w: Numbers) -> Numbers:
        """The answers (T, n, K) of the members as one."""
        if self.entry.kind == "regressor":
            return np.tensordot(w, answers, axes=1)
        return (stacked if self.entry == STACK else voted)(list(answers), w)


def _outcome(
    members: Sequence[ModelRun],
    i: int,
    split: FoldSplit,
    values: Numbers,
    w: Numbers,
    data: StudyData,
    note: str,
) -> FoldOutcome:
    """One fold: its seconds are those of the members with a weight."""
    records = [run.outcomes[i].record for run, weight in zip(members, w, strict=True) if weight > 0]
    if data.numbers is None:
        proba = ClassScores(np.exp(values), True)
        scores = headline(data.codes[split.test], proba, len(data.classes))
    else:
        scores = number_scores(data.numbers[split.test], values[:, 0])
    record: FoldRecord = {
        "repeat": split.repeat,
        "fold": split.fold,
        "scores": scores,
        "fit_seconds": sum(record["fit_seconds"] for record in records),
        "predict_seconds": sum(record["predict_seconds"] for record in records),
        "notes": [note],
        "scores_are_probabilities": data.numbers is None,
    }
    return FoldOutcome(record, values)


def pool_note(pool: Pool, lang: str) -> str:
    """What a pool is made of, in one sentence.

    Examples
    --------
    >>> pool_note(Pool(("svc", "lda"), np.array([0.25, 0.75])), "en")
    'together, with the weights: lda 0.75, svc 0.25'
    """
    order = np.argsort(-pool.weights, kind="stable")
    parts = [f"{pool.members[t]} {pool.weights[t]:.2f}" for t in order if pool.weights[t] > 0]
    return wording("pooling.members", lang, members=listed(*parts))
