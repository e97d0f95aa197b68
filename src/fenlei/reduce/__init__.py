"""Fewer dimensions: projections of rows, and maps that keep their distances or neighbourhoods."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
