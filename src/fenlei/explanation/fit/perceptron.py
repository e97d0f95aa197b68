"""The fit of a perceptron: every wrong row, and how it moves the line."""

from __future__ import annotations

import warnings
from dataclasses import replace
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from sklearn.base import clone

from fenlei.explanation.figures import Plane, PlaneLine, PlanePoint
from fenlei.explanation.fit.iterations import thinned
from fenlei.explanation.formula.building import (
    MOST_TERMS,
    added,
    chain,
    function,
    letter,
    minus,
    number,
    plus,
    summed,
    times,
    total,
    vector,
)
from fenlei.explanation.formula.nodes import Chain, Formula
from fenlei.explanation.frame_pictures import RowPicture, is_drawable
from fenlei.explanation.prediction.linear import dense_coefficients
from fenlei.explanation.terms import ModelTerms
from fenlei.explanation.training_rows import FittedRows
from fenlei.explanation.working import Frame, WorkingStep
from fenlei.kernels import Array
from fenlei.linear.perceptron.training import PerceptronStep
from fenlei.trace import tracing

if TYPE_CHECKING:
    from fenlei.linear import Perceptron
    from fenlei.linear.perceptron.record import PerceptronHistory

MOST_CLASSES, MOST_FEATURES, MOST_LISTED = 6, 20, 20
MOST_NUMBERS = 4_000_000  # of a table, or of its updates, that are gone through again


class Sides(NamedTuple):
    """One class against the rest."""

    y: Array  # (n,) +1 for the class, -1 for the others
    step: Array  # (n,) what a row moves the line by: η times what it counts
    eta: float


def fit(model: Perceptron, rows: FittedRows, terms: ModelTerms) -> list[WorkingStep]:
    """The rule, the updates of each line, the line that was found, and what it still gets wrong."""
    K = len(terms.classes)
    sides = [_sides(model, rows, k, K) for k in range(1 if K == 2 else min(K, MOST_CLASSES))]
    steps = [_rule_step(model, rows, terms)]
    if float(np.sum(model.n_updates_)) * rows.X.shape[1] <= MOST_NUMBERS and rows.X.size <= MOST_NUMBERS:
        told: list[Any] = []
        with warnings.catch_warnings(), tracing(told.append):
            warnings.simplefilter("ignore")  # said at the fit
            again = clone(model).set_params(keep_history=True, verbose=0, warm_start=False)
            again.fit(rows.X, model.classes_[rows.codes])
        paths = again.history_ if isinstance(again.history_, list) else [again.history_]
        passes = _passes_of_updates([step for step in told if isinstance(step, PerceptronStep)], paths)
        steps += [
            _update_step(model, rows, each, k, path, passes[k], K, terms)
            for k, (each, path) in enumerate(zip(sides, paths, strict=False))
        ]
        steps += [_pocket_step(model, rows, sides, paths, terms)] if model.variant == "pocket" else []
    return [*steps, _end_step(model, rows, sides, terms), _loss_step(model, rows, sides, terms)]


def _passes_of_updates(told: list[PerceptronStep], paths: list[PerceptronHistory]) -> list[Array]:
    """Number of the pass over the rows in which each update was made, class by class."""
    classes: list[list[int]] = []
    for step in told:
        if step.iteration == 1:
            classes.append([])
        classes[-1].append(step.updates)
    return [np.repeat(np.arange(1, len(each) + 1), each) for each in classes[: len(paths)]]


def _sides(model: Perceptron, rows: FittedRows, k: int, K: int) -> Sides:
    """Signs and steps of line k; of two classes the second is +1."""
    label, eta = 1 if K == 2 else k, float(model.eta0)
    y = np.where(rows.codes == label, 1.0, -1.0)
    factor = model._class_factors(rows.codes, None)
    return Sides(y, eta * np.where(y > 0, factor[label], factor[0] if K == 2 else 1.0), eta)


def _is_penalised(model: Perceptron) -> bool:
    return model.penalty is not None and model.alpha > 0


