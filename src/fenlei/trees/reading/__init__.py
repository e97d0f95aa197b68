"""Reading fitted trees.

==============  ======================================================================
`text`          text, if-then rules, the path of one row, the table of gains at a node
`rule_list`     C4.5rules: the rules of a tree, simplified and ordered
`layout`        positions and texts for drawing a tree
`sklearn_view`  `model.tree_` under scikit-learn's names
==============  ======================================================================
"""
