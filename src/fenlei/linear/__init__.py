"""Linear models: discriminants, regressions and classifiers that are linear functions of the features."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
