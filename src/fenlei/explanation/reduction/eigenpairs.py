"""Eigenvalues and vectors of a symmetric matrix, with the numbers put in."""

from __future__ import annotations

import numpy as np

from fenlei.explanation.formula.building import chain, letter, matrix, summed, times, total, vector
from fenlei.explanation.formula.nodes import Chain, Letter
from fenlei.kernels import Array

MOST_COMPONENTS = 4  # that are written out
MOST_ORDER = 5  # of a matrix that is written out
CLEAR = 1e-6  # of the largest eigenvalue: smaller ones are lost in the rounding of the matrix


def eigen_chains(name: Letter, vector_name: str, A: Array, values: Array, vectors: Array) -> list[Chain]:
    """A v = λ v of each column of vectors (n, d), the whole equation if A is small, else its largest line."""
    chains: list[Chain] = []
    for k in range(min(len(values), MOST_COMPONENTS)):
        v, value = vectors[:, k], float(values[k])
        if abs(value) <= CLEAR * abs(float(values[0])):
            chains.append(chain(letter("λ", k + 1), value))
            continue
        if len(A) <= MOST_ORDER:
            left = times(name, letter(vector_name, k + 1))
            right = times(letter("λ", k + 1), letter(vector_name, k + 1))
            chains.append(chain(left, right, times(matrix(A), vector(v)), times(value, vector(v))))
        else:
            i = int(np.argmax(np.abs(v)))
            chains.append(line_chain(name, vector_name, A[i], value, v, k, i))
        chains.append(chain(letter("λ", k + 1), value))
    return chains


def line_chain(name: Letter, vector_name: str, line: Array, value: float, v: Array, k: int, i: int) -> Chain:
    """Σ_j A_ij v_j = λ v_i with the numbers put in, line (n,) being A_i."""
    letters = total("j", times(letter(name.name, f"{i + 1},j"), letter(vector_name, f"j,{k + 1}")))
    right = times(letter("λ", k + 1), letter(vector_name, f"{i + 1},{k + 1}"))
    return chain(letters, right, summed(line * v), times(value, float(v[i])))
