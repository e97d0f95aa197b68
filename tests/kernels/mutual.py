"""Two kernels that call each other."""

from __future__ import annotations

from fenlei.kernels import plain_kernel


@plain_kernel
def even(n: int) -> bool:
    return True if n == 0 else odd(n - 1)


@plain_kernel
def odd(n: int) -> bool:
    return False if n == 0 else even(n - 1)
