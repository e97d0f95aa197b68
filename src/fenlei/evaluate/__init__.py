"""How good a classifier is: scores, curves, intervals and tests.

Scores and curves have scikit-learn's names, signatures and values.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
