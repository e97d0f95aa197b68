"""Tables: reading, schema, missing values, label coding and preparation.

The names below are loaded on first use, so that importing one module of this package does not import Arrow.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
