"""The pictures of a working: a closed list of records, each with a sentence for those who do not see it."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class PlanePoint:
    """A row as a point; `group` is the code of its class, `size` relative to the usual one."""

    x: float
    y: float
    group: int = 0
    size: float = 1.0
    ringed: bool = False
    name: str = ""
    shares: tuple[float, ...] = ()  # of the groups; they mix its colour


@dataclass(frozen=True)
class PlaneLine:
    """The line a x + b y + c = 0, or a segment between two points."""

    a: float
    b: float
    c: float
    name: str = ""
    dashed: bool = False


@dataclass(frozen=True)
class PlaneArrow:
    """From one point to another: a direction, a foot of a perpendicular (without a head)."""

    x: float
    y: float
    to_x: float
    to_y: float
    head: bool = True


@dataclass(frozen=True)
class PlaneCircle:
    """A circle, or an ellipse with its own axes, turned by `angle` degrees."""

    x: float
    y: float
    width: float  # half axes
    height: float
    angle: float = 0.0
    group: int = -1


@dataclass(frozen=True)
class PlaneBlock:
    """A rectangle whose rows are given to one class."""

    left: float
    bottom: float
    right: float
    top: float
    group: int


@dataclass(frozen=True)
class Plane:
    """Rows on two features, with what the model draws among them."""

    sentence: str
    x_name: str
    y_name: str
    groups: tuple[str, ...]
    points: tuple[PlanePoint, ...] = ()
    lines: tuple[PlaneLine, ...] = ()
    arrows: tuple[PlaneArrow, ...] = ()
    circles: tuple[PlaneCircle, ...] = ()
    blocks: tuple[PlaneBlock, ...] = ()


@dataclass(frozen=True)
class Curve:
    """One or more curves over a common axis."""

    sentence: str
    x_name: str
    y_name: str
    names: tuple[str, ...]
    x: tuple[float, ...]
    y: tuple[tuple[float, ...], ...]  # one row per name
    mark: float | None = None  # a value of x that is marked


@dataclass(frozen=True)
class Bars:
    """One bar per name."""

    sentence: str
    names: tuple[str, ...]
    values: tuple[float, ...]


@dataclass(frozen=True)
class Heat:
    """A matrix as coloured cells."""

    sentence: str
    rows: tuple[str, ...]
    columns: tuple[str, ...]
    values: tuple[tuple[float, ...], ...]


@dataclass(frozen=True)
class TreeItem:
    """A node of a drawn tree: its place, its words, and the branch that leads to it."""

    x: float  # in leaves from the left
    depth: int
    title: str
    detail: str
    parent: int  # -1 for the root
    branch: str
    marked: bool = False


@dataclass(frozen=True)
class TreePicture:
    """A tree, the root first."""

    sentence: str
    items: tuple[TreeItem, ...]
    size: tuple[float, int] | None = None  # room for so many leaves and levels; that of the items by default


@dataclass(frozen=True)
class NumberLine:
    """Points on a line, with thresholds: projections, sorted scores."""

    sentence: str
    name: str
    groups: tuple[str, ...]
    points: tuple[PlanePoint, ...]  # their y is not used
    cuts: tuple[float, ...] = ()


@dataclass(frozen=True)
class GraphPicture:
    """Merges drawn as a dendrogram: each joins two earlier ones at a height; rows come first."""

    sentence: str
    names: tuple[str, ...]
    merges: tuple[tuple[int, int, float], ...]
    done: int | None = None  # merges that have been made; the others are drawn pale


Figure = Plane | Curve | Bars | Heat | TreePicture | NumberLine | GraphPicture
FIGURES = (
    Plane,
    PlanePoint,
    PlaneLine,
    PlaneArrow,
    PlaneCircle,
    PlaneBlock,
    Curve,
    Bars,
    Heat,
    TreeItem,
    TreePicture,
    NumberLine,
    GraphPicture,
)
