"""The working of the fit of support vector machines.

============  =================================================================
`machines`    what a fitted machine of two classes has: rows, y, α, f, bounds
`svc`         the kernel matrix, the dual, optimality, w, both b, the margin
`smo`         sequential minimal optimisation pair by pair
`linear_svc`  the objective of the linear machine, round by round
============  =================================================================
"""
