"""AdaBoost.

===================  =========================================================
`adaboost`           `AdaBoostClassifier`, the estimator and the derivation
`rounds`             weights, errors and voting weights, whatever the learner
`stumps`             decision stumps on columns sorted once for all rounds
`binned_stumps`      stumps on bins, of a scan
`losing_stumps`      every stump that a round could have taken, with its error
`votes`              the weighted vote, of all rounds or after each
`regressor`          `AdaBoostRegressor`
`regression_rounds`  losses and weights of its rounds, the weighted median
===================  =========================================================
"""
