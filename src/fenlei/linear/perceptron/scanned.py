"""Training over a scan: every pass is one pass over the files, for all classes together.

Online training takes leaf after leaf, as each row's step depends on the rows before it: one thread works, and
the weights have the bits of memory. The batch variant is a sum over leaves, on as many threads as there are.
"""

from __future__ import annotations

from functools import partial
from operator import add
from typing import TYPE_CHECKING, Any, NamedTuple, Self

import numpy as np

from fenlei.contract.classifier import Classifier, Rows
from fenlei.contract.scanned_rows import ScannedRows, learn_classes, learn_names, whole_scan
from fenlei.errors import DataError
from fenlei.kernels import Array
from fenlei.linear.perceptron.passes import BIAS, UpdateRule
from fenlei.linear.perceptron.record import PerceptronModel, model_of
from fenlei.linear.perceptron.row_order import as_they_come
from fenlei.linear.perceptron.training import (
    ClassProgress,
    TrainedWeights,
    TrainingPlan,
    batch_sums,
    errors_and_loss,
    new_state,
    one_pass,
    step_by,
    weights_of,
)
from fenlei.parameters import check_parameters
from fenlei.weights import class_weights

if TYPE_CHECKING:
    from fenlei.rows.scanned import Scan


class ClassSides(NamedTuple):
    """What turns codes into sides and steps: class `label` against the rest."""

    label: int
    inside: float  # factor on the steps of its rows
    outside: float

    def of(self, rows: Rows) -> tuple[Array, Array]:
        """Sides (n,) in {-1, 1} and weights (n,) of the steps."""
        side = np.where(rows.codes == self.label, 1.0, -1.0)
        w = np.ones(len(side)) if rows.w is None else rows.w
        return side, w * np.where(side > 0, self.inside, self.outside)


Sums = list[tuple[Array, float]]


def batch_sums_of(states: list[tuple[Array, float]], sides: list[ClassSides], plan: Any, rows: Rows) -> Sums:
    """The batch step of a leaf for each class at its weights (β, b)."""
    found = []
    for (beta, bias), each in zip(states, sides, strict=True):
        side, weight = each.of(rows)
        found.append(batch_sums(rows.X, side, plan.eta * weight, beta, bias, plan.rule.strict))
    return found


def wrong_of(thetas: list[Array], sides: list[ClassSides], rule: UpdateRule, rows: Rows) -> Array:
    """Errors and loss (r, 2) of a leaf at the weights of each class."""
    found = []
    for theta, each in zip(thetas, sides, strict=True):
        found.append(errors_and_loss(rows.X, *each.of(rows), theta, rule.strict))
    return np.array(found)


def merge_batch(a: Sums, b: Sums) -> Sums:
    """The batch steps of both sets of rows."""
    return [(x[0] + y[0], x[1] + y[1]) for x, y in zip(a, b, strict=True)]


def train_files(
    rows: ScannedRows, sides: list[ClassSides], start: Array, plan: TrainingPlan, n_jobs: int | None
) -> list[TrainedWeights]:
    """The perceptron of each class, started at `start` (r, p + 1)."""
    runs = [ClassProgress(new_state(each, plan)) for each in start]
    while any(not run.ended for run in runs):
        active = [(run, side) for run, side in zip(runs, sides, strict=True) if not run.ended]
        for run, _ in active:
            run.begin()
        if plan.variant == "batch":
            at = [(run.state.beta, float(run.state.facts[BIAS])) for run, _ in active]
            work = partial(batch_sums_of, at, [side for _, side in active], plan)
            found: Sums = rows.total(work, merge_batch, n_jobs)
            for (run, _), (pull, loss) in zip(active, found, strict=True):
                run.state = step_by(run.state, pull, loss, plan)
        else:
            _online(rows, active, plan)
        for run, _ in active:
            run.finish(plan, len(rows))
    thetas = [weights_of(run.state) for run in runs]
    wrong = rows.total(partial(wrong_of, thetas, sides, plan.rule), add, n_jobs)
    return [run.trained(theta, *each) for run, theta, each in zip(runs, thetas, wrong, strict=True)]


