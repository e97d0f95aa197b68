"""How good a model is: scores, curves, intervals and tests.

Scores and curves have scikit-learn's names, signatures and values.

===========================  ======================================================
`checks`                     what every score asks of its input
`labels`                     true and predicted labels as codes of the same classes
`multilabel`                 indicator matrices of several labels per row
`confusion`                  confusion matrices
`scores`                     scores of predicted labels
`precision_recall`           precision, recall and F
`probability`                scores of predicted probabilities
`regression`                 scores of predicted numbers
`report_text`                `classification_report`
`headline`                   the five scores of every comparison
`thresholds`                 curves, areas, operating points
`intervals`                  how sure a score is
`comparison`                 which classifier is better
`leave_one_out_predictions`  `leave_one_out` from one fit, or from n
`scanned_folds`              cross-validation over files, in two passes
`bias_variance`              bias, variance and noise by refitting
`effects`                    what matters to a model: Shapley values, permutation, dependence
`theory`                     learning theory: bounds on the error
`clustering`                 silhouettes, and agreement of two partitions
`embedding`                  how well a map keeps neighbours and distances
===========================  ======================================================
"""

from fenlei.public_names import attach_stub

__getattr__, __dir__, __all__ = attach_stub(__name__, __file__)
