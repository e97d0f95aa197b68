"""A tree that is read, edited by hand, pruned, and saved.

==========  ==================================================================
`edited`    the fitted tree after a list of edits, which the page keeps
`growing`   leaves split as the tree itself would choose, level by level
`facts`     nodes with their counts, conditions and places; accuracy; the path
`node`      the gain table of a node, its thresholds, its rows
==========  ==================================================================
"""
