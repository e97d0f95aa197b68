"""The best models of a comparison together, as candidates of their own.

=========  ====================================================================
`entries`  their names: a weighted vote, a stack, a weighted mean
`members`  which models take part
`folds`    their folds, from what the members answered for the tested rows
`refit`    models fitted to all rows, alone or together
=========  ====================================================================
"""