def _online(rows: ScannedRows, active: list[tuple[ClassProgress, ClassSides]], plan: TrainingPlan) -> None:
    generator = np.random.RandomState(plan.seed)  # not used: rows come as they are
    for leaf in rows.leaves():
        visit = as_they_come(leaf.X, leaf.codes, np.empty(0))
        for run, each in active:
            run.state = one_pass(visit, *each.of(leaf), plan, run.state, generator)


class TrainsPerceptrons(Classifier):
    """What training needs of the estimator's parameters, and the fit to a scan."""

    _scans = True

    shuffle: bool
    order: Any
    form: str
    variant: str
    early_stopping: bool
    keep_history: bool
    fit_intercept: bool
    max_iter: int

    def _start(self, p: int, coef: Any, intercept: Any) -> Array:
        raise NotImplementedError

    def _plan(self, passes: int, seed: int) -> TrainingPlan:
        raise NotImplementedError

    def _keep_trained(self, model: PerceptronModel, trained: list[TrainedWeights]) -> Self:
        raise NotImplementedError

    def _setting_for_memory(self) -> str | None:
        settings = {
            "shuffle=True": self.shuffle,
            "order": self.order is not None,
            "form='dual'": self.form == "dual",
            "variant='pocket'": self.variant == "pocket",
            "early_stopping=True": self.early_stopping,
            "keep_history=True": self.keep_history,
        }
        return next((name for name, found in settings.items() if found), None)

    def _fit_scan(
        self, scan: Scan, y: object, sample_weight: object, coef: object, intercept: object
    ) -> Self:
        check_parameters(self, self._limits)
        learn_classes(self, scan)
        rows = whole_scan(self, scan, y, sample_weight, partial(self._leaf_rows, None))
        if not isinstance(rows, ScannedRows):
            labels = self.classes_[rows.codes]
            self.fit(rows.X, labels, coef, intercept, rows.w)
        else:
            self._fit_files(rows, coef, intercept)
        learn_names(self, scan)
        return self

    def _fit_files(self, rows: ScannedRows, coef: object, intercept: object) -> None:
        if len(self.classes_) < 2:
            raise DataError("estimator.one_class", estimator=type(self).__name__, label=self.classes_[0])
        K, width = len(self.classes_), self._leaf_X(np.zeros((1, rows.shape[1]))).shape[1]
        start = self._start(width, coef, intercept)
        share = rows.scan.table.class_weight if self.class_weight == "balanced" else np.ones(K)
        factors = self._factors_of(np.asarray(share))
        if K == 2:
            sides = [ClassSides(1, factors[1], factors[0])]
        else:
            sides = [ClassSides(k, factors[k], 1.0) for k in range(K)]
        with np.errstate(all="ignore"):
            trained = train_files(rows, sides, start, self._plan(self.max_iter, 0), self.n_jobs)
        if not all(np.isfinite([each.loss, *each.theta]).all() for each in trained):
            for leaf in rows.leaves():
                self._refuse_non_finite(leaf.X)
            self._refuse_range(leaf.X)
        q = width + self.fit_intercept
        self._keep_trained(model_of(trained, len(rows), None, start, q, None), trained)

    def _class_factors(self, codes: Array, w: Array | None) -> Array:
        """Factor (K,) on the steps of each class's rows; balanced, by the weight that the class has."""
        K = len(self.classes_)
        return self._factors_of(np.bincount(codes, w, K) if self.class_weight == "balanced" else np.ones(K))

    def _factors_of(self, share: Array) -> Array:
        weights = np.asarray(class_weights(self, np.arange(len(share)), self.classes_, share))
        return np.divide(weights, share, out=np.ones(len(share)), where=share > 0)
