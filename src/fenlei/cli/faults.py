"""From what went wrong to one sentence on standard error and an exit code.

0 done, 1 internal fault, 2 usage, 3 bad data, 130 stopped by Ctrl-C, 141 the reader of a pipe went away.
"""

from __future__ import annotations

import difflib
import errno
import os
import re
import sys
import traceback
from collections.abc import Callable, Sequence
from contextlib import suppress
from enum import EnumType
from typing import Any

import typer

from fenlei.cli.texts import text
from fenlei.errors import DataError, FenleiError
from fenlei.messages import LONGEST_PATH, Phrase, any_of, code, cut, foreign, phrase

STOPPED, PIPE_CLOSED = 130, 141
EXTRA = re.compile(r"unexpected extra arguments?(?:\(s\))? \((.*)\)")
FULL = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG}
# The parser's exceptions by name, because where they live differs between versions of typer.
USAGE = {
    "NoSuchOption": "usage.no_option",
    "MissingParameter": "usage.missing",
    "BadParameter": "usage.value",
    "BadOptionUsage": "usage.no_value",
}
KINDS = {"integer": int, "integer range": int, "float": float, "float range": float}  # typer's words


def guarded(command: Callable[[], object], lang: str) -> int:
    """Run `command`; whatever happens becomes an exit code, and at most one sentence."""
    try:
        code = command()
        sys.stdout.flush()
        return code if isinstance(code, int) else 0
    except FenleiError as error:
        return complain(error.text(lang), error.exit_code)
    except (BrokenPipeError, SystemExit):  # typer turns the first into the second
        _discard_output()
        return PIPE_CLOSED
    except (KeyboardInterrupt, typer.Abort):
        return complain(text("fault.stopped", lang), STOPPED)
    except OSError as error:
        if error.errno not in FULL:
            return _internal_fault(error, lang)
        _discard_output()
        return complain(text("fault.full", lang), DataError.exit_code)
    except MemoryError:
        return complain(text("fault.memory", lang), DataError.exit_code)
    except Exception as error:
        return _usage_fault(error, lang) if hasattr(error, "format_message") else _internal_fault(error, lang)


def complain(sentence: str, code: int) -> int:
    """Say `sentence` on standard error, in one line without endless words, and give back `code`."""
    words = (cut(word) if len(word) > LONGEST_PATH else word for word in sentence.split())
    print(f"fenlei: {' '.join(words)}", file=sys.stderr)
    return code


def _usage_fault(error: Any, lang: str) -> int:
    """A fault that the parser of the command line found."""
    context, parameter = getattr(error, "ctx", None), getattr(error, "param", None)
    name = getattr(error, "option_name", None) or (parameter is not None and _name(parameter))
    known = USAGE.get(type(error).__name__) if name else None
    nearest = _nearest(name, getattr(error, "possibilities", None) or [])
    if known == "usage.no_option" and nearest:
        known = "usage.misspelt_option"
    if known == "usage.no_value" and "requires" in error.message:
        known = "usage.needs_value"
    accepted = accepted_by(parameter) if known == "usage.value" else None
    given = _given(error)
    if known == "usage.value" and (accepted is None or given is None):
        known = None
    extra = EXTRA.search(error.message)
    facts = {
        "name": name,
        "nearest": nearest,
        "command": context.command_path if context else "fenlei",
        "accepted": accepted,
        "given": given,
        "extra": extra and extra[1],
        "message": foreign(error.format_message().strip().rstrip(".")),
    }
    return complain(text(known or ("usage.extra" if extra else "usage.other"), lang, **facts), 2)


def _given(error: Any) -> str | None:
    """The value that the parser refused, as it was written; older versions of typer quote it."""
    for fault in getattr(error.__cause__, "errors", list)():
        return repr(str(fault["input"]))
    quoted = re.match(r"'[^']*'", error.message)
    return quoted and quoted[0]


def accepted_by(parameter: object) -> Phrase | None:
    """What an option takes, if it is one of some words or a number."""
    older = getattr(parameter, "type", None)  # where older versions of typer keep it
    kind = getattr(getattr(parameter, "type_descriptor", None), "annotation", None)
    kind = kind or KINDS.get(getattr(older, "name", ""))
    words = list(kind) if isinstance(kind, EnumType) else getattr(older, "choices", None)
    if words:
        return any_of(*(code(getattr(word, "value", word)) for word in words))
    low, high = (getattr(parameter, end, getattr(older, end, None)) for end in ("min", "max"))
    if kind is float:
        return phrase("limit.number")
    if kind is not int:
        return None
    if low is None:
        return phrase("limit.any_integer")
    return phrase("limit.integer", low=low) if high is None else phrase("limit.integers", low=low, high=high)


def _nearest(name: object, options: Sequence[str]) -> str | None:
    """The option that differs from `name` in a letter or two, if there is one."""
    close = difflib.get_close_matches(
        str(name).lstrip("-"), [option.lstrip("-") for option in options], 1, 0.75
    )
    return f"--{close[0]}" if close else None


def _name(parameter: Any) -> str:
    """How the user writes a parameter: the long option, or the argument's word."""
    return parameter.opts[0] if parameter.param_type_name == "option" else parameter.metavar


def _internal_fault(error: Exception, lang: str) -> int:
    if os.environ.get("FENLEI_DEBUG"):
        traceback.print_exc()
    message = " ".join(str(error).split())[:200]
    return complain(text("fault.internal", lang, kind=type(error).__name__, message=message), 1)


def _discard_output() -> None:
    """Point standard output at nothing, so that closing it does not fail again."""
    with suppress(OSError, ValueError):  # it may be no file, as in a test
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
