from .one_row import explain
from .working import Frame, Grid, Working, WorkingStep

__all__ = [
    "Frame",
    "Grid",
    "Working",
    "WorkingStep",
    "explain",
]
