"""A model file as its three pieces, to change one and put them together again, and what comes of it."""

from __future__ import annotations

import json
import warnings
from pathlib import Path
from typing import Any

from fenlei.errors import DataError, ModelFileError
from fenlei.model_file import load_model
from tests.model_file import stand_ins
from tests.model_files.make import answers


class Raw:
    """The header without its metadata, the document in it, and the bytes of the arrays."""

    def __init__(self, path: Path) -> None:
        content = path.read_bytes()
        length = int.from_bytes(content[:8], "little")
        self.header: dict[str, Any] = json.loads(content[8 : 8 + length])
        self.document: dict[str, Any] = json.loads(self.header.pop("__metadata__")["fenlei"])
        self.data = content[8 + length :]
        self.path = path

    def write(self, metadata: Any = None) -> Path:
        metadata = {"fenlei": json.dumps(self.document)} if metadata is None else metadata
        return self.write_header(json.dumps({"__metadata__": metadata, **self.header}).encode())

    def write_header(self, header: bytes) -> Path:
        self.path.write_bytes(len(header).to_bytes(8, "little") + header + self.data)
        return self.path


def outcome(path: Path, X: Any = stand_ins.X) -> str:
    """What loading gives, "refused" or "loaded"; any other exception ends the test.

    A model that was loaded may say of its answers that they leave the range of floats.
    """
    try:
        model = load_model(path)
    except ModelFileError as error:
        sentences = str(error), error.text("zh")
    else:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # a changed model may say that it is degenerate
            try:
                for said in answers(model, X).values():
                    assert len(said) == len(X)
            except DataError as error:
                if error.key not in ("estimator.range", "neighbors.overflow", "ensemble.mean"):
                    raise
        return "loaded"
    english, chinese = sentences
    assert english.startswith(f"{path}: ")
    assert chinese.startswith(f"{path}：")
    assert max(map(len, sentences)) < 1000
    return "refused"
