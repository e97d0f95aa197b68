"""An exercise as plain data: the sheet, the answers and the workings."""

from __future__ import annotations

from fenlei.exercises.sheet import Exercise
from fenlei.explanation.printing.plain_data import plain_value


def to_plain(exercise: Exercise) -> dict[str, object]:
    """Dicts, lists, words and finite numbers."""
    return {
        "kind": exercise.kind,
        "rows": exercise.rows,
        "seed": exercise.seed,
        "lang": exercise.lang,
        "title": exercise.title,
        "says": exercise.says,
        "tables": [plain_value(grid) for grid in exercise.tables],
        "questions": [
            {
                "text": question.text,
                "lines": question.lines,
                "answers": [plain_value(formula) for formula in question.answers],
                "grid": plain_value(question.grid),
                "says": question.says,
            }
            for question in exercise.questions
        ],
        "results": exercise.results,
        "workings": [working.to_dict() for working in exercise.workings],
    }
