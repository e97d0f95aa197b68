"""Many classes from classifiers of two: one against one, one against the rest.

=============  ===============================================================
`one_vs_one`   `OneVsOneClassifier`: a classifier for each pair, and a vote
`one_vs_rest`  `OneVsRestClassifier`: a classifier for each class
`scheme`       what both share: parts, metadata routing, tags, model files
=============  ===============================================================

`couple`, class probabilities from those of pairs, is defined in `stats/coupling.py`.
"""

from fenlei.public_names import attach_stub

__getattr__, __dir__, __all__ = attach_stub(__name__, __file__)
