"""Pruning fitted trees.

=================  =============================================================
`prune`            `prune`: every rule of pruning, on any tree
`validation`       scores of subtrees on rows that the tree was not grown on
`price_of_a_leaf`  alpha by validation rows, or by cross-validation
`cost_complexity`  weakest links first, and the table of nested subtrees
`error_based`      C4.5's pessimistic errors, with raising of the heaviest branch
`expected_errors`  the errors that C4.5 expects of a leaf
`draft`            a tree that is being pruned, and rows sent down it
`collapse`         a tree with a subset of its nodes made leaves
=================  =============================================================
"""
