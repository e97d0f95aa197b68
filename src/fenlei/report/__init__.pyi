from .explanation import write_explanation
from .page import write_report

__all__ = [
    "write_explanation",
    "write_report",
]
