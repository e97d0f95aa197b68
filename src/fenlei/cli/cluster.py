"""`fenlei cluster`: the cluster of every row, with a picture."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Annotated, Any

import typer

from fenlei.cli import options
from fenlei.cli.options import Language, reading_options
from fenlei.cli.output import work
from fenlei.cli.structure import AnyTarget, Method, OutFolder, Param, show, write_files
from fenlei.cli.train import parameters


def command(
    data: options.Data,
    method: Method = "kmeans",
    clusters: Annotated[int, typer.Option(min=1, help="help.clusters")] = 3,
    target: AnyTarget = None,
    param: Param = None,
    seed: options.Seed = 0,
    out: OutFolder = None,
    nominal: options.Nominal = None,
    numeric: options.Numeric = None,
    drop: options.Drop = None,
    id: options.Id = None,
    missing: options.Missing = None,
    encoding: options.Encoding = None,
    json: options.Json = False,
    lang: options.Lang = Language.en,
    quiet: options.Quiet = False,
) -> None:
    reading = reading_options(nominal, numeric, drop, id, missing, encoding)
    with work(lang, quiet):
        from fenlei.study.structure import cluster_rows

        given = {"params": parameters(param or []), "seed": seed, "lang": lang, **reading}
        find = partial(cluster_rows, data, method, clusters, target, **given)
        facts, files = write_files(find, partial(picture, lang), data, out, method)
    show(facts, files, json, lang)


def picture(lang: str, found: Any, path: Path) -> None:
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
    save_picture(path, plot.scatter, (plane, found.values), lang=lang)
