r"""Compiled passes of logistic and softmax regression: loss, gradient and curvature of a block of rows.

Two classes, z = xᵀβ + b, code c in {0, 1}, m = z if c = 1 else -z:

    loss      w log(1 + e^-m)                  p = 1 / (1 + e^-z)
    residual  r = w (p - c)                    gradient Σ r (x, 1)
    curvature s = w p (1 - p)                  Hessian  Σ s (x, 1)(x, 1)ᵀ

Each row is read once for the score and once, from cache, for the gradient. K classes work on class-major
scores (K, rows), so that the inner loops are long. exp takes -|z| or scores less their maximum only: it
never overflows. `w` of length 0 means that every row weighs one. `out_facts` is (loss, smallest
probability of a row's own class). All rows of a dense problem are one pass of the team (`two_class_blocks`,
`many_class_blocks`).
"""

from __future__ import annotations

import math

import numpy as np

from fenlei.kernels import Array, kernel, part_of_kernel
from fenlei.kernels.exponential import exp
from fenlei.kernels.team import block_done, next_pair, take_block

CHUNK = 64  # rows between the score and the gradient: they stay in the first cache
FACTORS = 16  # sums of exponentials whose product has one logarithm


@part_of_kernel
def link_two(z: Array, codes: Array, w: Array, out_facts: Array) -> None:
    """Turn scores z (m,), m at most CHUNK, into residuals, in place; add to the facts."""
    m = z.shape[0]
    small, other = np.empty(CHUNK), np.empty(CHUNK)
    least = out_facts[1]
    for i in range(m):
        small[i] = exp(-abs(z[i]))
    for i in range(m):
        sign = 1.0 - 2.0 * codes[i]
        z[i] *= sign  # the margin of the other class
        larger = 1.0 / (1.0 + small[i])
        wrong, right = (larger, small[i] * larger) if z[i] >= 0.0 else (small[i] * larger, larger)
        least = min(least, right)
        other[i] = sign * wrong
    out_facts[0] += total_loss(z, small, w)
    out_facts[1] = least
    for i in range(m):
        z[i] = other[i] * (w[i] if w.shape[0] > 0 else 1.0)


@part_of_kernel
def total_loss(margin: Array, small: Array, w: Array) -> float:
    """Σ w [max(margin, 0) + log(1 + small)], small = e^-|margin|; one logarithm for up to 64 factors."""
    loss, product = 0.0, 1.0
    for i in range(margin.shape[0]):
        e = small[i]
        series = e * (1.0 - e * (0.5 - e / 3.0))  # log(1 + e) where 1 + e would round
        linear = max(margin[i], 0.0) + (series if e < 1e-5 else 0.0)
        if w.shape[0] > 0:
            loss += w[i] * (linear + (0.0 if e < 1e-5 else math.log(1.0 + e)))
        else:
            loss += linear
            product *= 1.0 if e < 1e-5 else 1.0 + e
    result: float = loss + math.log(product)
    return result


@part_of_kernel
def pass_two(
    X: Array, codes: Array, w: Array, beta: Array, bias: float, out_gradient: Array, out_facts: Array
) -> None:
    """Loss and gradient (p + 1,) of dense rows of two classes."""
    n, p = X.shape
    z = np.empty(CHUNK)
    for start in range(0, n, CHUNK):
        m = min(CHUNK, n - start)
        rows = X[start : start + m]
        for i in range(m):
            row = rows[i]
            total = 0.0
            for j in range(p):
                total += row[j] * beta[j]
            z[i] = total + bias
        weights = w[start : start + m] if w.shape[0] > 0 else w
        link_two(z[:m], codes[start : start + m], weights, out_facts)
        i = 0
        while i + 4 <= m:
            a, b, c, d = rows[i], rows[i + 1], rows[i + 2], rows[i + 3]
            ra, rb, rc, rd = z[i], z[i + 1], z[i + 2], z[i + 3]
            for j in range(p):
                out_gradient[j] += (ra * a[j] + rb * b[j]) + (rc * c[j] + rd * d[j])
            out_gradient[p] += (ra + rb) + (rc + rd)
            i += 4
        while i < m:
            row = rows[i]
            for j in range(p):
                out_gradient[j] += z[i] * row[j]
            out_gradient[p] += z[i]
            i += 1


@kernel
def sparse_pass_two(
    pointers: Array,
    indices: Array,
    data: Array,
    codes: Array,
    w: Array,
    beta: Array,
    bias: float,
    out_gradient: Array,
    out_facts: Array,
) -> None:
    """Loss and gradient (p + 1,) of CSR rows of two classes."""
    n, p = codes.shape[0], beta.shape[0]
    z = np.empty(CHUNK)
    for start in range(0, n, CHUNK):
        m = min(CHUNK, n - start)
        for i in range(m):
            total = bias
            for at in range(pointers[start + i], pointers[start + i + 1]):
                total += data[at] * beta[indices[at]]
            z[i] = total
        weights = w[start : start + m] if w.shape[0] > 0 else w
        link_two(z[:m], codes[start : start + m], weights, out_facts)
        for i in range(m):
            residual = z[i]
            for at in range(pointers[start + i], pointers[start + i + 1]):
                out_gradient[indices[at]] += residual * data[at]
            out_gradient[p] += residual


