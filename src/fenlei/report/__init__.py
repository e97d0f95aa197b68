"""The report: result -> facts (plain display values) -> one self-contained HTML page.

===============  ====================================================================
`facts`          all display values of a result, from the modules below
`summary`        the result in sentences; `notes` on the data
`leaderboard`    scores and intervals of all models, and their folds
`differences`    paired differences from the best model
`details`        confusion matrix and curves of each model
`probabilities`  calibration, cost curve and reject option
`mistakes`       rows that the best model misclassifies
`residuals`      residuals of a regression, and its worst rows
`matters`        importances, effects and learning curve of the best model
`readable`       a decision tree as a drawing, coefficients as bars
`fitting`        how the best model was fitted, folded step by step
`data`           class balance and columns
`resampling`     how the rows were split and the columns scaled
`models`         finished models in the order of their ranks, their labels and scores
`numbers`        how numbers are written
`charts`         positions in a drawing
`texts`          every text, in English and Chinese
`page`           facts -> HTML, by the templates
`explanation`    one explained prediction -> HTML
`exercise`       an exercise, or its answers -> HTML
===============  ====================================================================
"""

from fenlei.public_names import attach_stub

__getattr__, __dir__, __all__ = attach_stub(__name__, __file__)
