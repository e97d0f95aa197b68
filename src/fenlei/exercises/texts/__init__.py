"""Every text of the sheets, in English and Chinese.

===========  ==============================================================
`sheets`     what all sheets share: headings of tables, room, answers
`bayes`      questions of the Bayes classifiers
`linear`     questions of perceptron, logistic regression, Fisher
`trees`      questions of the trees and of boosting
`points`     questions about points: neighbours, the maximal margin
`structure`  questions of clusters and components
`scores`     questions of the curves
===========  ==============================================================
"""

from functools import partial

from fenlei.exercises.texts import bayes, linear, points, scores, sheets, structure, trees
from fenlei.messages import wording

_PARTS = (sheets, bayes, linear, trees, points, structure, scores)
TEXTS: dict[str, tuple[str, str]] = {key: both for part in _PARTS for key, both in part.TEXTS.items()}

text = partial(wording, TEXTS)  # text(key, lang="en", **facts)
