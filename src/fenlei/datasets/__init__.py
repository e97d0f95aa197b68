"""The tables of the source documents and four classics, each with its provenance.

`load(name)` gives a `Dataset`; `names()` lists what there is; `describe()` gives one row per data set,
`describe(name)` what is known about one.

===========  ==================================
`catalogue`  what there is: `names`, `describe`
`loading`    `load`, `Dataset`
===========  ==================================
"""

from fenlei.public_names import attach_stub

__getattr__, __dir__, __all__ = attach_stub(__name__, __file__)
