"""The help of a command as plain text, all of it in the language that was asked for."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from typing import Any

from fenlei.cli.texts import text
from fenlei.text_table import display_width, padded, wrapped

WIDEST = 100  # columns of text that are read with ease
LEFT = 26  # columns for the names; the explanation of a longer one starts on the next line


def help_text(command: Any, context: Any, lang: str) -> str:
    """Usage, purpose, and one entry for each argument, option and subcommand."""
    width = min(shutil.get_terminal_size().columns, WIDEST)
    parameters = command.get_params(context)
    arguments = [each for each in parameters if each.param_type_name == "argument"]
    options = [each for each in parameters if each.param_type_name == "option"]
    commands = getattr(command, "commands", {})
    words = [each.metavar if each.required else f"[{each.metavar}]" for each in arguments]
    usage = [
        context.command_path,
        text("help.some_options", lang),
        *([text("help.some_command", lang)] if commands else words),
    ]
    parts = [[text("help.usage", lang, usage=" ".join(usage))], wrapped(command.help, width)]
    sections = {
        "arguments": [(each.metavar, explained(each, lang)) for each in arguments],
        "options": [(written(each), explained(each, lang)) for each in options],
        "commands": [(name, each.help) for name, each in commands.items()],
    }
    for name, entries in sections.items():
        if entries:
            parts.append([text(f"panel.{name}", lang), *entry_lines(entries, width)])
    return "\n\n".join("\n".join(part) for part in parts)


def written(option: Any) -> str:
    """An option as it is typed, with a word for its value."""
    return option.opts[0] if option.is_flag else f"{option.opts[0]} {option.metavar}"


def explained(parameter: Any, lang: str) -> str:
    """The help of a parameter, with its default and the like in brackets."""
    notes = []
    if parameter.required:
        notes.append(text("help.required", lang))
    elif parameter.show_default and parameter.default is not None and parameter.default is not False:
        notes.append(text("help.default", lang, value=str(parameter.default)))
    if parameter.envvar:
        notes.append(text("help.variable", lang, name=parameter.envvar))
    return " ".join([parameter.help, *(f"[{note}]" for note in notes)])


def entry_lines(entries: Sequence[tuple[str, str]], width: int) -> list[str]:
    """Names on the left, explanations on the right.

    Examples
    --------
    >>> print("\\n".join(entry_lines([("--seed N", "Equal seeds give equal results.")], 50)))
      --seed N                  Equal seeds give equal
                                results.
    """
    left = min(max(display_width(name) for name, _ in entries) + 4, LEFT + 2)
    lines = []
    for name, explanation in entries:
        first, *rest = wrapped(explanation, width - left)
        if display_width(name) + 4 > left:
            lines.append(f"  {name}")
            name = ""
        lines.append(padded(f"  {name}", left) + first)
        lines += [" " * left + line for line in rest]
    return lines
