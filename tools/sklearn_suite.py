"""Run scikit-learn's installed tests against our classes and metrics, and write down how many pass.

Usage: python tools/sklearn_suite.py [--class NAME]... [--family metrics] [-v] [--report]

For each class of the registry with a namesake in scikit-learn, and each function of `fenlei.evaluate` with a
namesake in `sklearn.metrics`, the namesake's test modules run with the name replaced by ours in the test
module (see `sklearn_suite_swap.py`). One pair is (class, test) where the test did use ours. What fails is run
again with scikit-learn's own; if that fails too, the pair does not count. `sklearn_suite.toml` lists what
cannot apply. The metrics are replaced all at once, the classes one by one. Results are kept in
`.cache/sklearn-suite`, one file per name; `--report` writes the page from them and runs nothing.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import subprocess
import sys
import tempfile
import tomllib
from collections import Counter
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
ROOT = HERE.parent
CACHE = ROOT / ".cache" / "sklearn-suite"
PAGE = ROOT / "benchmarks" / "results" / "sklearn-suite.md"
ENSEMBLES = {"RandomForestClassifier", "RandomForestRegressor", "BaggingClassifier", "BaggingRegressor"}
OFF = ("randomly", "cacheprovider", "xdist", "cov")  # plugins of pytest
OPTIONS = ["-q", "--assert=plain", "--tb=no", *(f"-pno:{plugin}" for plugin in OFF)]
OUTCOMES = ("passed", "other words", "cannot apply", "failed")
HEAD = """\
Tests of scikit-learn {version}, run by `make sklearn-suite`. A pair is a class (or function) of ours and one
test of scikit-learn that used it in the place of its namesake; pairs that scikit-learn's own fails too are
left out. "Other words": the exception or warning has the type that the test asks for, only its wording is
ours; all else in the test holds. "Cannot apply": the test looks at inner parts of scikit-learn, by the
reasons in `tools/sklearn_suite.toml`. Neither counts as applicable."""

Pair = dict[str, Any]  # test, outcome, error, seconds; reason once judged


def classes() -> dict[str, str]:
    """Classes of the registry with a namesake: where each of ours is."""
    from sklearn.utils.discovery import all_estimators

    from fenlei import registry

    theirs = {name for name, _ in all_estimators()}
    return {entry.class_name: entry.path for entry in registry.entries() if entry.class_name in theirs}


def metrics() -> dict[str, str]:
    """Functions of `fenlei.evaluate` with a namesake in `sklearn.metrics`."""
    import sklearn.metrics

    import fenlei.evaluate

    return {n: f"fenlei.evaluate:{n}" for n in fenlei.evaluate.__all__ if hasattr(sklearn.metrics, n)}


def test_modules(name: str) -> list[str]:
    """Test modules of the namesake's package that mention it, as paths below the installed packages."""
    import sklearn

    from tools.sklearn_suite_swap import all_names

    root = Path(sklearn.__file__).parent
    package = all_names()[name].__module__.split(".")[1]
    pattern = f"{package}/**/test_*.py" if (root / package).is_dir() else f"tests/test_{package}.py"
    found = (file for file in root.glob(pattern) if re.search(rf"\b{name}\b", file.read_text("utf-8")))
    return sorted(file.relative_to(root.parent).as_posix() for file in found)


def run(paths: dict[str, str], tests: list[str]) -> list[Pair]:
    """Run tests with names swapped, in a process of its own; an empty path leaves scikit-learn's own."""
    import sklearn

    site = Path(sklearn.__file__).parents[1]
    with tempfile.TemporaryDirectory() as folder:
        out, config = Path(folder) / "out.jsonl", Path(folder) / "pytest.ini"
        out.touch()
        config.write_text("[pytest]\n")
        settings = {"FENLEI_SWAP": json.dumps(paths), "FENLEI_SWAP_OUT": str(out)}
        settings["PYTHONPATH"] = os.pathsep.join([str(ROOT), os.environ.get("PYTHONPATH", "")])
        command = [sys.executable, "-m", "pytest", *OPTIONS, f"-c{config}", f"--rootdir={site}"]
        command += ["-p", "tools.sklearn_suite_swap", *tests]
        ran = subprocess.run(command, cwd=site, env=os.environ | settings, capture_output=True, text=True)
        if ran.returncode not in (0, 1, 5):  # passed, failed, none left to run
            print(ran.stdout[-3000:], ran.stderr[-3000:])
        return [json.loads(line) for line in out.read_text().splitlines()]


def pairs(paths: dict[str, str]) -> dict[str, list[Pair]]:
    """All pairs of each name, without those that scikit-learn's own fails as well."""
    modules = sorted({module for name in paths for module in test_modules(name)})
    found = [test for test in run(paths, modules) if test["outcome"] != "skipped"]
    failed = [test["test"] for test in found if test["outcome"] == "failed"]
    again = run(dict.fromkeys(paths, ""), failed) if failed else []
    theirs = {test["test"] for test in again if test["outcome"] == "failed"}
    kept = [test for test in found if test["test"] not in theirs]
    return {name: [test for test in kept if name in test["used"]] for name in paths}


def reason(kind: str, name: str, test: str, rules: dict[str, Any]) -> str:
    """Why a test cannot apply, or why ours fails it; empty where nothing is written."""
    for rule in rules.get(kind, []):
        named = any(fnmatchcase(name, pattern) for pattern in rule["names"])
        if named and any(fnmatchcase(test, pattern.replace("[", "[[]")) for pattern in rule["tests"]):
            return str(rule["reason"])
    return ""


