from .comparison import compare
from .decisions import with_costs
from .evaluation import evaluate_model
from .paired_evaluation import evaluate_pair
from .prediction import load_table_model, predict_blocks
from .running.task import Progress
from .training import train

__all__ = [
    "Progress",
    "compare",
    "evaluate_model",
    "evaluate_pair",
    "load_table_model",
    "predict_blocks",
    "train",
    "with_costs",
]
