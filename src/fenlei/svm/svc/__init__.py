"""Support vector classifier.

=================  ==============================================================
`svc`              `SVC`, the estimator and the derivation
`training`         from what is given to what is fitted: classes, weights, kernel
`pairs`            one machine for each pair of classes
`record`           the fitted model as a record
`fitted_machines`  what a fitted model shows of its record
`decision`         decision values, a block of rows at a time
`probability`      probabilities that agree with the decision
`fit_warnings`     warnings after fitting
=================  ==============================================================
"""
