from .making import exercise, exercise_kinds
from .sheet import Exercise, Question

__all__ = [
    "Exercise",
    "Question",
    "exercise",
    "exercise_kinds",
]
