"""Support vector machines: kernel functions, SMO, linear SVM.

==================  =======================================
`kernel_functions`  kernel functions and Mercer's condition
`margin`            what a wide margin is worth
`dual`              the dual of the two-class machine
`kernel_rows`       estimators on rows and a kernel
`svc`               `SVC`
`svr`               `SVR`
`linear_svc`        `LinearSVC`
==================  =======================================
"""

from fenlei.public_names import attach_stub

__getattr__, __dir__, __all__ = attach_stub(__name__, __file__)
