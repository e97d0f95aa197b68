from .comparison import Comparison, compare

__all__ = ["Comparison", "compare"]
