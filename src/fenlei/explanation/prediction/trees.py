"""Trees: the path of the row from the root to a leaf, with the book's quantities at each node.

A row with a missing value that goes to every branch is in several leaves, in parts; then the parts are shown.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from fenlei.explanation.formula.building import added, chain, counted, letter, number, probability, times
from fenlei.explanation.formula.nodes import Chain
from fenlei.explanation.impurity import impurity_letters, impurity_numbers, uses_gini
from fenlei.explanation.prediction.bayes_rule import decision_step
from fenlei.explanation.prediction.linear import probabilities
from fenlei.explanation.terms import ModelTerms
from fenlei.explanation.working import Frame, Grid, WorkingStep
from fenlei.kernels import Array
from fenlei.trees.reading.path import PathStep, explain_path

if TYPE_CHECKING:
    from fenlei.trees.tree_classifier import TreeClassifier

MOST_CLASSES = 6  # whose rows are counted in a grid
MOST_NODES = 60


def path(model: TreeClassifier, x: Array, terms: ModelTerms) -> list[WorkingStep]:
    """Each node of the path with its impurity, the leaf with its shares, and the largest of them."""
    steps = explain_path(model, x[None], terms.features, terms.categories, lang=terms.lang)
    P = model.predict_proba(x[None])[0]
    parts = any(step.share < 1.0 for step in steps)
    frames = [_frame(number, step, model, terms) for number, step in enumerate(steps[:MOST_NODES], 1)]
    return [
        terms.step("path", grids=[_grid(steps, parts, terms)], frames=frames, nodes=len(steps)),
        terms.step(
            "parts" if parts else "leaf", _leaf_chains(steps, model, P, terms), probabilities(model, x, terms)
        ),
        decision_step(P, terms),
    ]


def _frame(number_of: int, step: PathStep, model: TreeClassifier, terms: ModelTerms) -> Frame:
    by_gini = uses_gini(model)
    counts = np.asarray(step.class_weights, dtype=float)
    left = letter("G" if by_gini else "H", number_of)
    result = step.gini if by_gini else step.entropy
    chains = [chain(left, impurity_letters(by_gini), impurity_numbers(counts, by_gini), result)]
    words = step.condition or terms.say("leaf", label=step.label)
    return Frame(
        terms.say("node_caption", number=number_of, words=words, rows=f"{step.weight:g}"), tuple(chains)
    )


def _leaf_chains(steps: list[PathStep], model: TreeClassifier, P: Array, terms: ModelTerms) -> list[Chain]:
    """P(k) = rows of the class / rows of the leaf; of several leaves the mean, weighted by the parts.

    A branch that no training row took has the shares of the node above it.
    """
    leaves = [step for step in steps if not step.condition or step.worth is None]
    chains = []
    for k, label in enumerate(terms.classes[:MOST_CLASSES]):
        known = [float(model.tree_.value[leaf.node, 0, k]) for leaf in leaves]
        shares = [
            counted(leaf.class_weights[k], n) if (n := float(np.sum(leaf.class_weights))) else number(share)
            for leaf, share in zip(leaves, known, strict=True)
        ]
        if len(leaves) == 1:
            put_in = shares[0]
        else:
            worth = [leaf.share * share for leaf, share in zip(leaves, known, strict=True)]
            put_in = added(
                [times(leaf.share, share) for leaf, share in zip(leaves, shares, strict=True)], worth
            )
        chains.append(chain(probability(label, given=letter("x")), put_in, number(P[k])))
    return chains


def _grid(steps: list[PathStep], parts: bool, terms: ModelTerms) -> Grid:
    """Answer of the row, rows of each class, entropy, Gini, gain and gain ratio at each node."""
    classes = terms.classes if len(terms.classes) <= MOST_CLASSES else ()
    headings = (
        *terms.words("step", *(("branch", "part") if parts else ()), "condition", "rows"),
        *(terms.say("counts", label=label) for label in classes),
        *terms.words("entropy", "gini", "gain", "ratio"),
    )
    rows = [_line(number, step, parts, len(classes), terms) for number, step in enumerate(steps, 1)]
    return terms.grid("parts" if parts else "path", headings, rows)


def _line(number: int, step: PathStep, parts: bool, counted: int, terms: ModelTerms) -> tuple[object, ...]:
    answer = step.condition or terms.say("leaf", label=step.label)
    worth = (None, None) if step.worth is None else (step.worth.gain, step.worth.gain_ratio)
    here = (step.branch, step.share) if parts else ()
    return (
        *(number, *here, answer, step.weight),
        *(*step.class_weights[:counted], step.entropy, step.gini, *worth),
    )
