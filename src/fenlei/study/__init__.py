"""The workbench: compare, train, predict and evaluate, as functions of plain values.

======================  ==========================================================================
`comparison`            `compare`, the straight line through the next three
`candidates`            the task that a target calls for, and the models of that task
`source`                a path, a bundled name or a frame -> a labelled table
`data`                  the table as arrays, with a fingerprint
`conditions`            weights, costs, columns to split by, rows to test on
`running`               every model on every fold, within a budget of time and memory
`pooling`               the best models together, as candidates of their own
`facts`                 scores, intervals, tests, confusion and curves as plain data
`repeat_command`        the command that repeats a comparison
`fitting`               a registry entry and a schema -> preparation and estimator
`tuning`                a small grid of parameters, inside the training rows
`training`              `train`: one model on all rows
`scans`                 the same for files that are never read whole
`sites`                 sums of rows that may not be shared, and the model of all of them
`prediction`            `predict_blocks`: a table of any size through a trained model
`evaluation`            `evaluate_model`: a trained model on labelled rows
`paired_evaluation`     `evaluate_pair`: two trained models on the same rows
`prediction_intervals`  intervals for a trained regression, and how often they cover
`regression`            numbers for a target: training rows and scores
`decisions`             `with_costs`: a trained model that decides at the least expected cost
`model_tables`          the probability tables of a trained Bayes classifier
`explain_row`           one prediction of a trained model, explained
`structure`             coordinates or clusters of all rows
`written_values`        values of parameters as a person writes them
`warming`               kernels compiled before they are needed
======================  ==========================================================================
"""

from fenlei.public_names import attach_stub

__getattr__, __dir__, __all__ = attach_stub(__name__, __file__)
