from .isomap.isomap import Isomap
from .kernel_pca.kernel_pca import KernelPCA
from .lle.lle import LocallyLinearEmbedding
from .mds.classical_mds import ClassicalMDS
from .mds.mds import MDS, shepard_data
from .pca.pca import PCA
from .tsne.sne import SNE
from .tsne.tsne import TSNE

__all__ = [
    "MDS",
    "PCA",
    "SNE",
    "TSNE",
    "ClassicalMDS",
    "Isomap",
    "KernelPCA",
    "LocallyLinearEmbedding",
    "shepard_data",
]
