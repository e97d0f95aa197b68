"""Isomap.

================  ====================================================
`isomap`          `Isomap`, the estimator and the derivation
`shortest_paths`  shortest paths from many rows of the neighbour graph
`scaling`         classical scaling of the path lengths
================  ====================================================
"""
