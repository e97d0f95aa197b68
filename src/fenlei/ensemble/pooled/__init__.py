"""One answer of several fitted models of different kinds, each with the preparation of its own.

=========  ====================================================================
`weights`  weights that rows which the models have not seen call for
`members`  what prepares its rows itself
`models`   `PooledClassifier` and `PooledRegressor`: the models with the weights
=========  ====================================================================
"""
