"""Early stopping: the score after each round, and whether the last ones were no better than before."""

from __future__ import annotations

from copy import copy
from typing import TYPE_CHECKING, Any

import numpy as np
from sklearn.metrics import check_scoring
from sklearn.utils import resample

from fenlei.ensemble.boosting.growing.columns import ColumnBins
from fenlei.ensemble.boosting.losses import Loss, loss_unit, mean_loss
from fenlei.ensemble.boosting.record import BoostedTrees, GrownTree, append_trees, in_unit, join_trees
from fenlei.ensemble.boosting.walk import add_scores, pack_trees
from fenlei.kernels import Array

if TYPE_CHECKING:
    from fenlei.ensemble.boosting.boosting import HistGradientBoosting

SUBSET = 10_000  # training rows that are scored by a metric


class ScoredRows:
    """Rows whose scores follow the rounds."""

    def __init__(self, X: Any, loss: Loss, labels: Array, scores: Array) -> None:
        self.X, self.loss, self.labels, self.scores = X, loss, labels, scores

    @property
    def weights(self) -> dict[str, Array]:
        return {"sample_weight": self.loss.w} if self.loss.w.size else {}


class Monitor:
    """Scores of the training rows, and of held-out rows if there are any, round by round."""

    def __init__(
        self,
        model: HistGradientBoosting,
        start: BoostedTrees,
        bins: ColumnBins,
        train: ScoredRows,
        held: ScoredRows | None,
        unit: int,
    ) -> None:
        self.model, self.so_far, self.bins, self.unit = model, start, bins, unit
        self.train, self.held = train, held
        self.train_score, self.validation_score = start.train_score.tolist(), start.validation_score.tolist()
        self.scorer = None if model.scoring == "loss" else check_scoring(model, model.scoring)
        if self.scorer is not None and len(train.X) > SUBSET:
            self.train = self._subset(train, int(start.seeds[0]))
        if not self.train_score:
            self.note()

    def _subset(self, rows: ScoredRows, seed: int) -> ScoredRows:
        chosen = resample(
            np.arange(len(rows.X)),
            n_samples=SUBSET,
            replace=False,
            random_state=seed,
            stratify=rows.labels if hasattr(self.model, "classes_") else None,
        )
        w = rows.loss.w[chosen] if rows.loss.w.size else rows.loss.w
        loss = rows.loss._replace(y=rows.loss.y[chosen], w=w)
        self.chosen = chosen
        return ScoredRows(rows.X[chosen], loss, rows.labels[chosen], rows.scores)

    def after_round(self, trees: list[GrownTree]) -> bool:
        """Take the trees of a round; whether no more rounds are worth it."""
        if self.held is not None or self.scorer is not None:
            fields = join_trees(trees, self.bins)
            alone = self.so_far._replace(**fields)
            if self.held is not None:
                moved = np.ascontiguousarray(self.held.scores.T)
                add_scores(pack_trees(alone), self.held.X, 0, len(trees), moved, self.model.n_jobs)
                self.held.scores = np.ascontiguousarray(moved.T)
            if callable(self.model.scoring):
                self.so_far = self.so_far._replace(
                    **append_trees(self.so_far, in_unit(fields, self.train.loss, self.unit))
                )
        self.note()
        scores = self.validation_score if self.held is not None else self.train_score
        return is_flat(scores, int(self.model.n_iter_no_change), float(self.model.tol))

    def scores(self) -> dict[str, Array]:
        """The scores so far, as fields of the record."""
        return {
            "train_score": np.array(self.train_score),
            "validation_score": np.array(self.validation_score),
        }

    def note(self) -> None:
        """Append the scores of now."""
        self.train_score.append(self._score(self.train))
        if self.held is not None:
            self.validation_score.append(self._score(self.held))

    def _score(self, rows: ScoredRows) -> float:
        scores = rows.scores
        if scores.shape[1] != len(rows.X):
            scores = scores[:, self.chosen]
        if self.scorer is None:
            with np.errstate(over="ignore", under="ignore"):
                return float(np.ldexp(-mean_loss(rows.loss, scores), -loss_unit(rows.loss, self.unit)))
        probe = copy(self.model)
        probe._keep(self.so_far)
        probe._coded_rows = True
        if not callable(self.model.scoring):
            probe._fixed_scores = np.ldexp(scores.T, -self.unit)
        return float(self.scorer(probe, rows.X, probe._targets_of(rows.labels), **rows.weights))


def is_flat(scores: list[float], patience: int, tolerance: float) -> bool:
    """Whether none of the last `patience` scores is above the one before them by more than the tolerance."""
    if len(scores) <= patience:
        return False
    return not any(score > scores[-patience - 1] + tolerance for score in scores[-patience:])
