"""What changes with the threshold.

==================  ==============================================================
`sweep`             one pass over the sorted scores, of which every curve is made
`curves`            ROC, precision-recall and risk-coverage
`areas`             areas under the curves and their averages over classes
`operating_points`  choosing a threshold: the table of all of them, the cost curve
`honest_cost`       the cost of a threshold on rows that it was not chosen on
`thinning`          fewer points for a curve that looks the same
==================  ==============================================================
"""
