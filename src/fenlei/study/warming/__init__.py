"""Compiling all kernels before they are needed.

=============  ==========================================================================
`small_calls`  comparisons, scores, searches and explanations that reach the other kernels
`small_scans`  fits to small files that reach the kernels of scans
`small_fits`   fits that reach the kernels of each estimator, on a few hundred rows
`warm_up`      all of them, in as many processes as there are cores
=============  ==========================================================================
"""
