"""Pictures with matplotlib; each function draws on `ax`, or on new axes, and returns them.

Nothing is computed here that a model or `fenlei.evaluate` could not give as numbers.
"""

from __future__ import annotations

from fenlei.lazy import lazily

_HOME = {
    "bias_variance": "decomposition",
    "calibration": "curves",
    "confusion": "matrix",
    "convergence": "curves",
    "decision_regions": "regions",
    "dendrogram": "hierarchy",
    "diagram": "diagrams",
    "elbow": "curves",
    "feet": "projections",
    "kd_tree": "partitions",
    "learning_curve": "curves",
    "line": "lines",
    "losses": "functions",
    "margin": "margins",
    "neighbours": "neighbourhoods",
    "panels": "frames",
    "precision_recall": "curves",
    "ranking": "rankings",
    "roc": "curves",
    "scatter": "points",
    "scree": "curves",
    "sigmoid": "functions",
    "tree": "trees",
    "validation_curve": "curves",
    "written_tree": "diagrams",
}
__all__ = list(_HOME)
__getattr__ = lazily(__name__, _HOME)
