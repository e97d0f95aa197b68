"""Stochastic neighbour embedding: SNE and t-SNE.

==================  =====================================================
`tsne`              `TSNE`, the estimator and the derivation
`affinities`        neighbourhoods as probabilities of a given perplexity
`gradient`          the divergence that t-SNE minimises, and its gradient
`barnes_hut`        the repulsion by the method of Barnes and Hut
`gradient_descent`  descent with momentum and gains, finished by L-BFGS
`sne`               `SNE`, the older method
`sne_gradient`      its cost and gradient
`new_rows`          new rows in a finished map
==================  =====================================================
"""
