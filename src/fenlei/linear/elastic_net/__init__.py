"""Least squares with an l1 penalty, alone (the lasso) or with an l2 penalty (the elastic net).

====================  =========================================================================
`elastic_net`         `ElasticNet`
`lasso`               `Lasso`
`descent_problem`     the sums or columns that the descent works on, and its stopping rule
`coordinate_descent`  one weight at a time by the soft threshold, to a duality gap
`penalty_path`        the weights over a sequence of penalties, the largest first
====================  =========================================================================
"""
