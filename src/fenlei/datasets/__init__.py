"""The tables of the source documents and four classics, each with its provenance.

`load(name)` gives a `Dataset`; `names()` lists what there is; `describe()` gives one row per data set,
`describe(name)` what is known about one.

===========  ==================================
`catalogue`  what there is: `names`, `describe`
`loading`    `load`, `Dataset`
===========  ==================================
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
