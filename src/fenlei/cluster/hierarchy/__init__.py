"""Hierarchical clustering.

===============  ==============================================================
`linkage`        `linkage`, `cut`: from rows or distances to the tree of merges
`merging`        the compiled searches for the two nearest clusters
`connected`      merging only clusters that a graph connects
`agglomerative`  `AgglomerativeClustering`, the estimator
`divisive`       `DivisiveClustering`, from the top down
===============  ==============================================================
"""
