"""The front end's one bundle of other people's code: Preact, its hooks, signals and htm, from npm by name.

    python tools/vendor.py [FOLDER]

`npm` and a network are needed here and nowhere else. The bundle, the licences and what it was made of go to
`src/fenlei/studio/static/vendor`; the hash in `vendor.json` is what the tests compare with.
"""

from __future__ import annotations

import hashlib
import json
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

TARGET = Path(__file__).parents[1] / "src" / "fenlei" / "studio" / "static" / "vendor"
VERSIONS = {"preact": "11.2.0", "@preact/signals": "2.11.4", "@preact/signals-core": "1.14.5", "htm": "3.1.1"}
BUNDLER = {"esbuild": "0.28.2"}
ENTRY = """
export { h, render, Fragment } from "preact";
export { useState, useEffect, useLayoutEffect, useRef, useMemo, useId, useCallback } from "preact/hooks";
export { signal, computed, effect, batch, useSignal, useComputed, useSignalEffect } from "@preact/signals";
import { h } from "preact";
import htm from "htm";
export const html = htm.bind(h);
"""
BUNDLE = "preact.js"


def build(target: Path) -> None:
    """Install the packages in a temporary folder, bundle them and write the result to `target`."""
    with TemporaryDirectory() as name:
        folder = Path(name)
        wanted = [f"{package}@{version}" for package, version in (VERSIONS | BUNDLER).items()]
        (folder / "package.json").write_text("{}")
        run(["npm", "install", "--silent", "--no-audit", "--no-fund", *wanted], folder)
        run(["node", "node_modules/esbuild/install.js"], folder)
        (folder / "entry.js").write_text(ENTRY)
        flags = ["--bundle", "--minify", "--format=esm", "--target=es2022", "--legal-comments=none"]
        run(["node_modules/.bin/esbuild", "entry.js", *flags, f"--outfile={BUNDLE}"], folder)
        target.mkdir(parents=True, exist_ok=True)
        bundle = (folder / BUNDLE).read_bytes()
        (target / BUNDLE).write_bytes(bundle)
        (target / "LICENSES.txt").write_text(licences(folder / "node_modules"), encoding="utf-8")
        facts = {"file": BUNDLE, "sha256": hashlib.sha256(bundle).hexdigest(), "bytes": len(bundle)}
        facts |= {"packages": VERSIONS, "bundler": BUNDLER}
        (target / "vendor.json").write_text(json.dumps(facts, indent=2) + "\n")


def run(command: list[str], folder: Path) -> None:
    """Run a command; its failure ends the program."""
    subprocess.run(command, cwd=folder, check=True)


def licences(modules: Path) -> str:
    """The licences of the packages, each under its name and version."""
    parts = []
    for package, version in VERSIONS.items():
        text = next(path for path in (modules / package).iterdir() if path.name.upper().startswith("LICENSE"))
        parts.append(f"{package} {version}\n{'=' * 60}\n{text.read_text(encoding='utf-8').strip()}\n")
    return "\n\n".join(parts)


if __name__ == "__main__":
    build(Path(sys.argv[1]) if len(sys.argv) > 1 else TARGET)
