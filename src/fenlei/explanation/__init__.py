"""Workings: how a model was fitted and how it decided, in the book's terms, with the numbers put in.

    explain(model, data, row)  ->  Working of one prediction
    explain_fit(model, X, y)   ->  Working of the fit
    explain_score(y, answers)  ->  Working of the scores

A working is a list of steps: a sentence, formulas that can be recomputed, tables, a picture, iterations.
Nothing in it renders; `printing` does. What has no formulas yet shows tables.

=================  =====================================================================
`one_row`          `explain`: which working belongs to a prediction
`whole_fit`        `explain_fit`: which working belongs to a fit
`one_score`        `explain_score`: which working belongs to scores
`structure`        which working belongs to a reduction or a clustering
`showing`          `show`: in a notebook or as text
`given_row`        the row as it was given and as the estimator takes it
`placed_row`       a row whose coordinates or cluster are worked out
`training_rows`    the training rows as the estimator takes them
`prepared`         texts and many categories as numbers
`working`          the records: Working, WorkingStep, Frame, Grid
`formula`          formulas as values that can be recomputed
`figures`          pictures as records
`frame_pictures`   the picture of one iteration
`terms`            names of features and classes, and texts, in the reader's language
`distances`        distances as formulas, feature by feature
`kernel_values`    kernel functions as formulas
`basis_functions`  models on functions of their features
`conjugate_prior`  Gaussian classes with a conjugate prior: the fit
`posterior`        Bayesian regressions: the fit, and one prediction
`impurity`         entropy, Gini index and gain as formulas
`prediction`       the working of one prediction, family by family
`fit`              the working of a fit, family by family
`score`            the working of scores
`reduction`        reductions of dimension: the fit, and the coordinates of one row
`clusters`         clusters and mixtures: the fit, and the cluster of one row
`printing`         text, LaTeX, HTML with MathML and SVG, plain data
`texts`            every text, in English and Chinese
=================  =====================================================================
"""

from fenlei.public_names import attach_stub

__getattr__, __dir__, __all__ = attach_stub(__name__, __file__)
