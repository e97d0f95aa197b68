"""Growing a tree on binned columns: the splits of a node are read from histograms of its rows.

=============  ===================================================================
`binning`      columns cut into at most 255 bins, one byte per value
`stored_bins`  the binned rows of a scan
`node`         the sums of a node: its value, its impurity, whether it is searched
`prefix_sums`  the sums left of every cut, feature by feature
`cuts`         the best cut of a node by one feature
`search`       the best split of a node among features drawn at random
`grower`       a tree of a forest, node by node
`single_tree`  one tree on all rows, for `splitter="hist"`
=============  ===================================================================
"""
