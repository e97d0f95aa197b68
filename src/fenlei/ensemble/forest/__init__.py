"""Random forests.

=======================  =======================================================
`forest`                 the method, and what both estimators share
`classifier`             `RandomForestClassifier`
`regressor`              `RandomForestRegressor`
`growth`                 each tree on rows drawn anew, one tree per task
`several_targets`        forests for several targets at once
`record`                 all trees as one record of flat arrays
`walk`                   rows sent down all trees
`out_of_bag`             answers on the rows that a tree was not grown on
`one_row`                one row in all trees at once, and what moves its answer
`importances`            the impurity decrease of each feature
`permutation`            the loss out of bag when a feature is shuffled
`strength`               strength and correlation of the trees
`choosing_max_features`  the number of features drawn, by error out of bag
=======================  =======================================================
"""
