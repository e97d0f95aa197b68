"""Support vector machines with kernels: values of all support vectors, combined pair by pair."""

from __future__ import annotations

import numpy as np

from fenlei.errors import UsageError
from fenlei.export.answers import Answer, Estimator
from fenlei.export.distance_models import manhattan_to
from fenlei.export.graph import Value
from fenlei.export.tree_routes import FeatureRows
from fenlei.kernels import Array
from fenlei.svm.svc.decision import sides
from fenlei.svm.svc.pairs import class_pairs, pair_coefficients
from fenlei.svm.svc.record import support_vectors


def vectors_of(model: Estimator) -> Array:
    """The support vectors (s, p), dense."""
    found = support_vectors(model.model_, model.n_features_in_)
    return np.asarray(found if isinstance(found, np.ndarray) else found.toarray(), np.float64)


def kernel_values(model: Estimator, X: Value) -> Value:
    """κ of each row with each support vector, (n, s)."""
    vectors, kernel = vectors_of(model), model.kernel
    gamma = np.float64(model.model_.gamma)
    if callable(kernel) or kernel not in ("linear", "poly", "rbf", "sigmoid", "laplacian"):
        named = "callable" if callable(kernel) else str(kernel)
        raise UsageError("export.kernel", model=type(model).__name__, kernel=named)
    if kernel == "rbf":
        return (squares(X, vectors) * -gamma).exp()
    if kernel == "laplacian":
        return (manhattan_to(X, vectors) * -gamma).exp()
    product = X @ vectors.T
    if kernel == "linear":
        return product
    inner = product * gamma + np.float64(model.coef0)
    return inner.graph.do("Tanh", inner) if kernel == "sigmoid" else inner.power(float(model.degree))


def squares(X: Value, vectors: Array) -> Value:
    """|x - z|², (n, s), from the mean of the vectors, so that few digits cancel."""
    centre = vectors.mean(axis=0)
    Z, rows = vectors - centre, X - centre[None, :]
    found = (rows * rows).sum(1).as_column() + (Z**2).sum(axis=1)[None, :] - rows @ (2.0 * Z.T)
    return found.graph.do("Max", found, np.float64(0.0))


def svc(model: Estimator, rows: FeatureRows) -> Answer:
    """Votes of the pairs; of two classes the sign decides."""
    K = len(model.classes_)
    if model._wants_probabilities() and K > 2:
        raise UsageError("export.coupled", model=type(model).__name__)
    values = pair_values(model, rows.X)
    if K == 2:
        winner = (values >= np.float64(0.0)).cast(np.int64).column(0)
        return Answer(winner, two_probabilities(model, values), values)
    first, second = sides(K)
    won = (values > np.float64(0.0)).cast(np.float64)
    votes = won @ first + (np.float64(1.0) - won) @ second
    confident = (values >= np.float64(0.0)).cast(np.float64)
    sums = values @ (first - second)
    scores = confident @ first + (np.float64(1.0) - confident) @ second
    scores = scores + sums / ((abs(sums) + np.float64(1.0)) * np.float64(3.0))
    winner = scores.argmax() if model.break_ties else votes.argmax()
    return Answer(winner, scores=scores if model.decision_function_shape == "ovr" else values)


def pair_values(model: Estimator, X: Value) -> Value:
    """f_ij of each row, (n, pairs)."""
    record = model.model_
    K, s = len(record.n_support), len(record.support)
    coefficients = np.zeros((len(class_pairs(K)), s))
    if K == 2:
        coefficients[0] = record.dual_coef[0]
    else:
        parts = pair_coefficients(record.dual_coef, record.n_support)
        for line, (columns, values) in zip(coefficients, parts, strict=True):
            line[columns] = values
    return kernel_values(model, X) @ coefficients.T + record.intercept[None, :]


def two_probabilities(model: Estimator, values: Value) -> Value | None:
    """Of two classes, the probabilities (n, 2) by two slopes; None if there are none."""
    if not model._wants_probabilities():
        return None
    above, below = model.model_.slopes[0]
    t = (values > np.float64(0.0)).where(values * np.float64(above), values * np.float64(below))
    zero = t * np.float64(0.0)
    return t.graph.side_by_side([zero, t]).softmax()


def svr(model: Estimator, rows: FeatureRows) -> Answer:
    """The sum over the support vectors."""
    record = model.model_
    if not len(record.support):
        zero = rows.X.column(0) * np.float64(0.0)
        return Answer(number=zero + np.float64(record.intercept[0]))
    found = kernel_values(model, rows.X) @ record.dual_coef.T
    return Answer(number=found.column(0) + np.float64(record.intercept[0]))
