"""Comparisons in a notebook and from code.

============  ====================================================================
`comparison`  `compare`, whose result shows itself; `Comparison`
`progress`    how far a comparison is, shown below the cell that runs it
============  ====================================================================
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
