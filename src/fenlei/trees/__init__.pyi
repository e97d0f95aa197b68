from .c45 import C45Classifier
from .criteria import entropy, gini, split_worth
from .decision_tree import DecisionTreeClassifier
from .decision_tree_regressor import DecisionTreeRegressor
from .editing import make_leaf, split_node, undo_edit
from .id3 import ID3Classifier
from .pruning.cost_complexity import complexity_table
from .pruning.prune import prune
from .reading.gain_table import gain_table
from .reading.layout import tree_layout
from .reading.loss_table import loss_table
from .reading.path import explain_path
from .reading.rule_list import rule_list
from .reading.rules import tree_rules
from .reading.stop_rules import row_fractions, stop_rule
from .reading.text import tree_text
from .reading.written_tree import WrittenTree

__all__ = [
    "C45Classifier",
    "DecisionTreeClassifier",
    "DecisionTreeRegressor",
    "ID3Classifier",
    "WrittenTree",
    "complexity_table",
    "entropy",
    "explain_path",
    "gain_table",
    "gini",
    "loss_table",
    "make_leaf",
    "prune",
    "row_fractions",
    "rule_list",
    "split_node",
    "split_worth",
    "stop_rule",
    "tree_layout",
    "tree_rules",
    "tree_text",
    "undo_edit",
]
