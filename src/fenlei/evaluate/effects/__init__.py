"""What matters to a fitted model: which features its predictions come from.

================  ==================================================================================
`shapley`         `shapley_values`: each prediction as a sum of parts, one per feature
`permutation`     `permutation_importance`: what the score loses when a feature is shuffled
`dependence`      `partial_dependence` and `accumulated_local_effects` of one feature
`tree_games`      the game of one tree: rows whose values are known go their way, others by shares
`tree_walk`       Shapley values of that game, exact, by quadrature
`tree_sums`       models that are sums of trees: single trees, forests, bagging, AdaBoost
`boosted_trees`   the trees of gradient boosting, in the order of the walk
================  ==================================================================================
"""
