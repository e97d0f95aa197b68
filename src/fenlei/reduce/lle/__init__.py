"""Locally linear embedding.

=========  ===========================================================
`lle`      `LocallyLinearEmbedding`, the estimator and the derivation
`weights`  reconstruction weights and the matrix of each neighbourhood
=========  ===========================================================
"""
