"""Trees: ID3, C4.5 and CART by one grower, pruning, and reading a tree."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