def _rule_step(model: Perceptron, rows: FittedRows, terms: ModelTerms) -> WorkingStep:
    """w ← w + η y x; b ← b + η y; of the batch variant over all wrong rows."""
    counts = np.bincount(rows.codes, minlength=len(terms.classes)).astype(float)
    move: Formula = times(letter("y", "i"), letter("x", "i"))
    move = total("i", move) if model.variant == "batch" else move
    chains = [
        chain(letter("w", "", "(t+1)"), plus(letter("w", "", "(t)"), times(letter("η"), move))),
        chain(letter("η"), float(model.eta0)),
        chain(letter("n"), added([number(m) for m in counts], counts), float(rows.n)),
    ]
    if _is_penalised(model):
        share = {"l2": 0.0, "l1": 1.0, "elasticnet": float(model.l1_ratio)}[str(model.penalty)]
        eta, alpha = float(model.eta0), float(model.alpha)
        inner = plus(1.0, minus(times(letter("η"), letter("α"), plus(1.0, minus(letter("ρ"))))))
        put_in = function("max", 0.0, plus(1.0, minus(times(eta, alpha, plus(1.0, minus(share))))))
        chains.append(
            chain(
                letter("d"), function("max", 0.0, inner), put_in, max(0.0, 1.0 - eta * alpha * (1.0 - share))
            )
        )
    key = "fit_rule_penalty" if _is_penalised(model) else f"fit_rule_{model.variant}"
    return terms.step(key, chains, source="001, 5.2", first=terms.classes[0], second=terms.classes[-1])


def _update_step(
    model: Perceptron,
    rows: FittedRows,
    sides: Sides,
    k: int,
    path: PerceptronHistory,
    passes: Array,
    K: int,
    terms: ModelTerms,
) -> WorkingStep:
    shown = thinned(len(path.row))
    one = _batch_frame if model.variant == "batch" else _line_frame if _is_penalised(model) else _frame
    picture = RowPicture(rows.X, rows.codes, terms.classes, terms)
    drawn = picture if is_drawable(rows.X, len(shown)) else None
    frames = [_drawn(one(t, path, rows, sides, model, terms), t, path, rows, sides, drawn) for t in shown]
    if model.variant != "batch":  # one step of it is a pass
        said = zip(shown, (frame.caption for frame in frames), strict=True)
        captions = [terms.say("pass_caption", number=int(passes[t]), caption=caption) for t, caption in said]
        frames = [replace(frame, caption=caption) for frame, caption in zip(frames, captions, strict=True)]
    name = terms.classes[1] if K == 2 else terms.classes[k]
    facts: dict[str, Any] = {"updates": len(path.row), "shown": len(shown), "label": name}
    key = "fit_batches" if model.variant == "batch" else "fit_updates"
    if not model.shuffle and (cycle := _cycle(path)) is not None:
        key, facts = "fit_updates_cycle", {**facts, "start": cycle[0], "stop": cycle[1]}
    return terms.step(key, [], (), None, frames, "001, 5.2", terms.say("errors_weight"), **facts)


def _drawn(
    frame: Frame, t: int, path: PerceptronHistory, rows: FittedRows, sides: Sides, picture: RowPicture | None
) -> Frame:
    """The frame with its row, the weight of the rows that are wrong after the update, and the line."""
    after, p = path.beta[t + 1], rows.X.shape[1]
    b = float(after[p]) if len(after) > p else 0.0
    wrong = sides.y * (rows.X @ after[:p] + b) <= 0
    used = (int(path.row[t]),) if path.row[t] >= 0 else ()
    errors = float((sides.step / sides.eta)[wrong].sum())
    line = [*after[:p].tolist(), b]
    figure = None if picture is None else picture.figure(frame.caption, ringed=used, line=line)
    return replace(frame, figure=figure, iteration=t + 1, objective=errors, rows=used)


def _cycle(path: PerceptronHistory) -> tuple[int, int] | None:
    """The updates (from 1) after which the same weights meet the same next row: they repeat for ever."""
    seen: dict[tuple[bytes, int], int] = {}
    for t in range(1, len(path.row)):
        if path.row[t] < 0:
            return None
        state = path.beta[t].tobytes(), int(path.row[t])
        if state in seen:
            return seen[state], t
        seen[state] = t
    return None


