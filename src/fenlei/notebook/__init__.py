"""Comparisons in a notebook and from code.

============  ====================================================================
`comparison`  `compare`, whose result shows itself; `Comparison`
`progress`    how far a comparison is, shown below the cell that runs it
============  ====================================================================
"""

from fenlei.public_names import attach_stub

__getattr__, __dir__, __all__ = attach_stub(__name__, __file__)
