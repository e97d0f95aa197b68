"""The leaderboard as rows of text."""

from fenlei.cli.leaderboard import SCORES, headings, leaderboard, p_value


def model(name: str, rank: int, accuracy: float, p: float | None) -> dict:
    scores = ("accuracy", "balanced_accuracy", "macro_f1", "auc", "log_loss")
    summary = {score: {"mean": accuracy, "low": 0.0, "high": 1.0} for score in scores}
    summary["auc"]["mean"] = None
    paired = None if p is None else {"p": p}
    times = {"fit_seconds": 0.25, "predict_seconds": 12.0}
    return {"name": name, "status": "done", "rank": rank, "summary": summary, "paired": paired, **times}


def test_models_come_by_their_rank() -> None:
    models = [
        model("a", 3, 0.5, 0.2),
        model("b", 1, 0.9, None),
        model("c", 2, 0.9, 1.0),
        {"name": "d", "status": "failed", "rank": None},
    ]
    rows = leaderboard({"models": models, "best": "b", "plan": {"metrics": list(SCORES)}})
    assert [row[0] for row in rows] == ["b", "c", "a"]
    assert rows[0] == ["b", "0.900 [0.000, 1.000]", "0.900", "0.900", "–", "0.900", "250 ms", "12 s", "–"]
    assert all(len(row) == len(headings(SCORES, "zh")) for row in rows)


def test_a_p_value_is_never_shown_as_zero() -> None:
    assert (p_value(1e-9), p_value(0.0005), p_value(0.049), p_value(None)) == (
        "<0.001",
        "0.001",
        "0.049",
        "–",
    )
