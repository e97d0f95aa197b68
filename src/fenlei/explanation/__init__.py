"""The working of one prediction, in the book's terms.

    explain(model, data, row)  ->  Explanation: the row, grids of numbers, the decision

Each family shows its own working: naive Bayes its product of probabilities, a tree its path with entropies,
the nearest neighbours their distances, a linear model its contributions, a support vector machine its
support vectors, boosting its votes.

===========  ==================================================================
`one_row`    `explain`: which working belongs to a model
`given_row`  the row as it was given and as the estimator takes it
`working`    the record of an explanation, and its text
`bayes`      prior, likelihood and posterior; expected costs
`linear`     coefficients times values; projections; distances; scores
`neighbors`  the nearest training rows
`regression` the path to a mean; means of ensembles
`svm`        support vectors and votes of pairs
`trees`      the path through a tree
`voting`     votes of the members of an ensemble
`texts`      every text, in English and Chinese
===========  ==================================================================
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
