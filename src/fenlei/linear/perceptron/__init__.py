"""The perceptron.

============  =====================================================
`perceptron`  `Perceptron`, the estimator and the derivation
`training`    one class against the rest: passes until one makes no error
`scanned`     all classes over files, a pass for each pass
`passes`      the compiled passes over rows
`row_order`   the order in which the rows are visited
`record`      the fitted model as a record, and its history
============  =====================================================
"""
