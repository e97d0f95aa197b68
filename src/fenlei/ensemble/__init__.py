"""Ensembles: many classifiers that vote.

=============  =====================================================
`forest`       random forests
`bagging`      bagging of any classifier or regressor
`voting`       `VotingClassifier`: a vote of different classifiers
`voters`       what it is a vote of
`adaboost`     AdaBoost
`boosting`     gradient boosting on histograms
`pooled`       fitted models of different kinds together
`calibration`  calibrated probabilities of a fitted classifier
`intervals`    prediction intervals of any regression
`out_of_bag`   error out of bag after each member
`sampling`     rows drawn with replacement; the seeds of the members
=============  =====================================================
"""

from fenlei.public_names import attach_stub

__getattr__, __dir__, __all__ = attach_stub(__name__, __file__)
