"""Support vector regression: the kernel with each support vector, times its coefficient, added up."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from fenlei.explanation.formula.building import added, chain, letter, number, plus, times, total
from fenlei.explanation.terms import ModelTerms, largest_first
from fenlei.explanation.working import WorkingStep
from fenlei.kernels import Array

if TYPE_CHECKING:
    from fenlei.explanation.formula.nodes import Chain
    from fenlei.svm import SVR

MOST_CHAINS = 12  # support vectors that are written out
MOST_LISTED = 50


def prediction(model: SVR, x: Array, terms: ModelTerms) -> list[WorkingStep]:
    """κ(x_s, x), coefficient times kernel, and the sum with b."""
    coef, b = np.ravel(model.model_.dual_coef), float(model.model_.intercept[0])
    kernel = np.ravel(model.support_kernel(x[None])) if len(coef) else np.empty(0)
    products, rows = coef * kernel, model.model_.support
    found = float(model.predict(x[None])[0])
    order = np.concatenate(largest_first(np.abs(products), len(products))).astype(int)
    lines = [(int(rows[s]) + 1, coef[s], kernel[s], products[s]) for s in order[:MOST_LISTED]]
    last = (terms.say("sum_with_b", b=f"{b:.6g}"), "", "", found)
    headings = terms.words("neighbour", "coefficient", "kernel_with_row", "kernel_times")
    grid = terms.grid("tube", headings, [*lines, last])
    shown = order[:MOST_CHAINS]
    facts: dict[str, Any] = {"s": len(coef), "shown": len(shown)}
    values = [chain(letter("κ", int(rows[s]) + 1), kernel[s]) for s in shown]
    terms_of = [
        chain(letter("t", int(rows[s]) + 1), times(float(coef[s]), float(kernel[s])), products[s])
        for s in shown
    ]
    return [
        terms.step("tube_kernels", values, [grid], **facts),
        terms.step("tube_terms", terms_of, **facts),
        terms.step("tube_sum", [_sum_chain(products[order], b, found)]),
    ]


def _sum_chain(products: Array, b: float, found: float) -> Chain:
    letters = plus(total("s", times(letter("β", "s"), letter("κ", "s"))), letter("b"))
    parts = added([number(v) for v in products[:9]], products) if len(products) else number(0.0)
    return chain(letter("ŷ"), letters, plus(parts, b), found)
