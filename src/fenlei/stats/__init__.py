"""Mergeable summaries of rows: `summarise` a block, `merge` two summaries; nothing here knows a model.

==================  ====================================================================================
`cell_pairs`        rows sorted into pairs (cell, class)
`cells`             moments of every occupied cell of a table of nominal columns, class by class
`class_covariance`  covariance of each class, divisor n_k
`class_products`    weights, means and centred products of the columns by class, in one pass of the team
`column_moments`    bounds, mean and centred squares of the present values of each column
`confusion`         the confusion matrix as a mergeable summary
`counts`            weighted counts of category by class
`coupling`          class probabilities from the probabilities of pairs
`covariance`        covariance matrices
`gram`              means and centred products of features and targets
`linear_scores`     scores X coefᵀ + intercept of a linear model, and the winner of each row
`median`            medians of weighted values
`moments`           weighted first and second centred moments of each class
`outer_products`    products of the columns of a strip of rows
`present_moments`   weighted first and second centred moments of each class over the present values
`scatter`           weighted scatter matrices of the classes
`totals`            weighted totals of each class, for counts and indicators
==================  ====================================================================================
"""
