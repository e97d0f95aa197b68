r"""Compiled passes of the perceptron.

A pass visits blocks of consecutive rows in the order `visits`. A row is wrong if y a ≤ 0, a = xᵀβ + b (with
`strict`, if y a < 0, as source 001 prints it); then β ← β + s x y, b ← b + s y, s the row's step. A ridge
shrinks β by `decay` at every row, kept as one factor; a lasso is the cumulative penalty of Tsuruoka, Tsujii
and Ananiadou (2009), as in scikit-learn. All of that is in `PerceptronState`, which a pass changes in place.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from fenlei.kernels import Array, kernel, part_of_kernel


class PerceptronState(NamedTuple):
    """Weights and counters; the arrays are changed in place."""

    beta: Array  # (p,) weights, to be multiplied by scale
    received: Array  # (p,) lasso penalty that each weight has received; length 0 without lasso
    facts: Array  # (8,) see the constants below
    row: Array  # (U,) row of each update; length 0 keeps no history
    path: Array  # (U, p + 1) weights after each update, the intercept last
    pocket: Array  # (p + 1,) best weights so far; length 0 for no pocket


BIAS, SCALE, DUE, UPDATES, LOSS, RUN, BEST_RUN, LEAST_ERRORS = range(8)


class UpdateRule(NamedTuple):
    """What is done at each row."""

    decay: float  # factor on the weights at each row
    lasso: float  # penalty of one row
    intercept: bool
    strict: bool
    ridge: float = 0.0  # α (1 - l1_ratio), the factor of ½ ‖w‖² in the loss that `tol` refers to
    one_norm: float = 0.0  # α l1_ratio, of ‖w‖₁


def update_rule(
    penalty: str | None, alpha: float, l1_ratio: float, eta: float, intercept: bool, strict: bool
) -> UpdateRule:
    """The rule of a penalty α [(1 - share) ½ ‖w‖² + share ‖w‖₁]."""
    share = {None: 0.0, "l2": 0.0, "l1": 1.0}.get(penalty, l1_ratio)
    strength = 0.0 if penalty is None else eta * alpha
    decay = max(0.0, 1.0 - (1.0 - share) * strength)
    costs = (1.0 - share) * strength / eta, share * strength / eta
    return UpdateRule(decay, share * strength, intercept, strict, *costs)


@kernel
def dense_pass(
    X: Array, y: Array, step: Array, visits: Array, size: int, rule: UpdateRule, out_state: PerceptronState
) -> None:
    """One pass over dense rows X (n, p), y in {-1, 1}."""
    n, p = X.shape
    beta, facts = out_state.beta, out_state.facts
    for block in visits:
        for i in range(block * size, min((block + 1) * size, n)):
            row = X[i]
            total = 0.0
            for j in range(p):
                total += row[j] * beta[j]
            margin = y[i] * (total * facts[SCALE] + facts[BIAS])
            wrong = margin < 0.0 or (margin == 0.0 and not rule.strict)
            prepare(wrong, margin, rule, out_state)
            if wrong:
                factor = step[i] * y[i] / facts[SCALE]
                for j in range(p):
                    beta[j] += factor * row[j]
                if rule.intercept:
                    facts[BIAS] += step[i] * y[i]
                record_update(i, out_state)
            if out_state.received.shape[0] > 0:
                for j in range(p):
                    if row[j] != 0.0:
                        apply_lasso(j, out_state)
            elif out_state.pocket.shape[0] > 0 and facts[RUN] > facts[BEST_RUN]:
                facts[BEST_RUN] = facts[RUN]
                keep_better(dense_errors(X, y, step, beta, facts, rule.strict), out_state)


@kernel
def plain_pass(
    X: Array, y: Array, step: Array, visits: Array, size: int, rule: UpdateRule, out_state: PerceptronState
) -> None:
    """`dense_pass` without penalty, pocket or history: nothing but the rule, kept in registers."""
    n, p = X.shape
    beta = out_state.beta
    bias, loss, updates = out_state.facts[BIAS], 0.0, 0
    for block in visits:
        for i in range(block * size, min((block + 1) * size, n)):
            row = X[i]
            total = bias
            for j in range(p):
                total += row[j] * beta[j]
            margin = y[i] * total
            if margin < 0.0 or (margin == 0.0 and not rule.strict):
                factor = step[i] * y[i]
                for j in range(p):
                    beta[j] += factor * row[j]
                bias += factor if rule.intercept else 0.0
                loss -= margin
                updates += 1
    out_state.facts[BIAS] = bias
    out_state.facts[LOSS] += loss
    out_state.facts[UPDATES] += updates


@kernel
def sparse_pass(
    pointers: Array,
    indices: Array,
    data: Array,
    y: Array,
    step: Array,
    visits: Array,
    size: int,
    rule: UpdateRule,
    out_state: PerceptronState,
) -> None:
    """One pass over CSR rows."""
    n = y.shape[0]
    beta, facts = out_state.beta, out_state.facts
    for block in visits:
        for i in range(block * size, min((block + 1) * size, n)):
            total = 0.0
            for at in range(pointers[i], pointers[i + 1]):
                total += data[at] * beta[indices[at]]
            margin = y[i] * (total * facts[SCALE] + facts[BIAS])
            wrong = margin < 0.0 or (margin == 0.0 and not rule.strict)
            prepare(wrong, margin, rule, out_state)
            if wrong:
                factor = step[i] * y[i] / facts[SCALE]
                for at in range(pointers[i], pointers[i + 1]):
                    beta[indices[at]] += factor * data[at]
                if rule.intercept:
                    facts[BIAS] += step[i] * y[i]
                record_update(i, out_state)
            if out_state.received.shape[0] > 0:
                for at in range(pointers[i], pointers[i + 1]):
                    if data[at] != 0.0:
                        apply_lasso(indices[at], out_state)
            elif out_state.pocket.shape[0] > 0 and facts[RUN] > facts[BEST_RUN]:
                facts[BEST_RUN] = facts[RUN]
                errors = sparse_errors(pointers, indices, data, y, step, beta, facts, rule.strict)
                keep_better(errors, out_state)


@part_of_kernel
def prepare(wrong: bool, margin: float, rule: UpdateRule, out_state: PerceptronState) -> None:
    """What happens at every row before the weights move: loss, run of correct rows, shrinkage."""
    facts = out_state.facts
    facts[LOSS] += max(-margin, 0.0)
    facts[RUN] = 0.0 if wrong else facts[RUN] + 1.0
    if rule.ridge > 0.0 or rule.one_norm > 0.0:
        for weight in out_state.beta:
            w = weight * facts[SCALE]
            facts[LOSS] += 0.5 * rule.ridge * w * w + rule.one_norm * abs(w)
    if rule.decay != 1.0:
        facts[SCALE] *= rule.decay
        if facts[SCALE] < 1e-9:
            out_state.beta[:] *= facts[SCALE]
            facts[SCALE] = 1.0
    facts[DUE] += rule.lasso


@part_of_kernel
def record_update(i: int, out_state: PerceptronState) -> None:
    """Count an update, and keep it in the history if there is room."""
    facts = out_state.facts
    u = int(facts[UPDATES])
    facts[UPDATES] += 1.0
    if u < out_state.row.shape[0]:
        out_state.row[u] = i
        path, p = out_state.path[u], out_state.beta.shape[0]
        for j in range(p):
            path[j] = out_state.beta[j] * facts[SCALE]
        path[p] = facts[BIAS]


@part_of_kernel
def apply_lasso(j: int, out_state: PerceptronState) -> None:
    """Apply the lasso penalty due to weight j, but not beyond zero.

    A soft threshold of what the weight has not yet received, which differs for weights that only shrank.
    """
    beta, received, facts = out_state.beta, out_state.received, out_state.facts
    scale, before = facts[SCALE], beta[j]
    if before * scale > 0.0:
        beta[j] = max(0.0, before - (facts[DUE] + received[j]) / scale)
    elif before * scale < 0.0:
        beta[j] = min(0.0, before + (facts[DUE] - received[j]) / scale)
    received[j] += scale * (beta[j] - before)


@part_of_kernel
def keep_better(errors: float, out_state: PerceptronState) -> None:
    """Gallant's ratchet: the pocket takes the weights only if they make fewer errors on all rows."""
    facts, p = out_state.facts, out_state.beta.shape[0]
    if errors < facts[LEAST_ERRORS]:
        facts[LEAST_ERRORS] = errors
        for j in range(p):
            out_state.pocket[j] = out_state.beta[j] * facts[SCALE]
        out_state.pocket[p] = facts[BIAS]


