"""Compiling all kernels before they are needed.

=============  ========================================================================
`small_fits`   fits that reach the kernels of each estimator, on a few hundred rows
`warm_up`      all of them, in as many processes as there are cores
=============  ========================================================================
"""