@part_of_kernel
def link_many(scores: Array, codes: Array, w: Array, room: Array, out_facts: Array) -> None:
    """Turn class-major scores (K, m) into residuals w (p - e_c), in place; `room` (3, m) is to work in."""
    K, m = scores.shape[0], codes.shape[0]
    top, total, own = room[0], room[1], room[2]
    for i in range(m):
        top[i], total[i] = -np.inf, 0.0
    for k in range(K):
        row = scores[k]
        for i in range(m):
            top[i] = max(top[i], row[i])
    for i in range(m):
        own[i] = scores[codes[i], i] - top[i]
    for k in range(K):
        row = scores[k]
        for i in range(m):
            row[i] = exp(row[i] - top[i])
            total[i] += row[i]
    out_facts[0] += loss_of_many(own, total[:m], w)
    least = out_facts[1]
    for i in range(m):
        weight = w[i] if w.shape[0] > 0 else 1.0
        least = min(least, scores[codes[i], i] / total[i]) if weight > 0.0 else least
        total[i] = weight / total[i]
    out_facts[1] = least
    for k in range(K):
        row = scores[k]
        for i in range(m):
            row[i] *= total[i]
    for i in range(m):
        k = codes[i]
        weight = w[i] if w.shape[0] > 0 else 1.0
        others = 0.0
        for c in range(K):
            others += scores[c, i] if c != k else 0.0
        scores[k, i] = -others if others < 0.5 * weight else scores[k, i] - weight


@part_of_kernel
def loss_of_many(own: Array, total: Array, w: Array) -> float:
    """Σ w (log total - own) of rows whose exponentials sum to `total`, e^own being that of their class."""
    loss, product = 0.0, 1.0
    for i in range(total.shape[0]):
        if w.shape[0] > 0:
            loss += w[i] * (math.log(total[i]) - own[i])
        else:
            loss -= own[i]
            product *= total[i]
            if i % FACTORS == FACTORS - 1:
                loss += math.log(product)
                product = 1.0
    result: float = loss + math.log(product)
    return result


@part_of_kernel
def dense_scores(X: Array, coef: Array, bias: Array, out_scores: Array) -> None:
    """Class-major scores (K, m) of rows X (m, p): two rows and four classes at a time.

    At the end of either, the last one takes the place of those that are not there.
    """
    m, p = X.shape
    K = coef.shape[0]
    for x in range(0, m, 2):
        y = min(x + 1, m - 1)
        row_x, row_y = X[x], X[y]
        for a in range(0, K, 4):
            b, c, d = min(a + 1, K - 1), min(a + 2, K - 1), min(a + 3, K - 1)
            beta_a, beta_b, beta_c, beta_d = coef[a], coef[b], coef[c], coef[d]
            xa, xb, xc, xd = bias[a], bias[b], bias[c], bias[d]
            ya, yb, yc, yd = bias[a], bias[b], bias[c], bias[d]
            for j in range(p):
                xa += row_x[j] * beta_a[j]
                xb += row_x[j] * beta_b[j]
                xc += row_x[j] * beta_c[j]
                xd += row_x[j] * beta_d[j]
                ya += row_y[j] * beta_a[j]
                yb += row_y[j] * beta_b[j]
                yc += row_y[j] * beta_c[j]
                yd += row_y[j] * beta_d[j]
            out_scores[a, x], out_scores[b, x], out_scores[c, x], out_scores[d, x] = xa, xb, xc, xd
            out_scores[a, y], out_scores[b, y], out_scores[c, y], out_scores[d, y] = ya, yb, yc, yd


@part_of_kernel
def dense_gradient(X: Array, residual: Array, out_gradient: Array) -> None:
    """Add Σ_i r_ik (x_i, 1) of rows X (m, p) to the gradient (K, p + 1), four rows at a time.

    At the end the last row takes the place of those that are not there, with residuals of zero.
    """
    m, p = X.shape
    for a in range(0, m, 4):
        b, c, d = min(a + 1, m - 1), min(a + 2, m - 1), min(a + 3, m - 1)
        row_a, row_b, row_c, row_d = X[a], X[b], X[c], X[d]
        for k in range(residual.shape[0]):
            out = out_gradient[k]
            ra = residual[k, a]
            rb = residual[k, b] if b > a else 0.0
            rc = residual[k, c] if c > b else 0.0
            rd = residual[k, d] if d > c else 0.0
            for j in range(p):
                out[j] += (ra * row_a[j] + rb * row_b[j]) + (rc * row_c[j] + rd * row_d[j])
            out[p] += (ra + rb) + (rc + rd)


