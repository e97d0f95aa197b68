"""Learning online: `partial_fit` of the solvers that visit rows, one pass from the last weights."""

from __future__ import annotations

from numbers import Integral
from typing import TYPE_CHECKING, Any, Self

import numpy as np
from sklearn.exceptions import ConvergenceWarning
from sklearn.utils import check_random_state

from fenlei.annotations import ArrayLike, MatrixLike
from fenlei.contract.classifier import Classifier
from fenlei.contract.estimator import available_if
from fenlei.errors import UsageError, warn
from fenlei.kernels import Array
from fenlei.kernels.threads import single_threaded_blas
from fenlei.linear.logistic.objective import LogisticProblem
from fenlei.linear.logistic.record import model_of
from fenlei.linear.logistic.stopping import Trace
from fenlei.linear.logistic.stored.blocks import BY_ROWS
from fenlei.parameters import check_parameters

if TYPE_CHECKING:
    from fenlei.linear.logistic.logistic_regression import LogisticRegression


def last_weights(estimator: LogisticRegression) -> Array:
    """Where the last pass ended, (r, q); of other solvers the solution."""
    last = estimator.model_.last
    return estimator._theta() if last is None or estimator.solver not in BY_ROWS else last


def passes_so_far(estimator: Classifier) -> int:
    """Passes of the fits that a warm start or `partial_fit` continues."""
    passes = estimator.model_.passes if hasattr(estimator, "model_") else None
    return 0 if passes is None else int(passes)


def checked_rates(estimator: LogisticRegression, r: int) -> ArrayLike | None:
    """The learning rate: None, a number, or one for each of the r rows of θ."""
    given = estimator.learning_rate
    if given is None or np.ndim(given) == 0:
        return given
    try:
        rates = np.asarray(given, dtype=np.float64)
    except (TypeError, ValueError):
        raise UsageError("logistic.bad_rate", estimator=type(estimator).__name__, value=given) from None
    if rates.shape != (r,):
        facts = {"came": np.size(given), "accepted": r}
        raise UsageError("logistic.rates", estimator=type(estimator).__name__, **facts)
    bad = rates[~((rates > 0) & np.isfinite(rates))]
    if len(bad):
        raise UsageError("logistic.bad_rate", estimator=type(estimator).__name__, value=float(bad[0]))
    return rates


def visiting_order(estimator: Any, problem: LogisticProblem, done: int) -> np.random.RandomState:
    """The generator of the orders; with a fixed seed, after the passes that were done with it."""
    generator = check_random_state(estimator.random_state)
    if isinstance(estimator.random_state, Integral) and estimator.solver in ("sgd", "minibatch"):
        for _ in range(done):
            generator.permutation(problem.X.shape[0])
    return generator


class LearnsOnline(Classifier):
    """`partial_fit` of LogisticRegression."""

    solver: str

    @available_if(lambda self: self.solver in BY_ROWS)
    def partial_fit(
        self,
        X: MatrixLike,
        y: ArrayLike,
        classes: ArrayLike | None = None,
        sample_weight: ArrayLike | None = None,
    ) -> Self:
        """One pass over the rows, from the weights after the last one; solvers "gd", "sgd" and "minibatch".

        `classes` (K,) lists all classes and is needed on the first call only. The weights after the pass are
        kept, better or not; `schedule` counts the passes of all calls; the rows of a call share the penalty.
        """
        check_parameters(self, self._limits)
        self._refuse_balanced()
        model: Any = self
        first = not hasattr(self, "model_")
        known = self._known_classes(classes, first)
        rows = self._block(X, y, sample_weight, known, first)
        if rows.w is not None and not rows.w.any():
            return self
        problem = model._problem(rows)
        start = model._start(problem) if first else last_weights(self)
        settings = model._settings(problem)._replace(
            max_iter=1, done=passes_so_far(self), kept=None, keep_last=True
        )
        with single_threaded_blas():
            trace = model._solve(problem, start, settings)
            record = model_of(problem, trace, 1, settings.done, inference=False)
        model._keep(record)
        self._warn_if_stuck(trace)
        return self

    def _warn_if_stuck(self, trace: Trace) -> None:
        """A pass to weights that are not finite leaves them where they were, which is worth a warning."""
        if len(trace.history) == 1:
            value = trace.history[0][1]
            facts = {"first": value, "last": np.inf, "rate": trace.rate}
            name = type(self).__name__
            warn("logistic.diverged", ConvergenceWarning, estimator=name, solver=self.solver, **facts)
