"""The workbench: compare, train, predict and evaluate, as functions of plain values.

=============  ==========================================================================
`source`       a path, a bundled name or a frame -> a labelled table
`data`         the table as arrays, with a fingerprint
`plan`         folds, repeats, models, seed
`fitting`      a registry entry and a schema -> preparation and estimator
`run`          every model on every fold, kept by `store` as it finishes
`courses`      in which order, within a `budget` of time and of `memory`
`crew`         in which process: this one, or each `worker`
`result`       scores, intervals, tests, confusion and curves as plain data
`comparison`   `compare`, the straight line through all of these
`training`     `train`: one model on all rows
`prediction`   `predict_blocks`: a table of any size through a trained model
`evaluation`   `evaluate_model`: a trained model on labelled rows
`decisions`    `with_costs`: a trained model that decides at the least expected cost
=============  ==========================================================================
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
