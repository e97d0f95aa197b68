from .document import load_model, save_model
from .model import Model

__all__ = [
    "Model",
    "load_model",
    "save_model",
]
