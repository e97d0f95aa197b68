"""Conditions of a comparison beyond models and folds.

=================  ==================================================================
`class_costs`      weights of classes and costs of errors, for all models
`split_column`     groups that stay together, or time
`other_rows`       scores on rows that no model has seen
`further_options`  these as options by keyword, checked
=================  ==================================================================
"""
