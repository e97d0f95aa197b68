"""The fit of the linear support vector machine: its objective, round by round, and at the minimum.

F(w) = ½ ‖u‖² + Σ c_i max(0, 1 - y_i f(x_i))^q,   u = (w, b / B),   or Σ |u_j| in place of ½ ‖u‖²
"""

from __future__ import annotations

import warnings
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from sklearn.base import clone

from fenlei.errors import UsageError
from fenlei.explanation.figures import Curve
from fenlei.explanation.fit.iterations import MOST_FRAMES, thinned
from fenlei.explanation.formula.building import (
    chain,
    function,
    letter,
    minus,
    number,
    over,
    plus,
    squared,
    times,
    total,
    vector,
)
from fenlei.explanation.formula.nodes import Chain, Formula
from fenlei.explanation.prediction.bayes_rule import MOST_CLASSES
from fenlei.explanation.terms import ModelTerms
from fenlei.explanation.training_rows import FittedRows
from fenlei.explanation.working import Frame, WorkingStep
from fenlei.kernels import Array
from fenlei.messages import code
from fenlei.trace import tracing
from fenlei.weights import class_weights

if TYPE_CHECKING:
    from fenlei.svm import LinearSVC
    from fenlei.svm.linear_svc.loss_sums import LinearSVCStep

MOST_WRITTEN = 8  # weights, rows
MOST_LISTED = 20
MOST_VALUES = 500_000  # of a table whose rounds are gone through again


class MachineObjective(NamedTuple):
    """F at some weights."""

    penalty: float
    losses: Array  # (n,) max(0, 1 - y f)^q
    costs: Array  # (n,) c

    @property
    def total(self) -> float:
        return self.penalty + float(self.costs @ self.losses)


class OneClassRows(NamedTuple):
    """One class against the rest."""

    k: int  # position among the machines
    label: str
    X: Array
    y: Array  # (n,) +1 for the class, -1 for the others
    costs: Array  # (n,) c


def fit(model: LinearSVC, rows: FittedRows, terms: ModelTerms) -> list[WorkingStep]:
    """The objective at w = 0, its way down for each class, and the minimum."""
    if model.multi_class == "crammer_singer":
        raise UsageError(
            "explain.no_setting", model=type(model).__name__, setting=code("multi_class='crammer_singer'")
        )
    K = len(terms.classes)
    w = class_weights(model, rows.codes, model.classes_, np.ones(rows.n))
    costs = float(model.C) * (np.ones(rows.n) if w is None else np.asarray(w))
    targets = [1] if K == 2 else list(range(K))[:MOST_CLASSES]
    parts = [
        OneClassRows(q, terms.classes[k], rows.X, np.where(rows.codes == k, 1.0, -1.0), costs)
        for q, k in enumerate(targets)
    ]
    found = [_start_step(model, parts[0], terms)]
    if rows.X.size <= MOST_VALUES:
        found += [_round_step(model, part, terms) for part in parts]
    return [*found, *(_minimum_step(model, part, terms) for part in parts)]


def _objective(model: LinearSVC, part: OneClassRows, weights: Array) -> MachineObjective:
    """F at weights (p + 1,), the last that of the constant column B."""
    short = np.maximum(0.0, 1.0 - part.y * (part.X @ weights[:-1] + model._bias * weights[-1]))
    losses = short if model.loss == "hinge" else short**2
    penalty = np.abs(weights).sum() if model.penalty == "l1" else 0.5 * float(weights @ weights)
    return MachineObjective(float(penalty), losses, part.costs)


def _letters(model: LinearSVC) -> Formula:
    short = function("max", 0.0, plus(1.0, minus(times(letter("y", "i"), letter("f", "i")))))
    loss = short if model.loss == "hinge" else squared(short)
    length: Formula = over(squared(function("norm", letter("u"))), 2.0)
    if model.penalty == "l1":
        length = total("j", function("abs", letter("u", "j")))
    return plus(length, times(letter("C"), total("i", loss)))


def _value_chain(model: LinearSVC, name: str, at: MachineObjective, result: float) -> Chain:
    even = bool((at.costs == at.costs[0]).all())
    price = times(float(at.costs[0]), float(at.losses.sum())) if even else number(at.costs @ at.losses)
    return chain(letter("F", "", name), _letters(model), plus(at.penalty, price), number(result))