def _frame(
    t: int, path: PerceptronHistory, rows: FittedRows, sides: Sides, model: Perceptron, terms: ModelTerms
) -> Frame:
    """y (w x + b) of the wrong row, which is not positive; then the new line."""
    i, beta, after = int(path.row[t]), path.beta[t], path.beta[t + 1]
    x, p, y, intercept = rows.X[i], rows.X.shape[1], sides.y, model.fit_intercept
    parts = [*(beta[:p] * x), *([beta[p]] if intercept else [])]
    inside = added([number(part) for part in parts], parts)
    letters = times(
        letter("y", i + 1), plus(total("j", times(letter("w", "j"), letter("x", "j"))), letter("b"))
    )
    wrong = chain(letters, times(float(y[i]), inside), number(y[i] * np.sum(parts)))
    rate = float(sides.step[i]) * float(y[i]) * _times_at_once(rows, sides, i, beta, after)
    chains: list[Chain] = [wrong]
    if p <= MOST_FEATURES:
        chains.append(chain(letter("w"), plus(vector(beta[:p]), times(rate, vector(x))), vector(after[:p])))
    if intercept:
        chains.append(chain(letter("b"), plus(float(beta[p]), rate), float(after[p])))
    return Frame(terms.say("update_caption", update=t + 1, row=i + 1), tuple(chains))


def _line_frame(
    t: int, path: PerceptronHistory, rows: FittedRows, sides: Sides, model: Perceptron, terms: ModelTerms
) -> Frame:
    """The line after an update, where the weights shrink between the updates."""
    after, p = path.beta[t + 1], rows.X.shape[1]
    chains = [chain(letter("w"), vector(after[:p]))] if p <= MOST_FEATURES else []
    chains += [chain(letter("b"), float(after[p]))] if model.fit_intercept else []
    return Frame(terms.say("update_caption", update=t + 1, row=int(path.row[t]) + 1), tuple(chains))


def _batch_frame(
    t: int, path: PerceptronHistory, rows: FittedRows, sides: Sides, model: Perceptron, terms: ModelTerms
) -> Frame:
    """w + η Σ y x over all wrong rows."""
    beta, after, p = path.beta[t], path.beta[t + 1], rows.X.shape[1]
    b = float(beta[p]) if model.fit_intercept else 0.0
    margin = sides.y * (rows.X @ beta[:p] + b)
    wrong = margin < 0 if model.strict else margin <= 0
    pull = np.where(wrong, sides.step / sides.eta * sides.y, 0.0)
    chains: list[Chain] = []
    if p <= MOST_FEATURES:
        sides_of_w = (
            []
            if _is_penalised(model)
            else [plus(vector(beta[:p]), times(sides.eta, vector(rows.X.T @ pull)))]
        )
        chains.append(chain(letter("w"), *sides_of_w, vector(after[:p])))
    if model.fit_intercept:
        chains.append(chain(letter("b"), plus(b, times(sides.eta, float(pull.sum()))), float(after[p])))
    return Frame(terms.say("batch_caption", update=t + 1, wrong=int(wrong.sum())), tuple(chains))


def _times_at_once(rows: FittedRows, sides: Sides, i: int, beta: Array, after: Array) -> float:
    """1; of equal rows in shuffled order their number, for they move the line together."""
    same = float(((rows.X[i] == rows.X).all(axis=1) & (sides.y == sides.y[i])).sum())
    single = sides.step[i] * sides.y[i] * np.append(rows.X[i], 1.0)[: len(beta)]
    moved = after - beta
    return 1.0 if np.abs(moved - single).max() <= np.abs(moved - same * single).max() else same