@part_of_kernel
def dense_errors(X: Array, y: Array, weight: Array, beta: Array, facts: Array, strict: bool) -> float:
    """Weight of the rows on the wrong side."""
    n, p = X.shape
    errors = 0.0
    for i in range(n):
        row = X[i]
        total = 0.0
        for j in range(p):
            total += row[j] * beta[j]
        margin = y[i] * (total * facts[SCALE] + facts[BIAS])
        errors += weight[i] if margin < 0.0 or (margin == 0.0 and not strict) else 0.0
    return errors


@part_of_kernel
def sparse_errors(
    pointers: Array,
    indices: Array,
    data: Array,
    y: Array,
    weight: Array,
    beta: Array,
    facts: Array,
    strict: bool,
) -> float:
    """Weight of the CSR rows on the wrong side."""
    errors = 0.0
    for i in range(y.shape[0]):
        total = 0.0
        for at in range(pointers[i], pointers[i + 1]):
            total += data[at] * beta[indices[at]]
        margin = y[i] * (total * facts[SCALE] + facts[BIAS])
        errors += weight[i] if margin < 0.0 or (margin == 0.0 and not strict) else 0.0
    return errors


@kernel
def dual_pass(
    gram: Array,
    y: Array,
    step: Array,
    intercept: bool,
    strict: bool,
    out_alpha: Array,
    out_state: PerceptronState,
) -> None:
    """One pass of the dual form: a_i = Σ_j α_j y_j x_jᵀx_i + b; a wrong row gets α_i ← α_i + s."""
    facts = out_state.facts
    for i in range(step.shape[0]):
        row = gram[i]
        total = facts[BIAS]
        for j in range(y.shape[0]):
            total += out_alpha[j] * y[j] * row[j]
        margin = y[i] * total
        facts[LOSS] += max(-margin, 0.0)
        if margin < 0.0 or (margin == 0.0 and not strict):
            out_alpha[i] += step[i]
            if intercept:
                facts[BIAS] += step[i] * y[i]
            u = int(facts[UPDATES])
            if u < out_state.row.shape[0]:
                out_state.row[u] = i
                out_state.path[u, 0] = facts[BIAS]
            facts[UPDATES] += 1.0


