"""`fenlei reduce` and `fenlei cluster`: coordinates or clusters of all rows, with a picture."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TypedDict

import typer

from fenlei.atomic import check_folder, make_folder
from fenlei.cli import options
from fenlei.cli.files.passes import PassOptions, file_hash, with_pass_options, write_parts
from fenlei.cli.leaderboard import number
from fenlei.cli.options import Language, with_reading_options
from fenlei.cli.output import print_json, print_table, work
from fenlei.cli.param import parameters
from fenlei.cli.progress import FitProgress
from fenlei.cli.rows import refuse_input, write_rows
from fenlei.cli.texts import TEXTS, text
from fenlei.table.reading_options import ReadingOptions

if TYPE_CHECKING:
    from fenlei.study.structure import Structure

OutFolder = Annotated[
    Path | None, typer.Option("--out", metavar="FOLDER", help="help.out_structure", show_default=False)
]
Method = Annotated[str, typer.Option(metavar="NAME", help="help.method")]
ClusterMethod = Annotated[str, typer.Option(metavar="NAME", help="help.cluster_method")]
AnyTarget = Annotated[str | None, typer.Option(metavar="NAME", help="help.any_target", show_default=False)]


class Shared(TypedDict):
    """Options of both commands that go through as they are."""

    params: dict[str, Any]
    scale: str | None
    seed: int
    lang: str


class Given(TypedDict):
    """What both commands take, beside the number of components or clusters."""

    data: str
    method: str
    out: Path | None
    json: bool
    lang: str
    quiet: bool


@with_pass_options
@with_reading_options
def reduce(
    data: options.Data,
    *,
    method: Method = "pca",
    components: Annotated[int, typer.Option(metavar="N", min=1, help="help.components")] = 2,
    target: AnyTarget = None,
    param: options.Param = None,
    scale: options.ScaleOption = None,
    seed: options.Seed = 0,
    out: OutFolder = None,
    where: PassOptions,
    reading: ReadingOptions,
    json: options.Json = False,
    lang: options.Lang = Language.en,
    quiet: options.Quiet = False,
) -> None:
    def find() -> Structure:
        from fenlei.study.structure import reduce_rows

        shared = Shared(params=parameters(param), scale=scale, seed=seed, lang=lang)
        return reduce_rows(data, method, components, target, **shared, **where, **reading)

    run(
        find,
        scatter_of_coordinates,
        Given(data=data, method=method, out=out, json=json, lang=lang, quiet=quiet),
    )


@with_pass_options
@with_reading_options
def cluster(
    data: options.Data,
    *,
    method: ClusterMethod = "kmeans",
    clusters: Annotated[int, typer.Option(metavar="N", min=1, help="help.clusters")] = 3,
    target: AnyTarget = None,
    param: options.Param = None,
    scale: options.ScaleOption = None,
    seed: options.Seed = 0,
    out: OutFolder = None,
    where: PassOptions,
    reading: ReadingOptions,
    json: options.Json = False,
    lang: options.Lang = Language.en,
    quiet: options.Quiet = False,
) -> None:
    def find() -> Structure:
        from fenlei.study.structure import cluster_rows

        shared = Shared(params=parameters(param), scale=scale, seed=seed, lang=lang)
        return cluster_rows(data, method, clusters, target, **shared, **where, **reading)

    run(
        find, picture_of_clusters, Given(data=data, method=method, out=out, json=json, lang=lang, quiet=quiet)
    )


def run(find: Callable[[], Structure], draw: Callable[[str, Structure, Path], None], given: Given) -> None:
    """Find the structure; write the rows with their new columns and the picture; show the facts."""
    lang = given["lang"]
    with work(lang, given["quiet"]):
        from fenlei.model_file import save_model

        folder = check_folder(given["out"] or options.default_folder(given["data"]))
        rows, picture, model = (folder / f"{given['method']}{end}" for end in (".csv", ".png", ".fenlei"))
        refuse_input(rows, given["data"])
        with FitProgress(given["method"], given["quiet"], lang):
            found = find()
        make_folder(folder)
        save_model(found.model, model)
        rows = written(found, given["data"], rows, model)
        draw(lang, found, picture)
    files = {"rows": str(rows), "picture": str(picture), "model": str(model)}
    show(found.facts, files, given["json"], lang)


def written(found: Structure, data: str, rows: Path, model: Path) -> Path:
    """Write the rows with their new columns; of several files a part each, in a folder. Returns where."""
    from fenlei.table.scanning.files import is_many

    if found.rows_of is None:
        write_rows([found.rows], rows)
    elif is_many(data):
        rows = rows.with_suffix("")
        write_parts(data, rows, [file_hash(str(model))], found.rows_of)
    else:
        write_rows(found.rows_of(data), rows)
    return rows


def scatter_of_coordinates(lang: str, found: Structure, path: Path) -> None:
    """The rows in the plane of the first two coordinates, coloured by class; of one, beside the class."""
    from fenlei.plot import scatter
    from fenlei.plot.files import save_picture

    names = found.rows.column_names[-found.values.shape[1] :]
    title = text("picture.rows", lang, method=found.facts["method"])
    save_picture(path, titled, (scatter, title, found.values, found.labels), names=names, lang=lang)


def titled(draw: Callable[..., Any], title: str, *values: object, **options: object) -> None:
    """Draw, under a title of its own."""
    draw(*values, **options).set_title(title)


def picture_of_clusters(lang: str, found: Structure, path: Path) -> None:
    """The dendrogram of a tree of merges; else the clusters in the plane of the first two components."""
    from fenlei import PCA, plot
    from fenlei.plot.files import save_picture

    if hasattr(found.estimator, "children_"):
        model = found.estimator.model_
        merges = [
            (*children, height, 0) for children, height in zip(model.children, model.distances, strict=True)
        ]
        save_picture(path, plot.dendrogram, (merges,), lang=lang)
        return
    Z = found.prepared
    plane = Z if Z.shape[1] <= 2 else PCA(2).fit_transform(Z)
    names = [text("picture.component", lang, number=j + 1) for j in range(2)] if Z.shape[1] > 2 else []
    title = text("picture.clusters", lang, method=found.facts["method"])
    save_picture(path, titled, (plot.scatter, title, plane, found.values), names=names, lang=lang)


def show(facts: dict[str, object], files: dict[str, str], json: bool, lang: str) -> None:
    """Facts and files, as text or as one JSON document."""
    if json:
        print_json(facts | {"files": files})
        return
    print(text("structure.data", lang, source=facts["source"], rows=facts["rows"], method=facts["method"]))
    print(text("compare.scale", lang, how=text(f"scale.{facts['scale']}", lang)))
    lines = [
        [text(f"fact.{name}", lang), shown(value)]
        for name, value in facts.items()
        if f"fact.{name}" in TEXTS and value is not None
    ]
    print_table([text("column.score", lang), text("column.value", lang)], lines)
    for what, path in files.items():
        print(f"{text(f'file.{what}', lang)}: {path}")


def shown(value: object) -> str:
    """A number, or numbers separated by commas."""
    if isinstance(value, list):
        return ", ".join(map(shown, value[:12])) + (", ..." if len(value) > 12 else "")
    return number(value) if isinstance(value, float) else str(value)
