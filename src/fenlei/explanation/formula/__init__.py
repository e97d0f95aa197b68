"""Formulas as values: they can be written in four ways, and recomputed.

==========  =======================================================================
`nodes`     the kinds of nodes
`worth`     what a formula is worth, and how far the sides of a chain disagree
`building`  short ways to write formulas
==========  =======================================================================
"""

from fenlei.public_names import attach_stub

__getattr__, __dir__, __all__ = attach_stub(__name__, __file__)
