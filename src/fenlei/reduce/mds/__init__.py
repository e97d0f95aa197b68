"""Multidimensional scaling.

===============  =====================================
`mds`            `MDS`, metric and non-metric
`smacof`         stress majorisation
`classical_mds`  `ClassicalMDS`: principal coordinates
===============  =====================================
"""
