"""Trees: ID3, C4.5 and CART by one grower, pruning, and reading fitted trees.

=========================  ======================================================================
`id3`                      `ID3Classifier`
`c45`                      `C45Classifier`
`decision_tree`            `DecisionTreeClassifier`: CART
`decision_tree_regressor`  `DecisionTreeRegressor`: CART
`tree_classifier`          what every tree can do once it is grown: predict, and be read
`coded_rows`               rows with text, categories and missing values, as numbers
`target_units`             targets of any unit of measurement, scaled by a power of two
`settings`                 parameters of scikit-learn's trees as rules for the growers
`tree`                     the fitted tree as a record of flat arrays, and following it
`passing_rows`             class weights of the rows that pass each node, whole or in parts
`grown_nodes`              nodes as growers make them, and their order in the fitted tree
`impurity`                 impurity of a node and worth of a split, inlined by all growers
`splicing`                 a tree with another in place of all below a node
`editing`                  trees edited by hand: split a node, make it a leaf, undo
`criteria`                 the same quantities for users: entropy, Gini index, gain, gain ratio
`random_numbers`           random numbers from a counter
`exact`                    growing on presorted columns: every threshold is tried
`histogram`                growing on binned columns
`sparse`                   growing on the entries that are not zero, and several targets at once
`pruning`                  pruning fitted trees
`reading`                  text, rules, paths, tables and pictures of fitted trees
=========================  ======================================================================
"""

from fenlei.public_names import attach_stub

__getattr__, __dir__, __all__ = attach_stub(__name__, __file__)
