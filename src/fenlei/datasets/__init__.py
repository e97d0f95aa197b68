"""The tables of the source documents and four classics, each with its provenance.

`load(name)` gives a `Dataset`; `names()` lists what there is; `describe()` gives one row per data set.
"""

from fenlei.datasets.catalogue import describe, names
from fenlei.datasets.loading import Dataset, load

__all__ = ["Dataset", "describe", "load", "names"]
