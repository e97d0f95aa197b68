"""Pictures with matplotlib; each function draws on `ax`, or on new axes, and returns them.

Nothing is computed here that a model or `fenlei.evaluate` could not give as numbers.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
