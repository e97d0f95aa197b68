"""The working of one prediction of classifiers that are made of others.

================  ================================================================
`schemes`         decisions of two-class parts: one-vs-one, one-vs-rest; rejection
`voting`          a vote of different classifiers
`calibration`     calibrated probabilities of a classifier
`pooled`          models of different kinds together
`expected_costs`  expected costs of the actions
================  ================================================================
"""
