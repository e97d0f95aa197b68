from .exercise import exercise_page, write_exercise
from .explanation import write_explanation
from .page import write_report

__all__ = [
    "exercise_page",
    "write_exercise",
    "write_explanation",
    "write_report",
]
