"""Clusters and mixtures: k-means, trees of merges, and mixture models fitted by EM.

===============  ===========================================
`definitions`    the documents' definitions of a cluster
`distinct_rows`  rows to draw a random start from
`kmeans`         `KMeans`
`hierarchy`      `linkage`, `cut`, `AgglomerativeClustering`
`mixture`        mixtures fitted by EM
`choosing_k`     how many clusters: elbow, silhouette, gap
===============  ===========================================
"""

from fenlei.public_names import attach_stub

__getattr__, __dir__, __all__ = attach_stub(__name__, __file__)
