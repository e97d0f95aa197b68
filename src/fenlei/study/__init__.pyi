from .comparison import compare
from .decisions import with_costs
from .evaluation import evaluate_model
from .prediction import load_table_model, predict_blocks
from .running.task import Progress
from .training import train

__all__ = [
    "Progress",
    "compare",
    "evaluate_model",
    "load_table_model",
    "predict_blocks",
    "train",
    "with_costs",
]
