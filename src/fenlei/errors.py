"""The exception tree, and the one module where messages are worded.

An error is a key of `MESSAGES` and the facts that fill it. One sentence names what is wrong, where,
what came, what is accepted and what to do. The English sentence is `str(error)`; `error.text("zh")`
gives the Chinese one. A warning is worded the same way, by `warn`.

The exit code of the command line belongs to the class: 1 internal fault, 2 usage, 3 bad data.
"""

from __future__ import annotations

import sys
import warnings
from functools import partial

from fenlei.messages import MESSAGES
from fenlei.messages import quoting as text_of

wording = partial(text_of, MESSAGES)  # wording(key, lang="en", **facts)


class Worded(Exception):
    """An exception or warning that is a key of `MESSAGES` and the facts that fill it."""

    def __init__(self, key: str, /, **facts: object) -> None:
        super().__init__(wording(key, **facts))
        self.key, self.facts = key, facts

    def __reduce__(self) -> tuple[object, ...]:
        return _rebuild, (type(self), self.key, self.facts)

    def text(self, lang: str = "en") -> str:
        return wording(self.key, lang, **self.facts)


def _rebuild(cls: type[Worded], key: str, facts: dict[str, object]) -> Worded:
    return cls(key, **facts)


def spoken(message: object, lang: str) -> str:
    """An exception or warning in the language of the reader, where it can be."""
    return message.text(lang) if isinstance(message, Worded) else str(message)


class FenleiError(Worded):
    """Base of every error that fenlei raises on purpose; an internal fault unless a subclass tells more."""

    exit_code = 1


class UsageError(FenleiError, ValueError):
    """A parameter, option or call that cannot be served."""

    exit_code = 2


class UnsupportedError(UsageError, NotImplementedError):
    """Parameters that do not go together."""


class UsageTypeError(UsageError, TypeError):
    """An argument of a kind that cannot be served; scikit-learn raises a TypeError here."""


class UnconnectedError(UsageError, RuntimeError):
    """A graph in several parts that cannot be joined."""


class DataError(FenleiError, ValueError):
    """A file, table or array that cannot be used as it is."""

    exit_code = 3


class LabelTypeError(DataError, TypeError):
    """Labels of a type that cannot be labels."""


class ModelFileError(DataError):
    """A `.fenlei` file that is truncated, foreign, too new or inconsistent."""


class EngineError(FenleiError, RuntimeError):
    """Workers, or what brings them their tasks, are gone; what was finished is kept in a work folder."""


class FenleiWarning(Worded, UserWarning):
    """Something was done that the user should know about."""


class DegenerateDataWarning(FenleiWarning):
    """A variance, determinant or scatter was singular and a stated rule was applied."""


def warn(key: str, /, category: type[Warning] = FenleiWarning, **facts: object) -> None:
    """Warn with the sentence of `key`, at the line of the user; `category` may be scikit-learn's too."""
    warning = category(key, **facts) if issubclass(category, Worded) else category(wording(key, **facts))
    warnings.warn(warning, stacklevel=_level_of_user())


def _level_of_user() -> int:
    """Number of frames up to the first that is neither ours nor scikit-learn's, for `warnings.warn`."""
    frame, level = sys._getframe(2), 2
    while frame.f_back is not None and frame.f_globals.get("__name__", "").startswith(
        ("fenlei.", "sklearn.")
    ):
        frame, level = frame.f_back, level + 1
    return level
