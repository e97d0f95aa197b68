"""The fit of forests and bagging: rows drawn and left out, the first tree, errors out of bag, importances."""

from __future__ import annotations

import warnings
from dataclasses import replace
from numbers import Integral
from typing import TYPE_CHECKING, Any

import numpy as np
from sklearn.base import clone

from fenlei.ensemble.bagging.draws import drawn_rows
from fenlei.ensemble.sampling import times_drawn
from fenlei.errors import UsageError
from fenlei.explanation.figures import Bars, Curve
from fenlei.explanation.fit import regression_trees, trees
from fenlei.explanation.fit.committees import averaging_step, strength_step
from fenlei.explanation.formula.building import (
    chain,
    counted,
    letter,
    minus,
    number,
    over,
    plus,
    squared,
    summed,
    total,
)
from fenlei.explanation.formula.nodes import Chain, Power
from fenlei.explanation.terms import ModelTerms
from fenlei.explanation.training_rows import FittedRows
from fenlei.explanation.working import Grid, WorkingStep
from fenlei.kernels import Array
from fenlei.messages import phrase
from fenlei.trees.exact.growth_rules import LEAF
from fenlei.trees.tree import majority
from fenlei.trees.tree_classifier import TreeReading

if TYPE_CHECKING:
    from fenlei.ensemble import (
        BaggingClassifier,
        BaggingRegressor,
        RandomForestClassifier,
        RandomForestRegressor,
    )

    Committee = RandomForestClassifier | RandomForestRegressor | BaggingClassifier | BaggingRegressor

MOST_CELLS = 5_000_000  # rows times members that are gone through
MOST_LISTED, MOST_FEATURES, MOST_CLASSES, FIRST_MEMBERS = 20, 8, 6, 5


def fit(model: Committee, rows: FittedRows, terms: ModelTerms) -> list[WorkingStep]:
    """What was drawn, the root of the first tree, errors out of bag, importances, and why many are better."""
    if rows.y is None and not len(rows.codes):
        raise UsageError("explain.no_labels", model=type(model).__name__)
    if np.ndim(np.asarray(rows.y)) > 1 or isinstance(getattr(model, "classes_", None), list):
        raise UsageError("explain.no_setting", model=type(model).__name__, setting=phrase("setting.targets"))
    model, small = _with_draws(model, rows), rows.n * len(model) <= MOST_CELLS
    known = model._drawn.sampling is not None
    steps = [_draws_step(model, rows, terms)] if known else [terms.step("fit_draws_unknown")]
    if known:
        steps += _first_tree_steps(model, rows, terms)
    if known and small and model.bootstrap:
        steps.append(_oob_step(model, rows, terms))
    steps += _importance_steps(model, rows, terms)
    if not small:
        return steps
    if not terms.classes:
        return [*steps, averaging_step(model, rows, terms)]
    if known and model.bootstrap:
        steps.append(strength_step(model, rows, terms))
    return steps


def labels_of(model: Committee, rows: FittedRows) -> Array:
    return model.classes_[rows.codes] if len(rows.codes) else np.asarray(rows.y, dtype=float)


# --- rows drawn


def _with_draws(model: Any, rows: FittedRows) -> Committee:
    """The ensemble; one from a file is fitted again, for the draws, if it then answers the same."""
    seeded = isinstance(model.random_state, Integral)
    if model._drawn.sampling is not None or not seeded or rows.n * len(model) > MOST_CELLS:
        return model
    again = clone(model).set_params(warm_start=False)
    if hasattr(model, "categorical_features"):
        nominal = np.flatnonzero(model.model_.sizes > 0)
        again.set_params(categorical_features=nominal if len(nominal) else None)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        again.fit(rows.X, labels_of(model, rows))
    answer = "predict_proba" if hasattr(model, "classes_") else "predict"
    same = np.array_equal(getattr(again, answer)(rows.X), getattr(model, answer)(rows.X))
    return again if same else model


def times_of(model: Any, t: int, n: int) -> Array:
    """How often each row (n,) was drawn for member t."""
    sampling, seed, times = model._drawn.sampling, model._drawn.seeds[t], np.zeros(n, np.int64)
    if hasattr(model, "parts_"):
        index, count = drawn_rows(sampling, model.bootstrap, seed)
        times[index] = count
    else:
        times[sampling.order] = times_drawn(sampling, seed)
    return times