@part_of_kernel
def join_gradients(block: int, out_gradient: Array, out_facts: Array, out_marks: Array) -> None:
    """Add the sums of blocks (B, r, p + 1) and (B, 2) that are ready after this one, in the fixed tree."""
    left, right, step = next_pair(block, 1, out_marks)
    while right > 0:
        for k in range(out_gradient.shape[1]):
            for j in range(out_gradient.shape[2]):
                out_gradient[left, k, j] += out_gradient[right, k, j]
        out_facts[left, 0] += out_facts[right, 0]
        out_facts[left, 1] = min(out_facts[left, 1], out_facts[right, 1])
        left, right, step = next_pair(left, step, out_marks)


@kernel
def two_class_blocks(
    X: Array,
    codes: Array,
    w: Array,
    coef: Array,
    bias: Array,
    rows: int,
    out_gradient: Array,
    out_facts: Array,
    out_marks: Array,
    counters: Array,
) -> None:
    """Gradient (B, 1, p + 1) and facts (B, 2) of blocks of dense rows; those of all rows in the end at 0."""
    b = take_block(counters)
    while b >= 0:
        start, stop = b * rows, min((b + 1) * rows, X.shape[0])
        weights = w[start:stop] if w.shape[0] > 0 else w
        out_gradient[b] = 0.0
        out_facts[b, 0], out_facts[b, 1] = 0.0, 1.0
        sums = out_gradient[b, 0], out_facts[b]
        pass_two(X[start:stop], codes[start:stop], weights, coef[0], bias[0], *sums)
        join_gradients(b, out_gradient, out_facts, out_marks)
        block_done(counters)
        b = take_block(counters)


@kernel
def many_class_blocks(
    X: Array,
    codes: Array,
    w: Array,
    coef: Array,
    bias: Array,
    rows: int,
    out_gradient: Array,
    out_facts: Array,
    out_marks: Array,
    counters: Array,
) -> None:
    """The same for K classes: gradient (B, K, p + 1)."""
    scores, room = np.empty((coef.shape[0], CHUNK)), np.empty((3, CHUNK))
    b = take_block(counters)
    while b >= 0:
        out_gradient[b] = 0.0
        out_facts[b, 0], out_facts[b, 1] = 0.0, 1.0
        for start in range(b * rows, min((b + 1) * rows, X.shape[0]), CHUNK):
            stop = min(start + CHUNK, X.shape[0])
            weights = w[start:stop] if w.shape[0] > 0 else w
            dense_scores(X[start:stop], coef, bias, scores)
            link_many(scores, codes[start:stop], weights, room, out_facts[b])
            dense_gradient(X[start:stop], scores, out_gradient[b])
        join_gradients(b, out_gradient, out_facts, out_marks)
        block_done(counters)
        b = take_block(counters)


@kernel
def sparse_scores(
    pointers: Array, indices: Array, data: Array, beta: Array, bias: Array, out_scores: Array
) -> None:
    """Class-major scores (K, m) of CSR rows; beta is (p, K)."""
    K, m = out_scores.shape
    row = np.empty(K)
    for i in range(m):
        for k in range(K):
            row[k] = bias[k]
        for at in range(pointers[i], pointers[i + 1]):
            value, factor = data[at], beta[indices[at]]
            for k in range(K):
                row[k] += value * factor[k]
        for k in range(K):
            out_scores[k, i] = row[k]


@kernel
def sparse_gradient(
    pointers: Array, indices: Array, data: Array, residual: Array, out_gradient: Array
) -> None:
    """Add Σ_i r_ik (x_i, 1) to the gradient (p + 1, K); residual is class-major (K, m)."""
    K, m = residual.shape
    p = out_gradient.shape[0] - 1
    row = np.empty(K)
    last = out_gradient[p]
    for i in range(m):
        for k in range(K):
            row[k] = residual[k, i]
            last[k] += row[k]
        for at in range(pointers[i], pointers[i + 1]):
            value, target = data[at], out_gradient[indices[at]]
            for k in range(K):
                target[k] += value * row[k]


@kernel
def probabilities(scores: Array, out_p: Array) -> None:
    """Softmax of class-major scores (K, m); a single row of scores is the log-odds of the second class."""
    K, m = scores.shape
    if K == 1:
        for i in range(m):
            small = exp(-abs(scores[0, i]))
            out_p[0, i] = (1.0 if scores[0, i] >= 0.0 else small) / (1.0 + small)
        return
    for i in range(m):
        top, total = -np.inf, 0.0
        for k in range(K):
            top = max(top, scores[k, i])
        for k in range(K):
            out_p[k, i] = exp(scores[k, i] - top)
            total += out_p[k, i]
        for k in range(K):
            out_p[k, i] /= total
