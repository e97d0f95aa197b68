"""Support vector machines: kernel functions, SMO, linear SVM."""

from fenlei.svm.kernels import (
    MercerCheck,
    laplacian_kernel,
    linear_kernel,
    mercer_check,
    polynomial_kernel,
    rbf_kernel,
    sigmoid_kernel,
    spectrum,
)
from fenlei.svm.linear_svc import LinearSVC
from fenlei.svm.margin import margin_vc_bound
from fenlei.svm.svc import SVC

__all__ = [
    "SVC",
    "LinearSVC",
    "MercerCheck",
    "laplacian_kernel",
    "linear_kernel",
    "margin_vc_bound",
    "mercer_check",
    "polynomial_kernel",
    "rbf_kernel",
    "sigmoid_kernel",
    "spectrum",
]
