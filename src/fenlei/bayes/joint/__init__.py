"""The full Bayes classifier: joint distributions of all columns, nothing assumed independent.

====================  ====================================================================
`bayes_classifier`    `BayesClassifier`, the estimator and the derivation
`joint_model`         the joint distribution, from the summary to log scores
`cell_gaussians`      a normal distribution of the numeric columns in every cell and class
`scores`              log scores of rows: look up the cell, add the normal densities
`sampling`            new rows from the joint distribution
`cell_densities`      the density of the table of all classes together
`probability_tables`  the probability tables, as plain rows and as text
`table_attributes`    the same tables as attributes of the estimator
====================  ====================================================================
"""
