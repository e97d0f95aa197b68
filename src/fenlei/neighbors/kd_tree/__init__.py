"""The kd-tree.

===============  ====================================================
`kd_tree`        `KDTree`, and the tree as the textbook draws it
`median_splits`  building: the order of the rows along the leaves
`boxes`          the tree in memory: leaves and the boxes around them
`box_search`     searching by leaving out boxes
===============  ====================================================
"""
