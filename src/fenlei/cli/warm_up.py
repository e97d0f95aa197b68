"""`fenlei warm-up`: compile all kernels before they are needed."""

from __future__ import annotations

from contextlib import nullcontext
from time import perf_counter

from fenlei.cli import options
from fenlei.cli.options import Language, listed
from fenlei.cli.output import print_json, say
from fenlei.cli.progress import new_bar
from fenlei.cli.texts import text


def command(
    models: options.Models = None,
    jobs: options.Jobs = None,
    json: options.Json = False,
    lang: options.Lang = Language.en,
    quiet: options.Quiet = False,
) -> None:
    from fenlei.kernels.store import kept_in
    from fenlei.study.warming.warm_up import Warmed, warm_up

    begin = perf_counter()
    bar = new_bar(quiet)

    def show(warmed: Warmed) -> None:
        if bar is not None:
            bar.update(bar.task_ids[0], description=warmed.name, completed=warmed.done, total=warmed.total)
        elif not quiet and not json:
            say(text("warm_up.model", lang, **warmed._asdict()))

    if bar is not None:
        bar.add_task("", total=None)
    with bar or nullcontext():
        warmed = warm_up(None if models is None else listed(models), jobs=jobs, progress=show)
    directory = kept_in()
    facts = {
        "kernels": sum(each.compiled for each in warmed),
        "models": len(warmed),
        "seconds": perf_counter() - begin,
        "directory": None if directory is None else str(directory),
    }
    if json:
        print_json(facts)
    else:
        print(text("warm_up.done" if directory else "warm_up.not_kept", lang, **facts))
