"""Growing a tree of boosting on binned columns, by a team of threads.

===========  ======================================================================================
`edges`      edges between the bins of a numeric column
`columns`    columns in bins, eight to a word
`edges`      where the bins of a column end
`histogram`  sums of gradients by bin, as whole numbers that merge
`rules`      limits of trees, units of sums, the value of a leaf
`search`     the best cut of numeric columns
`subsets`    the best subset of the categories of a nominal column
`partition`  items of a node moved to its branches
`nodes`      nodes of a growing tree: sums, histograms, the next to split
`grower`     the steps of a split, shared by the threads
`tree`       the thread that leads: which node is split, and by what
===========  ======================================================================================
"""
