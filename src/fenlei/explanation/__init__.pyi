from .one_row import explain
from .working import Explanation, Grid

__all__ = [
    "Explanation",
    "Grid",
    "explain",
]
