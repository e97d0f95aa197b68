from .one_row import explain
from .one_score import explain_score
from .showing import show
from .whole_fit import explain_fit
from .working import Frame, Grid, Working, WorkingStep

__all__ = [
    "Frame",
    "Grid",
    "Working",
    "WorkingStep",
    "explain",
    "explain_fit",
    "explain_score",
    "show",
]
