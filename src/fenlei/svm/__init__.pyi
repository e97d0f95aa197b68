from .kernel_functions import (
    MercerCheck,
    laplacian_kernel,
    linear_kernel,
    mercer_check,
    polynomial_kernel,
    rbf_kernel,
    sigmoid_kernel,
    spectrum,
)
from .linear_svc.linear_svc import LinearSVC
from .margin import margin_vc_bound
from .svc.svc import SVC
from .svr.svr import SVR

__all__ = [
    "SVC",
    "SVR",
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
