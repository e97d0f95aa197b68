"""What every estimator promises, on scikit-learn's public API.

===================  ========================================================
`classifier`         `Classifier`, `Discriminant`, `BayesRule`, `Mergeable`
`regressor`          `Regressor`
`transformer`        `Reducer`
`clusterer`          `Clusterer`
`resampler`          `Resampler`: editing and condensing
`linear_classifier`  one linear function per class
`generative`         classifiers that model how rows come about
`nominal_input`      classifiers that take text, category and boolean columns
`parts`              estimators made of estimators
===================  ========================================================
"""
