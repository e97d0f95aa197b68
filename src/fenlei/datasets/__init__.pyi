from .catalogue import describe, names
from .loading import Dataset, load

__all__ = [
    "Dataset",
    "describe",
    "load",
    "names",
]
