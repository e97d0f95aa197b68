"""Every word of a working, in English and Chinese.

==============  =======================================================
`rows`          the tables of one prediction
`working`       what all workings share: heads, preparation, pictures
`bayes`         steps of the Bayes classifiers
`discriminant`  steps of Fisher's and Gaussian discriminants
`linear`        steps of perceptron, logistic regression, least squares
`neighbors`     steps of the nearest neighbours
`centres`       steps of the minimum-distance classifiers
`schemes`       steps of classifiers that are made of others
`svm`           steps of the support vector machines
`trees`         steps of the trees
`ensembles`     steps of boosting, forests and bagging
`boosting`      steps of gradient boosting
`regressors`    steps of further regressors
`score`         steps of the scores
`reduction`     steps of the reductions of dimension
`clusters`      steps of clusters and mixtures
==============  =======================================================
"""

from functools import partial

from fenlei.explanation.texts import (
    bayes,
    boosting,
    centres,
    clusters,
    discriminant,
    ensembles,
    linear,
    neighbors,
    reduction,
    regressors,
    rows,
    schemes,
    score,
    svm,
    trees,
    working,
)
from fenlei.messages import wording

_PARTS = (
    *(rows, working, score),
    *(bayes, discriminant, linear),
    *(neighbors, centres, svm, schemes),
    *(trees, ensembles, boosting, regressors),
    *(reduction, clusters),
)
TEXTS: dict[str, tuple[str, str]] = {key: both for part in _PARTS for key, both in part.TEXTS.items()}

text = partial(wording, TEXTS)  # text(key, lang="en", **facts)
