"""Products of the columns of a strip of rows, ZᵀZ, in squares of 8 x 8: what second moments are made of.

Z (rows, q) is filled up with columns of zeros to a multiple of 8, and the squares on and below the diagonal
are added to the sums one by one. Eight entries of a row of Z are one vector, and each of eight others
multiplies it, row after row, while the 64 sums of the square stay in registers:

    sums[a + i, b : b + 8] += Z[r, a + i] Z[r, b : b + 8],    i = 0 ... 7,  r = 0, 1, ...

Numba leaves the choice of vectors to LLVM, which makes none here; so this loop is written for LLVM itself.
Each sum is taken over the rows in their order, so its bits do not depend on the width of the vectors.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from fenlei.kernels import Array, part_of_kernel
from fenlei.kernels.counters import config, intrinsic, ir, types

if TYPE_CHECKING:
    from numba.core.typing.templates import Signature

SIDE = 8  # of a square
STRIP = 64  # rows whose entries stay in the caches while all squares are added


def _add_square(Z: Array, V: Array, rows: int, a: int, b: int, sums: Array) -> None:
    sums[a : a + SIDE, b : b + SIDE] += Z[:rows, a : a + SIDE].T @ V[:rows, b : b + SIDE]


@intrinsic
def _add_square_in_registers(
    typing: object, Z: object, V: object, rows: object, a: object, b: object, sums: object
) -> tuple[Signature, Callable[..., object]]:
    """One function: the store names kernels by its code. Four sums at a time where registers are short."""
    whole, index, vector = ir.IntType(64), ir.IntType(32), ir.VectorType(ir.DoubleType(), SIDE)
    flags = ("contract",)

    def vector_at(builder: Any, data: Any, row: Any, step: Any, column: Any) -> Any:
        place = builder.gep(data, [builder.add(builder.mul(row, step), column)])
        return builder.bitcast(place, vector.as_pointer())

    def repeated(builder: Any, number: Any) -> Any:
        alone = builder.insert_element(ir.Constant(vector, ir.Undefined), number, index(0))
        return builder.shuffle_vector(alone, alone, ir.Constant(ir.VectorType(index, SIDE), [0] * SIDE))

    def sums_over_rows(builder: Any, data: Any, steps: Any, rows: Any, top: Any, b: Any) -> Any:
        """Σ Z[r, column] V[r, b : b + 8] for each column of `top`."""
        before = builder.block
        loop, end = (builder.append_basic_block(name) for name in ("rows", "rows.end"))
        builder.cbranch(builder.icmp_signed(">", rows, whole(0)), loop, end)
        builder.position_at_end(loop)
        r = builder.phi(whole)
        running = [builder.phi(vector) for _ in top]
        right = builder.load(vector_at(builder, data[1], r, steps[1], b), align=8)
        found = []
        for column, so_far in zip(top, running, strict=True):
            place = builder.gep(data[0], [builder.add(builder.mul(r, steps[0]), column)])
            product = builder.fmul(repeated(builder, builder.load(place)), right, flags=flags)
            found.append(builder.fadd(so_far, product, flags=flags))
        following = builder.add(r, whole(1))
        r.add_incoming(whole(0), before)
        r.add_incoming(following, loop)
        builder.cbranch(builder.icmp_signed("<", following, rows), loop, end)
        builder.position_at_end(end)
        totals = [builder.phi(vector) for _ in top]
        for so_far, total, one in zip(running, totals, found, strict=True):
            for each in (so_far, total):
                each.add_incoming(ir.Constant(vector, [0.0] * SIDE), before)
                each.add_incoming(one, loop)
        return totals

    def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        rows, a, b = arguments[2:5]
        kinds = zip(signature.args, arguments, strict=True)
        arrays = [
            context.make_array(kind)(context, builder, given)
            for kind, given in kinds
            if isinstance(kind, types.Array)
        ]
        data = [each.data for each in arrays]
        steps = [builder.sdiv(builder.extract_value(each.strides, 0), whole(8)) for each in arrays]
        processor, settings = context.codegen().magic_tuple()[1:]
        height = SIDE if processor == "x86-64-v4" or "+avx512f" in settings else SIDE // 2
        for first in range(0, SIDE, height):
            top = [builder.add(a, whole(first + i)) for i in range(height)]
            for column, total in zip(top, sums_over_rows(builder, data, steps, rows, top, b), strict=True):
                place = vector_at(builder, data[2], column, steps[2], b)
                builder.store(builder.fadd(builder.load(place, align=8), total), place, align=8)
        return context.get_dummy_value()

    return types.void(Z, V, types.int64, types.int64, types.int64, sums), code


add_square: Any = _add_square if config.DISABLE_JIT else _add_square_in_registers


@part_of_kernel
def add_products(Z: Array, V: Array, rows: int, out_sums: Array) -> None:
    """Add ZᵀV of the first `rows` rows, where it is symmetric: squares on and below the diagonal."""
    q = out_sums.shape[0]
    for b in range(0, q, SIDE):
        for a in range(b, q, SIDE):
            add_square(Z, V, rows, a, b, out_sums)


@part_of_kernel
def filled_up(q: int) -> tuple[int, int]:
    """Columns of the sums, and of a strip: an odd number of vectors, as others compete for cache lines."""
    vectors = -(-max(q, 1) // SIDE)
    return SIDE * vectors, SIDE * (vectors | 1)
