"""fenlei (分类): classical machine learning on tables, exact, fast and explainable.

Public names are listed in `__init__.pyi`, for type checkers and for the lazy loader alike:
`import fenlei` itself loads nothing else.
"""

from fenlei.public_names import attach_stub

__version__ = "0.1.0"
__getattr__, __dir__, __all__ = attach_stub(__name__, __file__)
