"""Pictures with matplotlib; each function draws on `ax`, or on new axes, and returns them.

Nothing is computed here that a model or `fenlei.evaluate` could not give as numbers.
"""

from __future__ import annotations

from fenlei.lazy import lazily

_HOME = {
    "calibration": "curves",
    "confusion": "matrix",
    "convergence": "curves",
    "decision_regions": "regions",
    "dendrogram": "hierarchy",
    "elbow": "curves",
    "feet": "projections",
    "learning_curve": "curves",
    "losses": "functions",
    "margin": "margins",
    "precision_recall": "curves",
    "roc": "curves",
    "scatter": "points",
    "scree": "curves",
    "sigmoid": "functions",
    "tree": "trees",
    "validation_curve": "curves",
}
__all__ = list(_HOME)
__getattr__ = lazily(__name__, _HOME)
