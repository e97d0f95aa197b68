"""Growing a tree on presorted columns: every threshold between two values is tried.

===================  ======================================================================
`growth_rules`       settings of the kernels: criterion, kinds of split, when to stop
`presorted_columns`  every column in ascending order, one 64-bit word per entry
`numeric_split`      the best threshold of a node by one numeric feature
`absolute_error`     the same for the absolute error, by running medians
`nominal_split`      the best split of a node by one nominal feature
`fractional_rows`    rows divided among branches where their value is missing (C4.5)
`steps`              describe, search, choose: the steps before a split
`splitting`          mark, measure, move: the steps of a split
`subtree`            everything below one node, in one thread
`grower`             the whole tree: the top on all threads, then the subtrees side by side
===================  ======================================================================
"""
