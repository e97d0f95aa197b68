"""The picture of one iteration: rows of one or two features, and what the iteration has drawn among them."""

from __future__ import annotations

from collections.abc import Collection, Sequence

import numpy as np

from fenlei.explanation.figures import (
    Figure,
    NumberLine,
    Plane,
    PlaneArrow,
    PlaneCircle,
    PlaneLine,
    PlanePoint,
)
from fenlei.explanation.terms import ModelTerms
from fenlei.kernels import Array

MOST_DRAWN = 6000  # points of all iterations together


def is_drawable(X: Array, count: int) -> bool:
    """Whether `count` pictures of these rows can be drawn: one or two features, not too many points."""
    return X.shape[1] in (1, 2) and len(X) * max(count, 1) <= MOST_DRAWN and bool(np.isfinite(X).all())


class RowPicture:
    """Rows of one or two features by group; `figure` adds what one iteration says of them."""

    def __init__(self, X: Array, groups: Array, names: Sequence[str], terms: ModelTerms) -> None:
        self.X, self.groups, self.names, self.terms = X, groups, tuple(names), terms

    def figure(
        self,
        caption: str,
        *,
        sizes: Array | None = None,
        shares: Array | None = None,
        ringed: Collection[int] = (),
        line: Sequence[float] | None = None,
        extra: Sequence[PlanePoint] = (),
        arrows: Sequence[PlaneArrow] = (),
        circles: Sequence[PlaneCircle] = (),
        lines: Sequence[PlaneLine] = (),
        cuts: Sequence[float] = (),
    ) -> Figure:
        """Points of relative `sizes` (n,), colours mixed by `shares` (n, K), some of them ringed.

        `line` has the weights of w x + b = 0, the intercept last: a cut of one feature, a line of two.
        """
        own = [self._point(i, sizes, shares, i in ringed) for i in range(len(self.X))]
        points = (*own, *extra)
        sentence = self.terms.say("frame_sentence", caption=caption, n=len(self.X))
        if self.X.shape[1] == 1:
            if line is not None and line[0]:
                cuts = (*cuts, -float(line[1]) / float(line[0]))
            return NumberLine(sentence, self.terms.features[0], self.names, points, tuple(map(float, cuts)))
        if line is not None and (line[0] or line[1]):
            lines = (*lines, PlaneLine(float(line[0]), float(line[1]), float(line[2])))
        x_name, y_name = self.terms.features[:2]
        return Plane(
            sentence, x_name, y_name, self.names, points, tuple(lines), tuple(arrows), tuple(circles)
        )

    def _point(self, i: int, sizes: Array | None, shares: Array | None, ringed: bool) -> PlanePoint:
        x, y = float(self.X[i, 0]), float(self.X[i, 1]) if self.X.shape[1] == 2 else 0.0
        size = 1.0 if sizes is None else float(sizes[i])
        mixed = () if shares is None else tuple(map(float, shares[i]))
        return PlanePoint(x, y, int(self.groups[i]), size, ringed, str(i + 1), mixed)


def spread_circle(mean: Array, covariance: Array, group: int) -> PlaneCircle:
    """The ellipse of one standard deviation of a normal distribution; of one feature, an interval.

    Examples
    --------
    >>> spread_circle(np.zeros(2), np.diag([4.0, 1.0]), 0)
    PlaneCircle(x=0.0, y=0.0, width=2.0, height=1.0, angle=0.0, group=0)
    """
    variance, axes = np.linalg.eigh(covariance)
    half = np.sqrt(np.maximum(variance, 0.0))[::-1]
    angle = float(np.degrees(np.arctan2(axes[1, -1], axes[0, -1])))
    angle = (angle + 90.0) % 180.0 - 90.0  # a direction, not a ray
    return PlaneCircle(float(mean[0]), float(mean[1]), float(half[0]), float(half[1]), angle, group)
