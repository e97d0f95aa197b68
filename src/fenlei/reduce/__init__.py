"""Fewer dimensions: projections of rows, and maps that keep their distances or neighbourhoods.

=================  ================================================
`eigenvectors`     leading eigenvectors, and a rule for their signs
`distance_matrix`  matrices of distances, computed or given
`neighbor_graph`   the graph of nearest neighbours
`pca`              `PCA`
`kernel_pca`       `KernelPCA`
`mds`              `MDS`, `ClassicalMDS`
`isomap`           `Isomap`
`lle`              `LocallyLinearEmbedding`
`tsne`             `SNE`, `TSNE`
=================  ================================================
"""

from fenlei.public_names import attach_stub

__getattr__, __dir__, __all__ = attach_stub(__name__, __file__)