def _draws_step(model: Any, rows: FittedRows, terms: ModelTerms) -> WorkingStep:
    """Draws of the first members, and the share of the rows that each leaves out."""
    sampling, n = model._drawn.sampling, float(rows.n)
    times = [times_of(model, t, rows.n) for t in range(min(len(model), FIRST_MEMBERS))]
    left_out = [each == 0 for each in times]
    chains: list[Chain] = [
        chain(letter("q", t + 1), counted(each.sum(), n), each.mean()) for t, each in enumerate(left_out)
    ]
    draws = float(times[0].sum())
    chains.insert(0, chain(letter("N"), total("i", letter("m", "i")), draws))
    if model.bootstrap and not sampling.edges.size:
        base, left = plus(1.0, minus(over(1.0, n))), float((1.0 - 1.0 / n) ** draws)
        letters = Power(plus(1.0, minus(over(1.0, letter("n")))), letter("N"))
        chains.append(chain(letter("q"), letters, Power(base, number(draws)), left))
    shown = range(min(rows.n, MOST_LISTED))
    heads = tuple(terms.say("member", number=t + 1) for t in range(len(times)))
    lines = [(i + 1, *(int(each[i]) for each in times)) for i in shown]
    grid = terms.grid("draws", (*terms.words("neighbour"), *heads), lines, shown=len(shown), n=rows.n)
    key = "fit_draws" if model.bootstrap else "fit_draws_once"
    return terms.step(key, chains, [grid], source="002, B-M28, B-M30", count=len(model), draws=f"{draws:g}")


# --- the first tree


def _first_tree_steps(model: Any, rows: FittedRows, terms: ModelTerms) -> list[WorkingStep]:
    """The root of the first tree, over its drawn rows, each as often as it was drawn."""
    member = model[0]
    if not isinstance(member, TreeReading) or _keeps_other_numbers(model, member):
        return []
    drawn = np.repeat(np.arange(rows.n), times_of(model, 0, rows.n))
    columns = model.model_.features[0] if hasattr(model, "parts_") else np.arange(rows.X.shape[1])
    X, y = _drawn_values(member, rows, drawn, columns), None if rows.y is None else np.asarray(rows.y)[drawn]
    features = tuple(terms.features[j] for j in columns)
    own = terms._replace(features=features, categories=tuple(terms.categories[j] for j in columns))
    codes = rows.codes[drawn] if terms.classes else rows.codes
    steps = _root_steps(member, FittedRows(X, X, y, codes), own)
    count = getattr(member, "max_features_", len(columns))
    if count < len(columns):
        note = terms.say("drawn_features", count=count, p=len(columns))
        steps[-1] = replace(steps[-1], says=steps[-1].says + note)
    return [replace(each, title=terms.say("of_member", number=1, title=each.title)) for each in steps]


def _drawn_values(member: TreeReading, rows: FittedRows, drawn: Array, columns: Array) -> Array:
    """The drawn rows; of many only the feature that the root is split by, for no others are looked at."""
    if len(drawn) <= trees.MOST_ROWS:
        return rows.X[np.ix_(drawn, columns)]
    X, j = np.zeros((len(drawn), len(columns)), order="F"), int(member._fitted().feature[0])
    if j >= 0:
        X[:, j] = rows.X[drawn, columns[j]]
    return X


def _root_steps(member: TreeReading, rows: FittedRows, terms: ModelTerms) -> list[WorkingStep]:
    """How mixed the rows of a tree are, or their mean and loss; then its first split."""
    tree, steps = member._fitted(), list[WorkingStep]()
    if terms.classes:
        counts = np.bincount(rows.codes, minlength=len(terms.classes)).astype(float)
        steps = [trees.node_step(member, tree, 0, counts, [], terms)]
        if tree.kind[0] != LEAF:
            steps += trees.split_steps(member, tree, 0, rows, np.ones(rows.n), terms)
        return steps
    y = np.asarray(rows.y, dtype=float)
    steps = [regression_trees.node_step(member, tree, 0, y, terms)]
    return steps + (
        regression_trees.cut_steps(member, tree, 0, rows.X, y, terms) if tree.kind[0] != LEAF else []
    )


def _keeps_other_numbers(model: Any, member: TreeReading) -> bool:
    """Whether the trees weigh rows otherwise than by the times they were drawn, or keep no medians."""
    if hasattr(model, "parts_"):
        other = getattr(member, "class_weight", None) is not None
    else:
        other = getattr(model, "class_weight", None) == "balanced_subsample"
        other = other or model.criterion == "absolute_error" or model.monotonic_cst is not None
    return other or (model._drawn.sampling.edges.size > 0 and not model.bootstrap)


# --- out of bag


