"""What every estimator promises, on scikit-learn's public API.

===================  ===================================================================
`estimator`          `Estimator`: parameters, checked floats, tags, records; base of all
`checked_rows`       arguments as scikit-learn checks them, plain ones at once
`attributes`         public fitted attributes, which the record follows
`callbacks`          scikit-learn's callbacks, which follow a fit
`namesake`           what scikit-learn's tools take for its class of the same name
`weighted_rows`      rows of weight zero, removed; classes, learned
`scanned_rows`       a scan of files in place of X and y
`size`               what a fit will take, where that is very much
`mergeable`          `Mergeable`: `fit`, `partial_fit`, `merge` of functions of sums
`classifier`         `Classifier`, `Discriminant`, `BayesRule`, `MergeableClassifier`
`regressor`          `Regressor`, `MergeableRegressor`
`transformer`        `Reducer`, `Projection`, `Embedding`
`clusterer`          `Clusterer`
`resampler`          `Resampler`: editing and condensing
`linear_classifier`  one linear function per class
`generative`         classifiers that model how rows come about
`given_functions`    metrics, kernels and other functions of the user
`nominal_input`      classifiers that take text, category and boolean columns
`parts`              estimators made of estimators
===================  ===================================================================

Not here: `Preparation` and `Vocabulary`, transformers of `table`, on which this package is built.
"""
