"""Trees: ID3, C4.5 and CART by one grower, pruning, and reading a tree."""

from fenlei.trees.c45 import C45Classifier
from fenlei.trees.cost_complexity import complexity_table
from fenlei.trees.criteria import entropy, gini, split_worth
from fenlei.trees.decision_tree import DecisionTreeClassifier
from fenlei.trees.decision_tree_regressor import DecisionTreeRegressor
from fenlei.trees.id3 import ID3Classifier
from fenlei.trees.layout import tree_layout
from fenlei.trees.prune import prune
from fenlei.trees.reading import explain_path, gain_table, tree_rules, tree_text
from fenlei.trees.rule_list import rule_list

__all__ = [
    "C45Classifier",
    "DecisionTreeClassifier",
    "DecisionTreeRegressor",
    "ID3Classifier",
    "complexity_table",
    "entropy",
    "explain_path",
    "gain_table",
    "gini",
    "prune",
    "rule_list",
    "split_worth",
    "tree_layout",
    "tree_rules",
    "tree_text",
]
