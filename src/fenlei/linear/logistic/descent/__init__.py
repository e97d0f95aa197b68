"""Logistic regression by passes over rows.

==================  ==================================================================
`gradient_descent`  gradient descent on all rows, one row or a few rows per step
`online`            `partial_fit`, and fits that continue where the last one ended
==================  ==================================================================
"""
