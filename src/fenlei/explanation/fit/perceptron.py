"""The fit of a perceptron: every wrong row, and how it moves the line."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from sklearn.base import clone

from fenlei.errors import UsageError
from fenlei.explanation.figures import Plane, PlaneLine, PlanePoint
from fenlei.explanation.fit.iterations import thinned
from fenlei.explanation.formula.building import added, chain, letter, number, plus, times, total, vector
from fenlei.explanation.formula.nodes import Chain
from fenlei.explanation.prediction.linear import dense_coefficients
from fenlei.explanation.terms import ModelTerms
from fenlei.explanation.training_rows import FittedRows
from fenlei.explanation.working import Frame, WorkingStep
from fenlei.kernels import Array

if TYPE_CHECKING:
    from fenlei.linear import Perceptron
    from fenlei.linear.perceptron.record import PerceptronHistory

MOST_CLASSES = 6


def fit(model: Perceptron, rows: FittedRows, terms: ModelTerms) -> list[WorkingStep]:
    """The rule, the updates of each line, and the line that was found."""
    if (
        model.penalty is not None
        or model.variant != "online"
        or model.early_stopping
        or model.basis is not None
    ):
        raise UsageError("explain.no_setting", model=type(model).__name__)
    again = clone(model).set_params(keep_history=True).fit(rows.X, model.classes_[rows.codes])
    paths = again.history_ if isinstance(again.history_, list) else [again.history_]
    steps = [_rule_step(model, rows, terms)]
    for k, path in enumerate(paths[:MOST_CLASSES]):
        steps.append(_update_step(model, rows, k, path, len(paths), terms))
    return [*steps, _end_step(model, rows, terms)]


def _sides(rows: FittedRows, k: int, K: int) -> Array:
    """+1 for the class of line k, -1 for the others; of two classes the second is +1."""
    return np.where(rows.codes == (1 if K == 1 else k), 1.0, -1.0)


def _rule_step(model: Perceptron, rows: FittedRows, terms: ModelTerms) -> WorkingStep:
    """w ← w + η y x; b ← b + η y."""
    eta = float(model.eta0)
    counts = np.bincount(rows.codes, minlength=len(terms.classes)).astype(float)
    chains = [
        chain(
            letter("w", "", "(t+1)"),
            plus(letter("w", "", "(t)"), times(letter("η"), letter("y", "i"), letter("x", "i"))),
        ),
        chain(letter("η"), eta),
        chain(letter("n"), added([number(m) for m in counts], counts), float(rows.n)),
    ]
    return terms.step("fit_rule", chains, source="001, 5.2", first=terms.classes[0], second=terms.classes[-1])


def _update_step(
    model: Perceptron, rows: FittedRows, k: int, path: PerceptronHistory, K: int, terms: ModelTerms
) -> WorkingStep:
    y = _sides(rows, k, K)
    shown = thinned(len(path.row))
    frames = [_frame(t, path, rows, y, float(model.eta0), model.fit_intercept, terms) for t in shown]
    name = terms.classes[1] if K == 1 else terms.classes[k]
    facts: dict[str, Any] = {"updates": len(path.row), "shown": len(shown), "label": name}
    return terms.step("fit_updates", [], (), None, frames, source="001, 5.2", **facts)


def _frame(
    t: int,
    path: PerceptronHistory,
    rows: FittedRows,
    y: Array,
    eta: float,
    intercept: bool,
    terms: ModelTerms,
) -> Frame:
    """y (w x + b) of the wrong row, which is not positive; then the new line."""
    i, beta, after = int(path.row[t]), path.beta[t], path.beta[t + 1]
    x, p = rows.X[i], rows.X.shape[1]
    parts = [*(beta[:p] * x), *([beta[p]] if intercept else [])]
    inside = added([number(part) for part in parts], parts)
    letters = times(
        letter("y", i + 1), plus(total("j", times(letter("w", "j"), letter("x", "j"))), letter("b"))
    )
    wrong = chain(letters, times(float(y[i]), inside), number(y[i] * np.sum(parts)))
    rate = eta * float(y[i]) * _times_at_once(rows, y, i, eta, beta, after)
    moved = plus(vector(beta[:p]), times(rate, vector(x)))
    chains: list[Chain] = [wrong, chain(letter("w"), moved, vector(after[:p]))]
    if intercept:
        chains.append(chain(letter("b"), plus(float(beta[p]), rate), float(after[p])))
    return Frame(terms.say("update_caption", update=t + 1, row=i + 1), tuple(chains))


def _times_at_once(rows: FittedRows, y: Array, i: int, eta: float, beta: Array, after: Array) -> float:
    """1; of equal rows in shuffled order their number, for they move the line together."""
    same = float(((rows.X[i] == rows.X).all(axis=1) & (y == y[i])).sum())
    single = eta * y[i] * np.append(rows.X[i], 1.0)[: len(beta)]
    moved = after - beta
    return 1.0 if np.abs(moved - single).max() <= np.abs(moved - same * single).max() else same


def _end_step(model: Perceptron, rows: FittedRows, terms: ModelTerms) -> WorkingStep:
    """The line as the model has it; on two features drawn with the rows."""
    coef = dense_coefficients(model)
    names = [terms.classes[1]] if len(coef) == 1 else list(terms.classes)
    chains = []
    for k, name in enumerate(names[:MOST_CLASSES]):
        chains.append(chain(letter("w", name), vector(coef[k])))
        chains.append(chain(letter("b", name), model.intercept_[k]))
    figure = _figure(model, rows, terms) if rows.X.shape[1] == 2 and len(coef) == 1 else None
    return terms.step("fit_line", chains, figure=figure, updates=int(np.sum(model.n_updates_)))


def _figure(model: Any, rows: FittedRows, terms: ModelTerms) -> Plane:
    points = tuple(
        PlanePoint(float(a), float(b), int(k))
        for (a, b), k in zip(rows.X[:2000], rows.codes[:2000], strict=True)
    )
    (a, b), c = dense_coefficients(model)[0], float(model.intercept_[0])
    sentence = terms.say("line_sentence", n=rows.n, a=f"{a:.6g}", b=f"{b:.6g}", c=f"{c:.6g}")
    return Plane(
        sentence,
        terms.features[0],
        terms.features[1],
        terms.classes,
        points,
        (PlaneLine(float(a), float(b), c),),
    )