def _start_step(model: LinearSVC, part: OneClassRows, terms: ModelTerms) -> WorkingStep:
    at = _objective(model, part, np.zeros(part.X.shape[1] + 1))
    chains = [_value_chain(model, "(0)", at, at.total)]
    if model.fit_intercept:
        chains.append(chain(letter("B"), float(model._bias)))
    key = "fit_hinge" if model.loss == "hinge" else "fit_squared_hinge"
    return terms.step(key, chains, source="004, 5.2, B14", C=f"{model.C:g}", n=len(part.y))


def _round_step(model: LinearSVC, part: OneClassRows, terms: ModelTerms) -> WorkingStep:
    """The fit of this class again, told round by round (`fenlei.trace`)."""
    told: list[Any] = []
    single = clone(model).set_params(class_weight=None, verbose=0)
    with tracing(told.append), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        single.fit(part.X, (part.y > 0).astype(int), sample_weight=part.costs / float(model.C))
    told = [step for step in told if hasattr(step, "objective")]
    most = max(5, MOST_FRAMES // len(terms.classes))
    shown = thinned(len(told), most, most // 3)
    frames = [_frame(model, part, told[t], terms) for t in shown]
    start = _objective(model, part, np.zeros(part.X.shape[1] + 1)).total
    values = (start, *(float(step.objective) for step in told))
    rounds = (0.0, *(float(step.iteration) for step in told))
    names = terms.words("round", "objective")
    facts: dict[str, Any] = {"rounds": int(rounds[-1]), "first": f"{start:.6g}", "last": f"{values[-1]:.6g}"}
    figure = Curve(terms.say("rounds_sentence", **facts), names[0], names[1], names[1:], rounds, (values,))
    grid = terms.grid("objective_path", names, list(zip(map(int, rounds), values, strict=True))[:60])
    facts |= {"label": part.label, "shown": len(shown)}
    return terms.step("fit_descent", [], [grid], figure, frames, source="004, 5.2", **facts)


def _frame(model: LinearSVC, part: OneClassRows, step: LinearSVCStep, terms: ModelTerms) -> Frame:
    at = _objective(model, part, step.weights)
    chains = [_value_chain(model, f"({step.iteration})", at, step.objective)]
    if len(step.weights) <= MOST_WRITTEN:
        chains.insert(0, chain(letter("u", "", f"({step.iteration})"), vector(step.weights)))
    caption = terms.say("svm_round_caption", round=step.iteration, violation=f"{step.violation:.3g}")
    return Frame(caption, tuple(chains))


def _minimum_step(model: LinearSVC, part: OneClassRows, terms: ModelTerms) -> WorkingStep:
    """F at the model's own weights, and what each row adds to it."""
    w, b = model.model_.coef[part.k], float(model.model_.intercept[part.k])
    weights = np.append(w, b / model._bias if model._bias else 0.0)
    at = _objective(model, part, weights)
    chains = [_value_chain(model, "", at, float(model.objective_[part.k]))]
    if len(w) <= MOST_WRITTEN:
        chains.insert(0, chain(letter("w"), vector(w)))
    if model._bias:
        chains.append(chain(letter("b"), times(letter("B"), letter("v")), times(model._bias, weights[-1]), b))
    f = part.X @ w + b
    order = np.argsort(-at.losses, kind="stable")[:MOST_LISTED]
    lines = [(int(i) + 1, part.y[i], f[i], part.y[i] * f[i], at.losses[i]) for i in order]
    for i in order[:MOST_WRITTEN]:
        chains.append(_loss_chain(model, int(i) + 1, float(part.y[i]), float(f[i]), float(at.losses[i])))
    grid = terms.grid("losses", (*terms.words("row_number"), "y", "f", "y f", terms.say("row_loss")), lines)
    facts: dict[str, Any] = {"label": part.label, "shown": len(lines), "n": len(f)}
    return terms.step("fit_losses", chains, [grid], source="004, B14", **facts)


def _loss_chain(model: LinearSVC, row: int, y: float, f: float, result: float) -> Chain:
    short = function("max", 0.0, plus(1.0, minus(times(letter("y", row), letter("f", row)))))
    put_in = function("max", 0.0, plus(1.0, minus(times(y, f))))
    if model.loss == "hinge":
        return chain(letter("l", row), short, put_in, result)
    return chain(letter("l", row), squared(short), squared(put_in), result)
