from .axes import fonts
from .curves import (
    calibration,
    choice_of_k,
    convergence,
    elbow,
    learning_curve,
    precision_recall,
    roc,
    scree,
    validation_curve,
)
from .decomposition import bias_variance
from .diagrams import diagram, written_tree
from .effects import feature_effect, importances, shapley
from .frames import panels
from .functions import losses, sigmoid
from .hierarchy import dendrogram
from .margins import line, margin
from .matrix import confusion
from .neighbourhoods import neighbours
from .partitions import kd_tree
from .points import scatter
from .projections import feet
from .rankings import ranking
from .regions import decision_regions
from .trees import tree

__all__ = [
    "bias_variance",
    "calibration",
    "choice_of_k",
    "confusion",
    "convergence",
    "decision_regions",
    "dendrogram",
    "diagram",
    "elbow",
    "feature_effect",
    "feet",
    "fonts",
    "importances",
    "kd_tree",
    "learning_curve",
    "line",
    "losses",
    "margin",
    "neighbours",
    "panels",
    "precision_recall",
    "ranking",
    "roc",
    "scatter",
    "scree",
    "shapley",
    "sigmoid",
    "tree",
    "validation_curve",
    "written_tree",
]