def _pocket_step(
    model: Perceptron,
    rows: FittedRows,
    sides: list[Sides],
    paths: list[PerceptronHistory],
    terms: ModelTerms,
) -> WorkingStep:
    """The weight of the wrong rows after each update, and the line that was kept."""
    chains, lines = [], []
    K = len(terms.classes)
    for k, (each, path) in enumerate(zip(sides, paths, strict=False)):
        name = terms.classes[1] if K == 2 else terms.classes[k]
        kept = np.append(dense_coefficients(model)[k], model.intercept_[k] if model.fit_intercept else [])
        at = np.flatnonzero((path.beta == kept).all(axis=1))
        chains.append(chain(letter("E", name), float(model.errors_[k])))
        for t in thinned(len(path.beta), 20, 15):
            margin = each.y * (
                rows.X @ path.beta[t][: rows.X.shape[1]] + _intercept(path.beta[t], rows, model)
            )
            wrong = margin < 0 if model.strict else margin <= 0
            mark = terms.say("chosen") if t in at else ""
            lines.append((name, t, float((each.step / each.eta)[wrong].sum()), mark))
    grid = terms.grid("pocket", terms.words("class", "update_number", "errors_weight", "made"), lines)
    return terms.step("fit_pocket", chains, [grid], source="001, 5.2")


def _intercept(beta: Array, rows: FittedRows, model: Perceptron) -> float:
    return float(beta[rows.X.shape[1]]) if model.fit_intercept else 0.0


def _end_step(model: Perceptron, rows: FittedRows, sides: list[Sides], terms: ModelTerms) -> WorkingStep:
    """The line as the model has it, of the dual form as a sum over rows; drawn if it has two features."""
    coef = dense_coefficients(model)
    names = [terms.classes[1]] if len(coef) == 1 else list(terms.classes)
    chains, grids = [], []
    for k, name in enumerate(names[:MOST_CLASSES]):
        put_in = _dual_sum(model, rows, sides[k], k) if model.form == "dual" else []
        chains.append(chain(letter("w", name), *put_in, vector(coef[k][:MOST_LISTED])))
        chains.append(chain(letter("b", name), model.intercept_[k]))
    if model.form == "dual":
        alpha = model.dual_coef_[0]
        held = np.flatnonzero(alpha)[:MOST_LISTED]
        headings = ("i", "α", "y")
        grids = [terms.grid("dual_counts", headings, [(i + 1, alpha[i], sides[0].y[i]) for i in held])]
    figure = _figure(model, rows, terms) if rows.X.shape[1] == 2 and len(coef) == 1 else None
    return terms.step("fit_line", chains, grids, figure=figure, updates=int(np.sum(model.n_updates_)))


def _dual_sum(model: Perceptron, rows: FittedRows, sides: Sides, k: int) -> list[Formula]:
    """Σ α_i y_i x_i."""
    letters = total("i", times(letter("α", "i"), letter("y", "i"), letter("x", "i")))
    held = np.flatnonzero(model.dual_coef_[k])
    if not 0 < len(held) <= MOST_TERMS or rows.X.shape[1] > MOST_FEATURES or model.init is not None:
        return [letters]
    products = [times(float(model.dual_coef_[k][i] * sides.y[i]), vector(rows.X[i])) for i in held]
    return [letters, added(products)]


def _loss_step(model: Perceptron, rows: FittedRows, sides: list[Sides], terms: ModelTerms) -> WorkingStep:
    """J = Σ -y (w x + b) over the rows that are still wrong."""
    coef, chains = dense_coefficients(model), []
    letters = total("i", function("max", 0.0, minus(times(letter("y", "i"), letter("f", "i")))))
    for k, each in enumerate(sides):
        name = terms.classes[1] if len(coef) == 1 else terms.classes[k]
        losses = (
            each.step / each.eta * np.maximum(-each.y * (rows.X @ coef[k] + float(model.intercept_[k])), 0.0)
        )
        own = float(model.loss_[k])
        wrong = losses[losses > 0]
        put_in = [] if model.early_stopping else [summed(wrong)]  # else rows were set aside
        chains.append(chain(letter("J", name), letters, *put_in, own))
    key = "fit_mistakes_aside" if model.early_stopping else "fit_mistakes"
    wrong_rows = f"{float(np.max(model.errors_)):g}"
    return terms.step(key, chains, source="001, 5.2", errors=wrong_rows, passes=int(model.n_iter_))


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
