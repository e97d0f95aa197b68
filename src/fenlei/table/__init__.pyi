from .missing import DEFAULT_MISSING
from .preparation import Preparation, prepare
from .reading import conform, read_blocks, read_table
from .schema import Column, Schema
from .table import Coded, Table
from .vocabulary import Vocabulary

__all__ = [
    "DEFAULT_MISSING",
    "Coded",
    "Column",
    "Preparation",
    "Schema",
    "Table",
    "Vocabulary",
    "conform",
    "prepare",
    "read_blocks",
    "read_table",
]
