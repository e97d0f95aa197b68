"""The working of scores, by what the answers are.

============  ==================================================================
`labels`      confusion matrix, accuracy and its interval, precision, recall, F1
`thresholds`  sorted scores: ROC and precision-recall point by point, areas
`classes`     probabilities of the classes: log loss, area under ROC by class
`numbers`     predicted numbers: squared and absolute errors, R²
============  ==================================================================
"""