def judged(name: str, found: list[Pair], rules: dict[str, Any]) -> list[Pair]:
    """The pairs with what `sklearn_suite.toml` has about them."""
    result = []
    for pair in found:
        why = reason("cannot_apply", name, pair["test"], rules) if pair["outcome"] == "failed" else ""
        known = why or reason("fails", name, pair["test"], rules)
        result.append(pair | {"outcome": "cannot apply" if why else pair["outcome"], "reason": known})
    return result


def percent(counts: Counter[str]) -> str:
    applicable = counts["passed"] + counts["failed"]
    return f"{100 * counts['passed'] / applicable:.1f}" if applicable else ""


def table(results: dict[str, list[Pair]]) -> list[str]:
    """One row per name, and their sum."""
    lines = ["| name | pairs | passed | other words | cannot apply | failed | passed of applicable, % |"]
    lines += ["|---|--:|--:|--:|--:|--:|--:|"]
    rows = {name: Counter(pair["outcome"] for pair in found) for name, found in sorted(results.items())}
    total = sum(rows.values(), Counter[str]())
    for name, counts in (rows | {"**all**": total}).items():
        cells = [name, counts.total(), *(counts[outcome] for outcome in OUTCOMES), percent(counts)]
        lines.append("| " + " | ".join(map(str, cells)) + " |")
    return lines


def listed(results: dict[str, list[Pair]], outcome: str) -> list[str]:
    """The pairs that ended so, by reason; parametrized tests are counted together."""
    groups: dict[str, Counter[str]] = {}
    for name, found in sorted(results.items()):
        for pair in found:
            if pair["outcome"] == outcome:
                test = f"{name}: `{pair['test'].split('[')[0].removeprefix('sklearn/')}`"
                groups.setdefault(pair["reason"] or "No reason written yet.", Counter())[test] += 1
    lines = []
    for why, tests in sorted(groups.items()):
        lines += [f"- {why} ({tests.total()})"]
        lines += [f"  - {test}" + (f" ({count})" if count > 1 else "") for test, count in tests.items()]
    return lines or ["None."]


def page(results: dict[str, dict[str, list[Pair]]]) -> str:
    """The report: a table per kind, then what fails and what cannot apply, by reason."""
    import sklearn

    lines = ["# scikit-learn's own tests on ours", "", HEAD.format(version=sklearn.__version__)]
    for title, found in results.items():
        lines += ["", f"## {title}", "", *table(found)]
    every = {name: found for kind in results.values() for name, found in kind.items()}
    for outcome in ("failed", "cannot apply"):
        lines += ["", f"## {outcome.capitalize()}", "", *listed(every, outcome)]
    return "\n".join(lines) + "\n"


def kept(names: dict[str, str], rules: dict[str, Any]) -> dict[str, list[Pair]]:
    """What the last runs found, judged by the rules of today."""
    files = {name: CACHE / f"{name}.json" for name in names}
    return {n: judged(n, json.loads(f.read_text("utf-8")), rules) for n, f in files.items() if f.exists()}


def write_page(rules: dict[str, Any]) -> None:
    """The page, from what the last runs found."""
    estimators = kept(classes(), rules)
    forests = {name: found for name, found in estimators.items() if name in ENSEMBLES}
    rest = {name: found for name, found in estimators.items() if name not in ENSEMBLES}
    parts = {"Classes": rest, "Forests and bagging": forests, "Metrics": kept(metrics(), rules)}
    missing = sorted((classes() | metrics()).keys() - {name for found in parts.values() for name in found})
    PAGE.write_text(page(parts) + (f"\n## Not run yet\n\n{', '.join(missing)}\n" if missing else ""), "utf-8")
    print(PAGE.relative_to(ROOT))


def show(name: str, found: list[Pair], verbose: bool) -> None:
    """One line about a name; with `verbose` the failed tests and their errors too."""
    counts = Counter(pair["outcome"] for pair in found)
    print(f"{name}: {dict(counts)}, {percent(counts)} %", flush=True)
    for pair in found if verbose else []:
        if pair["outcome"] in ("failed", "other words"):
            print(
                f"  {pair['outcome']}: {pair['test']}\n      {' '.join(pair['error'].split())[:300]}",
                flush=True,
            )


def options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--class", dest="names", action="append", help="a class or function (repeatable)")
    parser.add_argument("--family", choices=["classes", "metrics"], help="all of one kind")
    parser.add_argument("-v", "--verbose", action="store_true", help="print what failed, with its error")
    parser.add_argument(
        "--report", action="store_true", help="write the page from the last runs, run nothing"
    )
    return parser.parse_args()


def main() -> int:
    given = options()
    families = {"classes": classes(), "metrics": metrics()}
    everything = families["classes"] | families["metrics"]
    rules = tomllib.loads((HERE / "sklearn_suite.toml").read_text("utf-8"))
    CACHE.mkdir(parents=True, exist_ok=True)
    together = [families["metrics"]] if given.family != "classes" and not given.names else []
    alone = given.names or ([] if given.family == "metrics" else families["classes"])
    groups = [*together, *({name: everything[name]} for name in alone)]
    for group in [] if given.report else groups:
        for name, found in pairs(group).items():
            (CACHE / f"{name}.json").write_text(json.dumps(found, indent=1), "utf-8")
            show(name, judged(name, found, rules), given.verbose)
    if given.report or not given.names:
        write_page(rules)
    return 0


if __name__ == "__main__":
    sys.path.insert(0, str(ROOT))
    sys.exit(main())
