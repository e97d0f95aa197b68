"""Pruning fitted trees.

=================  =============================================================
`prune`            `prune`: every rule of pruning, on any tree classifier
`cost_complexity`  weakest links first, and the table of nested subtrees
`error_based`      C4.5's pessimistic errors, with grafting of the larger branch
`collapse`         a tree with a subset of its nodes made leaves
=================  =============================================================
"""
