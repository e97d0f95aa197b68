"""Reading fitted trees.

==============  ========================================================================
`conditions`    branches in words, with the names of features and categories
`text`          `tree_text`: the tree as indented text
`rules`         `tree_rules`: one if-then rule per leaf
`rule_list`     `rule_list`: C4.5rules, the rules simplified and ordered
`path`          `explain_path`: the path of one row
`gain_table`    `gain_table`: every candidate split of a node
`loss_table`    `loss_table`: every cut of a node of a regression tree
`stop_rules`    `stop_rule`, `row_fractions`: why a node is a leaf, which rows are at it
`candidates`    the binary splits that a tree tries
`layout`        `tree_layout`: positions and texts for drawing a tree
`written_tree`  `WrittenTree`: a tree that is written down, not fitted, and can be asked
`sklearn_view`  `model.tree_` under scikit-learn's names
==============  ========================================================================
"""
