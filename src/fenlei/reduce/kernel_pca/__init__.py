"""Kernel principal component analysis.

===============  =============================================
`kernel_pca`     `KernelPCA`, the estimator and the derivation
`kernel_matrix`  the Gram matrices it takes
===============  =============================================
"""
