"""What a comparison found out, as plain data.

=================  ============================================================
`schema`           the types of `result.json`
`json_schema`      the same as a JSON Schema, shipped as `result.schema.json`
`result`           the result: ready for JSON, the report and the leaderboard
`formats`          results of earlier versions
`pooled`           scores of all tested rows together
`choice`           the best of models that cannot be distinguished
`winner_luck`      how much of its score is the luck of the choice
`metrics`          what models are ranked by
`residuals`        what a regression leaves unexplained
`coverage`         how often prediction intervals cover
`scores`           class scores of any classifier
`probabilities`    calibration and costs of a model's probabilities
`mistakes`         the rows that a model misclassifies
`readable_models`  models that a person can read, fitted on all rows
`fit_working`      how the best model was fitted, in a bounded size
`contributions`    Shapley values of the best model on tested rows
`matters`          importances, effects and learning curve of the best model
`matter_types`     their types
`data_warnings`    repeated rows, and columns that leak the class
=================  ============================================================
"""
