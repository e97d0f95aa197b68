r"""Training of one perceptron, class +1 against class -1: passes until one makes no error or a rule stops.

online: `passes`, one after the other. batch: w ← w + η Σ_{wrong rows} y_i φ_i, one step per pass (the
gradient step on J, source 001). dual: passes over the Gram matrix, weights Σ α_i y_i φ_i at the end.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from fenlei.annotations import MatrixLike
from fenlei.errors import UsageError
from fenlei.kernels import Array
from fenlei.kernels.matrices import as_dense, is_sparse
from fenlei.kernels.merge_tree import merge_tree
from fenlei.kernels.soft_threshold import soft_threshold
from fenlei.kernels.threads import leaf_blocks, map_blocks
from fenlei.linear.perceptron.passes import (
    BEST_RUN,
    BIAS,
    LEAST_ERRORS,
    LOSS,
    SCALE,
    UPDATES,
    PerceptronState,
    UpdateRule,
    dense_pass,
    dual_pass,
    plain_pass,
    sparse_pass,
)
from fenlei.linear.perceptron.row_order import OrderedRows
from fenlei.messages import phrase
from fenlei.trace import closely_traced, tell, traced

if TYPE_CHECKING:
    from fenlei.linear.perceptron.perceptron import Perceptron

FIRST_ROOM = 1024  # updates of a history that grows
LARGEST_GRAM = 10_000  # rows of the dual form
BLOCK = 1 << 20  # margins at a time


class TrainingPlan(NamedTuple):
    """The parameters of `Perceptron` that training reads."""

    rule: UpdateRule
    eta: float
    passes: int  # at most
    tol: float | None
    patience: int  # passes without improvement
    variant: str
    dual: bool
    shuffle: bool
    seed: int
    history: bool
    validation: float  # share of the rows set aside; 0 for none
    verbose: bool


NO_LOSSES = np.empty(0)


class TrainedWeights(NamedTuple):
    """The weights of one class against the rest, and how they were found."""

    theta: Array  # (p + 1,) the intercept last
    passes: int
    updates: int
    errors: float  # weight of the rows on the wrong side
    alpha: Array  # (n,) of the dual form, else (0,)
    row: Array  # (U,)
    path: Array  # (U, p + 1)
    loss: float = 0.0  # J at the end
    losses: Array = NO_LOSSES  # (U + 1,) J at the start and after each update, or (0,)


class PerceptronStep(NamedTuple):
    """One pass over the rows, as a listener is told of it (`fenlei.trace`)."""

    iteration: int  # from 1, for each class
    most: int
    theta: Array  # (p + 1,) the weights after it, the intercept last
    updates: int  # in this pass
    loss: float  # met on the way, at the weights of the time


def refuse_dual(estimator: Perceptron, n: int) -> None:
    """Refuse what the dual form does not offer."""
    reasons = {
        "reason.too_many_rows": n > LARGEST_GRAM,
        "reason.no_penalty": estimator.penalty is not None,
        "reason.online_only": estimator.variant != "online",
        "reason.no_early_stopping": estimator.early_stopping,
    }
    for key, found in reasons.items():
        if found:
            reason = phrase(key, most=LARGEST_GRAM, n=n)
            raise UsageError("perceptron.dual", estimator=type(estimator).__name__, reason=reason)


def train_each(one: Callable[[int], TrainedWeights], r: int, n_jobs: int | None) -> list[TrainedWeights]:
    """The perceptron of each of r classes; a listener is told of one after the other."""
    blocks = [(k, k + 1) for k in range(r)]
    return list(map_blocks(lambda k, stop: one(k), blocks, 1 if closely_traced() else n_jobs))


def train(visit: OrderedRows, y: Array, weight: Array, start: Array, plan: TrainingPlan) -> TrainedWeights:
    """Passes over the rows, y in {-1, 1}, from the weights `start` (p + 1,)."""
    if plan.validation:
        return _with_validation(visit, y, weight, start, plan)
    found = (_dual if plan.dual else _primal)(visit, y, weight, start, plan)
    return with_losses(found, visit, y, weight, start, plan)


def _primal(visit: OrderedRows, y: Array, weight: Array, start: Array, plan: TrainingPlan) -> TrainedWeights:
    run, generator = ClassProgress(new_state(start, plan)), np.random.RandomState(plan.seed)
    while not run.ended:
        run.begin()
        run.state = one_pass(visit, y, weight, plan, run.state, generator)
        run.finish(plan, len(y))
    return trained_weights(visit, y, weight, run.state, plan, run.done)


class ClassProgress:
    """Where the training of one class stands: pass after pass until one makes no error, or the loss rests."""

    def __init__(self, state: PerceptronState) -> None:
        self.state = state
        self.best, self.waited, self.done, self.before = np.inf, 0, 0, 0.0
        self.ended = False

    def begin(self) -> None:
        """Before a pass."""
        self.before = self.state.facts[UPDATES]

    def finish(self, plan: TrainingPlan, n: int) -> None:
        """After a pass over n rows."""
        facts = self.state.facts
        self.done += 1
        loss, facts[LOSS] = facts[LOSS], 0.0
        if traced() or plan.verbose:
            report_pass(plan, self.done, weights_of(self.state), facts[UPDATES] - self.before, loss)
        if facts[UPDATES] == self.before and plan.rule.decay == 1.0 and plan.rule.lasso == 0.0:
            self.ended = True  # a pass without error: no later one would change anything
            return
        self.waited = self.waited + 1 if plan.tol is not None and loss > self.best - plan.tol * n else 0
        self.best = min(self.best, loss)
        self.ended = self.waited >= plan.patience or self.done >= plan.passes

    def trained(self, theta: Array, errors: float, loss: float) -> TrainedWeights:
        """The result, without a history."""
        updates, none = int(self.state.facts[UPDATES]), np.empty(0, np.int64)
        path = np.empty((0, len(theta)))
        return TrainedWeights(theta, self.done, updates, float(errors), np.empty(0), none, path, float(loss))


def report_pass(plan: TrainingPlan, done: int, theta: Array, updates: float, loss: float) -> None:
    """Tell a pass; with `verbose`, as a line too."""
    if traced():
        tell(PerceptronStep(done, plan.passes, theta, int(updates), float(loss)))
    if plan.verbose:
        tell(f"pass {done}: {int(updates)} updates, loss {loss:.6g}")


def weights_of(state: PerceptronState) -> Array:
    """The weights (p + 1,) of a state, the intercept last."""
    return np.append(state.beta * state.facts[SCALE], state.facts[BIAS])


def new_state(start: Array, plan: TrainingPlan) -> PerceptronState:
    """The state before the first pass."""
    p = len(start) - 1
    facts = np.zeros(8)
    facts[BIAS], facts[SCALE], facts[LEAST_ERRORS] = start[p], 1.0, np.inf
    facts[BEST_RUN] = -1.0
    room = FIRST_ROOM if plan.history else 0
    pocket = start.copy() if plan.variant == "pocket" else np.empty(0)
    received = np.zeros(p) if plan.rule.lasso else np.empty(0)
    return PerceptronState(
        start[:p].copy(), received, facts, np.empty(room, np.int64), np.empty((room, p + 1)), pocket
    )


def one_pass(
    visit: OrderedRows,
    y: Array,
    weight: Array,
    plan: TrainingPlan,
    state: PerceptronState,
    generator: np.random.RandomState,
) -> PerceptronState:
    """One pass, with room in the history for as many updates as there are rows."""
    if plan.history:
        state = with_room(state, len(y))
    step = plan.eta * weight
    if plan.variant == "batch":
        return _batch_step(visit, y, step, plan, state)
    visits = generator.permutation(visit.blocks) if plan.shuffle else np.arange(visit.blocks)
    X = visit.X
    if is_sparse(X):
        sparse_pass(X.indptr, X.indices, X.data, y, step, visits, visit.size, plan.rule, state)
    elif plan.rule.decay == 1.0 and not (plan.rule.lasso or plan.history or len(state.pocket)):
        for start, stop in leaf_blocks(*X.shape) if visit.blocks == 1 else [(0, len(y))]:
            rows = slice(start, stop)  # the loss is added up leaf by leaf, as over files
            plain_pass(X[rows], y[rows], step[rows], visits, visit.size, plan.rule, state)
    else:
        dense_pass(X, y, step, visits, visit.size, plan.rule, state)
    return state


def with_room(state: PerceptronState, more: int) -> PerceptronState:
    """The state with room in its history for more updates."""
    needed, room = int(state.facts[UPDATES]) + more, len(state.row)
    if needed <= room:
        return state
    extra = max(needed - room, room)
    path = np.vstack([state.path, np.empty((extra, state.path.shape[1]))])
    return state._replace(row=np.append(state.row, np.empty(extra, np.int64)), path=path)


def _batch_step(
    visit: OrderedRows, y: Array, step: Array, plan: TrainingPlan, state: PerceptronState
) -> PerceptronState:
    """w ← w + Σ_{wrong rows} s_i y_i φ_i."""
    X, strict = visit.X, plan.rule.strict
    at = state.beta, float(state.facts[BIAS]), strict
    blocks = [(0, len(y))] if is_sparse(X) else leaf_blocks(*X.shape)
    parts = (batch_sums(X[s:e], y[s:e], step[s:e], *at) for s, e in blocks)
    return step_by(state, *merge_tree(parts, lambda a, b: (a[0] + b[0], a[1] + b[1])), plan)


def batch_sums(X: Any, y: Array, step: Array, beta: Array, bias: float, strict: bool) -> tuple[Array, float]:
    """Σ_{wrong rows} s_i y_i (φ_i, 1), then the number of wrong rows, (p + 2,); and the loss."""
    margin = y * (X @ beta + bias)
    wrong = margin < 0.0 if strict else margin <= 0.0
    pull = np.where(wrong, step * y, 0.0)
    sums = np.concatenate([np.asarray(X.T @ pull), [pull.sum(), np.count_nonzero(wrong)]])
    return sums, float(np.maximum(-margin, 0.0).sum())


def step_by(state: PerceptronState, pull: Array, loss: float, plan: TrainingPlan) -> PerceptronState:
    """The state after a batch step of these sums."""
    facts = state.facts
    facts[LOSS] += loss
    beta = soft_threshold(state.beta * plan.rule.decay, plan.rule.lasso)
    if pull[-1]:
        beta = beta + pull[:-2]
        facts[BIAS] += float(pull[-2]) if plan.rule.intercept else 0.0
        u = int(facts[UPDATES])
        facts[UPDATES] += 1.0
        if plan.history:
            state.row[u], state.path[u] = -1, np.append(beta, facts[BIAS])
    return state._replace(beta=beta)


def trained_weights(
    visit: OrderedRows, y: Array, weight: Array, state: PerceptronState, plan: TrainingPlan, done: int
) -> TrainedWeights:
    """The weights of a state; with a pocket the better ones of both."""
    theta = weights_of(state)
    wrong = errors_and_loss(visit.X, y, weight, theta, plan.rule.strict)
    if plan.variant == "pocket" and wrong[0] > 0:
        kept = errors_and_loss(visit.X, y, weight, state.pocket, plan.rule.strict)
        theta, wrong = (state.pocket, kept) if kept[0] < wrong[0] else (theta, wrong)
    errors, loss = wrong
    updates = int(state.facts[UPDATES])
    return TrainedWeights(
        theta, done, updates, errors, np.empty(0), state.row[:updates], state.path[:updates], loss
    )


def with_losses(
    found: TrainedWeights, visit: OrderedRows, y: Array, weight: Array, start: Array, plan: TrainingPlan
) -> TrainedWeights:
    """With the loss of the weights on the way, if they are kept."""
    if not plan.history:
        return found
    return found._replace(losses=perceptron_losses(visit.X, y, weight, np.vstack([start, found.path])))


def perceptron_losses(X: MatrixLike, y: Array, weight: Array, thetas: Array) -> Array:
    """J = -Σ_{wrong rows} w_i y_i (xᵀβ + b) of each θ (m, p + 1): source 001, equation 5.2.43."""
    losses = np.empty(len(thetas))
    step = max(1, BLOCK // max(len(y), 1))
    for s in range(0, len(thetas), step):
        part = thetas[s : s + step]
        margins = y[:, None] * (np.asarray(X @ part[:, :-1].T) + part[:, -1])
        losses[s : s + step] = weight @ np.maximum(-margins, 0.0)
    return losses


def errors_and_loss(X: Any, y: Array, weight: Array, theta: Array, strict: bool) -> tuple[float, float]:
    """Weight of the rows on the wrong side of theta (p + 1,), and J."""

    def part(start: int, stop: int) -> Array:
        rows = slice(start, stop)
        margin = y[rows] * (X[rows] @ theta[:-1] + theta[-1])
        wrong = margin < 0.0 if strict else margin <= 0.0
        w = weight[rows]
        return np.array([w[wrong].sum(), w @ np.maximum(-margin, 0.0)])

    blocks = [(0, len(y))] if is_sparse(X) else leaf_blocks(*X.shape)
    errors, loss = merge_tree((part(*each) for each in blocks), np.add)
    return float(errors), float(loss)


def _dual(visit: OrderedRows, y: Array, weight: Array, start: Array, plan: TrainingPlan) -> TrainedWeights:
    """Passes over the Gram matrix. A start other than zero is a term of its own, which no row has."""
    X = as_dense(visit.X)
    X = np.vstack([X, start[:-1]]).astype(np.float64)
    gram = X @ X.T
    n = len(y)
    alpha, signs = np.append(np.zeros(n), 1.0), np.append(y, 1.0)
    state = new_state(start, plan)
    best, waited, done = np.inf, 0, 0
    while done < plan.passes:
        state = with_room(state, n) if plan.history else state
        before = state.facts[UPDATES]
        dual_pass(gram, signs, plan.eta * weight, plan.rule.intercept, plan.rule.strict, alpha, state)
        done += 1
        loss, state.facts[LOSS] = state.facts[LOSS], 0.0
        if traced() or plan.verbose:
            now = np.append((alpha * signs) @ X, state.facts[BIAS])
            report_pass(plan, done, now, state.facts[UPDATES] - before, loss)
        waited = waited + 1 if plan.tol is not None and loss > best - plan.tol * n else 0
        best = min(best, loss)
        if state.facts[UPDATES] == before or waited >= plan.patience:
            break
    theta = np.append((alpha * signs) @ X, state.facts[BIAS])
    updates = int(state.facts[UPDATES])
    rows = state.row[:updates]
    path = np.column_stack([_steps(X, signs, plan.eta * weight, rows, start), state.path[:updates, 0]])
    errors, loss = errors_and_loss(visit.X, y, weight, theta, plan.rule.strict)
    return TrainedWeights(theta, done, updates, errors, alpha[:n], rows, path, loss)


def _steps(X: Array, y: Array, step: Array, rows: Array, start: Array) -> Array:
    """Weights after each update of the dual form, (U, p)."""
    return start[:-1] + np.cumsum((step[rows] * y[rows])[:, None] * X[rows], axis=0)


def _with_validation(
    visit: OrderedRows, y: Array, weight: Array, start: Array, plan: TrainingPlan
) -> TrainedWeights:
    """Early stopping: rows are set aside, class by class, and their accuracy must rise by tol."""
    from sklearn.model_selection import StratifiedShuffleSplit

    split = StratifiedShuffleSplit(1, test_size=plan.validation, random_state=plan.seed)
    learn, test = (np.sort(part) for part in next(split.split(y, y)))
    size = min(visit.size, len(learn))
    part = OrderedRows(
        visit.X[learn], visit.codes[learn], visit.w[learn], visit.position[learn], size, visit.n
    )
    state, generator = new_state(start, plan), np.random.RandomState(plan.seed)
    best, waited, done = -np.inf, 0, 0
    while done < plan.passes and waited < plan.patience:
        before, met = state.facts[UPDATES], state.facts[LOSS]
        state = one_pass(part, y[learn], weight[learn], plan, state, generator)
        done, theta = done + 1, weights_of(state)
        if traced() or plan.verbose:
            report_pass(plan, done, theta, state.facts[UPDATES] - before, state.facts[LOSS] - met)
        wrong, _ = errors_and_loss(visit.X[test], y[test], np.ones(len(test)), theta, plan.rule.strict)
        score = 1.0 - wrong / len(test)
        waited = waited + 1 if score < best + (-np.inf if plan.tol is None else plan.tol) else 0
        best = max(best, score)
    found = trained_weights(part, y[learn], weight[learn], state, plan, done)
    found = with_losses(found, part, y[learn], weight[learn], start, plan)
    return found._replace(row=learn[found.row] if len(found.row) else found.row)
