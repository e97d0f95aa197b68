"""The dual of the two-class support vector machine.

==================  =====================================================================
`dual_problem`      the dual problem, its solution and the hyperplane that follows from it
`solver`            the solution, in one Gram matrix or in working sets
`smo`               sequential minimal optimisation
`working_sets`      the same in working sets, for more rows than one Gram matrix can hold
`kernel_row_cache`  kernel rows kept from one pass to the next
`gram`              blocks of the Gram matrix
==================  =====================================================================
"""
