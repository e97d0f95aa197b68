"""Growing a tree on the entries that are not zero: sparse rows, and several targets at once.

=================  ================================================================================
`entries`          columns as sorted lists of their non-zero entries
`cuts`             the best threshold of a node by one column of entries, for one target or several
`medians`          the same for the absolute error, by running medians
`splitting`        the rows and entries of a node parted between its branches
`grower`           the tree, node by node
`multi_output`     the tree by the parameters of an estimator
`several_targets`  classification trees with classes of their own for each target
`sparse_rows`      sparse rows made dense, at once or block by block
=================  ================================================================================
"""
