"""`fenlei summarise` and `fenlei merge`."""

import json
from pathlib import Path

import fenlei
from tests.cli.conftest import Run
from tests.study.scans.test_training import parts, rows


def test_two_sites_make_one_model(run: Run, tmp_path: Path) -> None:
    frame = rows().drop(columns=["price"])
    frame.to_csv(tmp_path / "public.csv", index=False)
    sites = [
        parts(frame[a:b], tmp_path / name, cuts=(100,)) for name, a, b in (("a", 0, 600), ("b", 600, 1000))
    ]
    like = tmp_path / "like.fenlei"
    words = "--target", "kind", "--model", "gaussian_nb", "--out", like
    assert run("train", tmp_path / "public.csv", *words).exit_code == 0
    for site in sites:
        out = tmp_path / f"{site.name}.sums"
        result = run("summarise", site, "--like", like, "--least-count", 5, "--out", out)
        assert (result.exit_code, "this is not differential privacy" in result.stderr) == (0, True)
        assert result.stdout.startswith("gaussian_nb: sums of ")
    sums = [tmp_path / "a.sums", tmp_path / "b.sums"]
    result = run("merge", *sums, "--out", tmp_path / "m.fenlei", "--json")
    assert json.loads(result.stdout)["rows"] == 1000
    merged, whole = fenlei.load_model(tmp_path / "m.fenlei"), fenlei.load_model(like)
    assert (merged.predict(frame) == whole.predict(frame)).all()
    refused = run("summarise", sites[0], "--like", like, "--least-count", 500, "--out", tmp_path / "c.sums")
    assert refused.exit_code == 3
    assert "fewer than 500 rows" in refused.stderr
    assert not (tmp_path / "c.sums").exists()
