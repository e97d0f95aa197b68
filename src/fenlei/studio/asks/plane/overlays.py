"""What the family of a model draws in the plane, in the units of the table.

Everything is read from the fitted model: a line is where its own decision function is zero, an ellipse has
its own means and covariances, a cut its own threshold.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fenlei.ensemble.calibration.calibrated import uncalibrated
from fenlei.registry import REGISTRY
from fenlei.studio.asks import Answer
from fenlei.studio.asks.plane.tree_cuts import tree_cuts
from fenlei.studio.asks.plane.view import PlaneView, plane_view, table_rows
from fenlei.studio.facts import DeskFacts
from fenlei.trees.tree_classifier import TreeReading

MOST_VECTORS, MOST_CENTRES, MOST_FEET = 500, 200, 400
Rows = NDArray[np.float64]


def overlays(facts: DeskFacts, ask: Mapping[str, object]) -> Answer:
    """Line, margin, ellipses, direction, cuts and centres, as far as the model has them."""
    view = plane_view(facts, ask)
    estimator = uncalibrated(view.model.estimator)
    found: Answer = {"estimator": type(estimator).__name__, "line": line_of(view, estimator)}
    found["script"] = script(facts, view, ask)
    for name, draw in FAMILIES.items():
        if name == type(estimator).__name__:
            found |= draw(facts, view, estimator)
    if isinstance(estimator, TreeReading) and view.model.estimator is estimator:
        found |= tree_cuts(view, estimator)
    return found


def decision_at(view: PlaneView, points: Rows) -> Rows | None:
    """Decision values (m,) of a model of two classes; None if it has none."""
    if len(view.data.classes) != 2 or not hasattr(view.model.estimator, "decision_function"):
        return None
    values = np.asarray(view.model.decision_function(view.rows(points)), dtype=np.float64)
    return values if values.ndim == 1 and np.isfinite(values).all() else None


def line_of(view: PlaneView, estimator: object) -> Answer | None:
    """a x + b y + c = 0, where a decision function that is linear in the plane is zero."""
    if any(one.categories for one in view.columns):
        return None
    values = decision_at(view, np.array([[0.0, 0.0], [1.0, 0.0], [0.0, 1.0], [1.0, 1.0], [-2.0, 3.0]]))
    if values is None:
        return None
    c, a, b = values[0], values[1] - values[0], values[2] - values[0]
    size = np.abs(values).max()
    is_linear = np.allclose(values[3:], [a + b + c, -2 * a + 3 * b + c], rtol=1e-9, atol=1e-9 * size)
    if not is_linear or (a == 0 and b == 0):
        return None
    return {"a": float(a), "b": float(b), "c": float(c), "positive": view.data.names[1]}


def support_vectors(facts: DeskFacts, view: PlaneView, estimator: Any) -> Answer:
    """The support vectors with their alpha, largest first; the margin of two classes."""
    alpha = np.atleast_2d(np.asarray(estimator.alpha_))
    largest = alpha.max(axis=0)
    rows = np.argsort(-largest, kind="stable")[: min(MOST_VECTORS, int((largest > 0).sum()))]
    numbers, data = table_rows(facts, facts.data), view.data
    listed = [
        {
            "row": int(numbers[i]),
            "x": float(data.X[i, view.at[0]]),
            "y": float(data.X[i, view.at[1]]),
            "alpha": float(largest[i]),
            "code": int(data.codes[i]),
        }
        for i in rows
    ]
    margin = [float(value) for value in np.ravel(estimator.margin_)] if len(alpha) == 1 else []
    facts_ = {"vectors": listed, "n_vectors": int((largest > 0).sum()), "margin": margin[:1]}
    return facts_ | {"kernel": str(estimator.kernel), "is_pair": len(alpha) == 1}


def direction(facts: DeskFacts, view: PlaneView, estimator: Any) -> Answer:
    """Fisher's direction in the plane, through the mean of the rows; its feet are drawn by the page.

    The direction of a model that was fitted to scaled features is that of the same model in the units of the
    table, which scaling does not change.
    """
    if view.frame is None or len(view.data.schema.features) != 2 or len(view.data.classes) != 2:
        return {}
    given = getattr(estimator, "w_", None)
    w = np.asarray(estimator.scalings_)[:, 0] if given is None else np.asarray(given)
    w = w[view.frame.index] * view.frame.slope
    through = view.data.X[:, list(view.at)]
    centre = through[~np.isnan(through).any(axis=1)].mean(axis=0)
    w = w / np.sqrt(w @ w)
    return {"direction": {"w": w.tolist(), "through": centre.tolist()}}


def gaussian_ellipses(facts: DeskFacts, view: PlaneView, estimator: Any) -> Answer:
    """Mean and the root of the covariance (2, 2) of each class in the plane, each Gaussian's own."""
    frame = view.frame
    if frame is None:
        return {}
    model, listed = estimator.model_, []
    for k in range(len(view.data.classes)):
        if hasattr(model, "theta"):
            mean, spread = model.theta[k], np.diag(model.var[k])
        else:
            spread = model.covariance if model.covariance.ndim == 2 else model.covariance[k]
            mean = model.means[k]
        part = spread[np.ix_(frame.index, frame.index)] / np.outer(frame.slope, frame.slope)
        values, vectors = np.linalg.eigh(part)
        root = vectors * np.sqrt(np.maximum(values, 0.0))
        listed.append({"code": k, "mean": frame.raw(mean[frame.index]).tolist(), "root": root.tolist()})
    return {"ellipses": listed}


def linear_discriminant(facts: DeskFacts, view: PlaneView, estimator: object) -> Answer:
    """Both: one covariance for all classes, and the direction."""
    return gaussian_ellipses(facts, view, estimator) | direction(facts, view, estimator)


def centres(facts: DeskFacts, view: PlaneView, estimator: Any) -> Answer:
    """Prototypes, or the mean of each class."""
    if view.frame is None:
        return {}
    if hasattr(estimator, "prototypes_"):
        found, codes = estimator.prototypes_, view.coded(np.asarray(estimator.prototype_labels_))
    else:
        found = estimator.centroids_
        codes = np.arange(len(found), dtype=np.float64)
    raw = view.frame.raw(np.asarray(found)[:, view.frame.index])[:MOST_CENTRES]
    pairs = zip(raw.tolist(), codes[:MOST_CENTRES].tolist(), strict=True)
    return {"centres": [{"x": x, "y": y, "code": int(code)} for (x, y), code in pairs]}


Draw = Callable[[DeskFacts, PlaneView, Any], Answer]
FAMILIES: dict[str, Draw] = {
    "SVC": support_vectors,
    "FisherDiscriminant": direction,
    "LinearDiscriminantAnalysis": linear_discriminant,
    "QuadraticDiscriminantAnalysis": gaussian_ellipses,
    "GaussianNB": gaussian_ellipses,
    "NearestCentroid": centres,
    "NearestPrototype": centres,
}


def script(facts: DeskFacts, view: PlaneView, ask: Mapping[str, Any]) -> str:
    """The same model in Python."""
    from fenlei.studio.asks.arguments import written_parameters
    from fenlei.studio.asks.code import train_call

    features = view.data.schema.features
    others = [one.name for one in facts.data.schema.features if one not in features]
    x, y = (one.name for one in view.columns)
    call = train_call(facts, view.name, written_parameters(ask), ask.get("scale") or None, others)
    assert view.name in REGISTRY
    return f"\nmodel = {call}\nprint(model.estimator)  # seen in the plane of {x!r} and {y!r}\n"