def _oob_step(model: Committee, rows: FittedRows, terms: ModelTerms) -> WorkingStep:
    """The answers out of bag of the first rows, and the error by number of members."""
    run = model._oob_run(rows.X, labels_of(model, rows))
    judged = run.sums[:, -1] > 0
    m = float(judged.sum())
    if not m:
        return terms.step("fit_oob_none")
    answers = run.sums[judged, :-1] / run.sums[judged, -1:]
    if terms.classes:
        wrong = majority(answers) != rows.codes[judged]
        chains = [
            _answer_chain(run.sums, judged, terms),
            chain(letter("E"), counted(wrong.sum(), m), run.errors[-1]),
        ]
    else:
        y = np.asarray(rows.y, dtype=float)[judged]
        i = int(np.argmax(judged))
        squares = (answers[:, 0] - y) ** 2
        letters = over(total("i", squared(plus(letter("y", "i"), minus(letter("ŷ", "i"))))), letter("n"))
        mean = over(number(run.sums[i, 0]), number(run.sums[i, 1]))
        chains = [
            chain(letter("ŷ", i + 1), mean, answers[0, 0]),
            chain(letter("E"), letters, over(summed(squares), m), run.errors[-1]),
        ]
    key = "fit_oob" if terms.classes else "fit_oob_values"
    facts: dict[str, Any] = {"judged": int(m), "n": rows.n, "error": f"{run.errors[-1]:.6g}"}
    grid = _oob_grid(run.sums, rows, terms)
    return terms.step(key, chains, [grid], _oob_curve(run.errors, terms), source="002, B-M30", **facts)


def _answer_chain(sums: Array, judged: Array, terms: ModelTerms) -> Chain:
    """Share of the true answers of the first row that is judged."""
    i = int(np.argmax(judged))
    k = int(majority(sums[i, :-1]))
    return chain(
        letter("Q", f"{i + 1}, {terms.classes[k]}"),
        over(number(sums[i, k]), number(sums[i, -1])),
        sums[i, k] / sums[i, -1],
    )


def _oob_grid(sums: Array, rows: FittedRows, terms: ModelTerms) -> Grid:
    shown = range(min(rows.n, MOST_LISTED))
    mean = sums[:, :-1] / np.maximum(sums[:, -1:], 1.0)
    found = [_or_empty(mean[i, :MOST_CLASSES], sums[i, -1]) for i in shown]
    if terms.classes:
        true: list[object] = [terms.classes[rows.codes[i]] for i in shown]
        heads = (*terms.words("neighbour", "class", "judges"), *terms.classes[:MOST_CLASSES])
    else:
        true = np.asarray(rows.y, dtype=float)[: len(shown)].tolist()
        heads = terms.words("neighbour", "row_target", "judges", "prediction")
    lines = [(i + 1, true[i], int(sums[i, -1]), *found[i]) for i in shown]
    return terms.grid("oob", heads, lines, shown=len(shown), n=rows.n)


def _or_empty(values: Array, count: float) -> list[object]:
    return list(values) if count > 0 else [None] * len(values)


def _oob_curve(errors: Array, terms: ModelTerms) -> Curve | None:
    at = np.flatnonzero(~np.isnan(errors))
    if len(at) < 2:
        return None
    at = at[:: max(1, len(at) // 500)] if len(at) > 1000 else at
    facts = {"count": int(at[-1]) + 1, "first": f"{errors[at[0]]:.6g}", "last": f"{errors[at[-1]]:.6g}"}
    x, y = tuple(float(t + 1) for t in at), tuple(float(errors[t]) for t in at)
    name = terms.say("oob_error")
    return Curve(terms.say("oob_sentence", **facts), terms.say("members"), name, (name,), x, (y,))


# --- importances


def _importance_steps(model: Any, rows: FittedRows, terms: ModelTerms) -> list[WorkingStep]:
    """Mean over the members of the share of the impurity decrease that each feature brought."""
    p = rows.X.shape[1]
    if hasattr(model, "parts_"):
        if not all(isinstance(part, TreeReading) for part in model.parts_):
            return []
        by_member = np.zeros((len(model), p))
        for t, (part, columns) in enumerate(zip(model.parts_, model.model_.features, strict=True)):
            np.add.at(by_member[t], columns, part.feature_importances_)
        whole = by_member.sum()
        own = by_member.sum(axis=0) / whole if whole > 0 else by_member.sum(axis=0)
    else:
        by_member = np.array([model._importances_of(t, t + 1) for t in range(len(model))])
        whole, own = by_member.sum(), model.feature_importances_
    order = np.argsort(-own, kind="stable")[:MOST_LISTED]
    letters = over(total("t", letter("I", "t, j")), total("t, j", letter("I", "t, j")))
    chains = []
    for j in order[:MOST_FEATURES]:
        put_in = [over(summed(by_member[:, j]), float(whole))] if whole > 0 else []
        chains.append(chain(letter("I", terms.features[j]), letters, *put_in, own[j]))
    first = int(order[0])
    sentence = terms.say("importance_sentence", feature=terms.features[first], share=f"{own[first]:.6g}")
    figure = Bars(sentence, tuple(terms.features[j] for j in order), tuple(float(own[j]) for j in order))
    return [terms.step("fit_importances", chains, figure=figure, count=len(model))]
