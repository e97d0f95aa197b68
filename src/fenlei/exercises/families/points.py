"""Points of the plane with whole coordinates, in two classes."""

from __future__ import annotations

from fenlei.exercises.draws import Draws
from fenlei.explanation.formula.building import letter
from fenlei.explanation.formula.nodes import Equation, Word

Point = tuple[int, int]


def draw_points(draws: Draws, n: int, low: int, high: int) -> list[Point]:
    """Different points."""
    return draws.some_of([(a, b) for a in range(low, high + 1) for b in range(low, high + 1)], n)


def plane(points: list[Point]) -> dict[str, list[int]]:
    """The columns x₁ and x₂."""
    return {"x₁": [a for a, _ in points], "x₂": [b for _, b in points]}


def square_of_distance(a: Point, b: Point) -> int:
    return (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2


def decided(label: object) -> Equation:
    """ŷ = label."""
    return Equation(letter("ŷ"), Word(str(label)))
