"""Calibration: probabilities from the scores of any classifier, fitted to scores of rows it had not seen.

====================  =========================================================================
`record`              `Calibration`: the numbers, and the probabilities that they give
`temperature`         one slope, and an offset per class
`one_vs_rest`         Platt's sigmoids and isotonic steps, each class against the rest
`choice`              which of the methods, by scores of rows that were left out
`preference`          a preference for classes, where labels are scored
`class_log_scores`    logarithms of probabilities, or decision values, of any classifier
`calibrated`          `CalibratedClassifier`: a fitted classifier with its calibration
====================  =========================================================================

These are parts of `fenlei compare` and of its model files; an estimator to be fitted to rows is
`sklearn.calibration.CalibratedClassifierCV`, which takes the classifiers of fenlei.
"""