@kernel
def hash_dense(X: Array, seed: np.uint64, out_hash: Array) -> None:
    """A hash of each row's non-zero values and their columns; it does not depend on the row's position."""
    n, p = X.shape
    for i in range(n):
        row = X[i]
        total = seed
        for j in range(p):
            if row[j] != 0.0:
                column = np.uint64(j + 1) * np.uint64(0x9E3779B97F4A7C15)
                total += mix(np.float64(row[j]).view(np.uint64) ^ column)
        out_hash[i] = mix(total)


@kernel
def hash_sparse(pointers: Array, indices: Array, data: Array, seed: np.uint64, out_hash: Array) -> None:
    """The same for CSR rows: the hash of the same row in dense form."""
    for i in range(out_hash.shape[0]):
        total = seed
        for at in range(pointers[i], pointers[i + 1]):
            if data[at] != 0.0:
                j = np.uint64(indices[at] + 1)
                total += mix(np.float64(data[at]).view(np.uint64) ^ (j * np.uint64(0x9E3779B97F4A7C15)))
        out_hash[i] = mix(total)


@kernel
def mix(value: np.uint64) -> np.uint64:
    """The finaliser of splitmix64 (Steele, Lea and Flood 2014)."""
    value = (value ^ (value >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    value = (value ^ (value >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return value ^ (value >> np.uint64(31))


@kernel
def gather(X: Array, order: Array, out_rows: Array) -> None:
    """Rows of X in the given order."""
    for i in range(order.shape[0]):
        source, target = X[order[i]], out_rows[i]
        for j in range(X.shape[1]):
            target[j] = source[j]
