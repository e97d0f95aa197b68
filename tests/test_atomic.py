"""A written file is the old one or the new one, whatever happens in between."""

from __future__ import annotations

import errno
import os
import stat
from pathlib import Path
from typing import Any

import pytest

from fenlei.atomic import atomic_write
from fenlei.errors import DataError, UsageError


def names(folder: Path) -> list[str]:
    return sorted(entry.name for entry in folder.iterdir())


@pytest.fixture
def target(tmp_path: Path) -> Path:
    path = tmp_path / "结果.txt"
    path.write_text("old", encoding="utf-8")
    return path


def test_writes_bytes(tmp_path: Path) -> None:
    with atomic_write(tmp_path / "a.bin", "wb") as stream:
        stream.write(b"\x00\xff")
    assert (tmp_path / "a.bin").read_bytes() == b"\x00\xff"
    assert names(tmp_path) == ["a.bin"]


def test_writes_text_as_utf8_without_touching_line_ends(tmp_path: Path) -> None:
    with atomic_write(tmp_path / "a.txt", "w") as stream:
        stream.write("品种\r\n苹果\n")
    assert (tmp_path / "a.txt").read_bytes() == "品种\r\n苹果\n".encode()


def test_the_target_is_unchanged_until_the_block_ends(target: Path) -> None:
    with atomic_write(target, "w") as stream:
        stream.write("new")
        stream.flush()
        assert target.read_text(encoding="utf-8") == "old"
    assert target.read_text(encoding="utf-8") == "new"


def write_and_raise(path: Path, error: BaseException | None) -> None:
    with atomic_write(path) as stream:
        stream.write(b"half")
        if error is not None:
            raise error


@pytest.mark.parametrize("error", [RuntimeError(), KeyboardInterrupt(), SystemExit(), FileNotFoundError()])
def test_a_failure_keeps_the_old_file_and_leaves_nothing(target: Path, error: BaseException) -> None:
    with pytest.raises(type(error)) as caught:
        write_and_raise(target, error)
    assert caught.value is error
    assert target.read_text(encoding="utf-8") == "old"
    assert names(target.parent) == [target.name]


def test_a_new_file_gets_the_permissions_of_any_new_file(tmp_path: Path) -> None:
    (tmp_path / "plain").write_bytes(b"")
    with atomic_write(tmp_path / "ours"):
        pass
    assert (tmp_path / "ours").stat().st_mode == (tmp_path / "plain").stat().st_mode


def test_an_existing_file_keeps_its_permissions(target: Path) -> None:
    target.chmod(0o640)
    with atomic_write(target):
        pass
    assert stat.S_IMODE(target.stat().st_mode) == 0o640


def test_a_link_stays_and_the_file_behind_it_changes(target: Path) -> None:
    folder = target.parent / "elsewhere"
    folder.mkdir()
    link = folder / "link.txt"
    link.symlink_to(target)
    with atomic_write(link, "w") as stream:
        stream.write("new")
    assert link.is_symlink()
    assert target.read_text(encoding="utf-8") == "new"
    assert names(folder) == ["link.txt"]


def test_a_name_as_long_as_the_file_system_allows(tmp_path: Path) -> None:
    path = tmp_path / ("x" * 255)
    with atomic_write(path) as stream:
        stream.write(b"1")
    assert path.read_bytes() == b"1"


def refusal(path: Path | str) -> UsageError:
    with pytest.raises(UsageError) as caught, atomic_write(path):
        pass
    return caught.value


def test_refuses_a_missing_folder(tmp_path: Path) -> None:
    error = refusal(tmp_path / "no" / "a.txt")
    assert str(error) == (
        f"{tmp_path}/no/a.txt: the folder {tmp_path}/no does not exist; create it or give another path."
    )
    assert "不存在" in error.text("zh")


def test_refuses_a_folder_as_target(tmp_path: Path) -> None:
    assert "this is a folder" in str(refusal(tmp_path))


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes here")
def test_refuses_a_pipe_rather_than_replacing_it(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    assert "a device or a pipe" in str(refusal(tmp_path / "pipe"))
    assert stat.S_ISFIFO((tmp_path / "pipe").stat().st_mode)


def test_refuses_a_path_through_a_file(target: Path) -> None:
    assert "cannot be written" in str(refusal(target / "a.txt"))


@pytest.mark.parametrize("name", ["x" * 256, "a\0b"])
def test_refuses_an_impossible_name(tmp_path: Path, name: str) -> None:
    assert "cannot be written" in str(refusal(f"{tmp_path}/{name}"))


def failing(code: int) -> Any:
    def fail(*_: Any, **__: Any) -> None:
        raise OSError(code, os.strerror(code))

    return fail


def test_refuses_a_file_that_may_not_be_written(target: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "access", lambda *_: False)
    assert "no permission to write here" in str(refusal(target))


@pytest.mark.parametrize("step", ["open", "replace"])
@pytest.mark.parametrize("code", [errno.EACCES, errno.EROFS])
def test_refuses_a_folder_that_may_not_be_written(
    target: Path, step: str, code: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(Path, step, failing(code))
        assert "no permission to write here" in str(refusal(target))
    assert target.read_text(encoding="utf-8") == "old"
    assert names(target.parent) == [target.name]


@pytest.mark.parametrize("error", [OSError(errno.ENOSPC, "No space left on device"), None])
def test_a_full_disk_keeps_the_old_file(
    target: Path, error: OSError | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "fsync", failing(errno.ENOSPC))
    with pytest.raises(DataError, match="the disk is full, nothing was changed"):
        write_and_raise(target, error)
    assert target.read_text(encoding="utf-8") == "old"
    assert names(target.parent) == [target.name]


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full here")
def test_a_stream_that_also_fails_to_close_does_not_hide_the_sentence(
    target: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Path("/dev/full").open("wb") as full:
        monkeypatch.setattr("fenlei.atomic._create", lambda *_: full)
        with pytest.raises(DataError, match="the disk is full"):
            write_and_raise(target, None)
    assert target.read_text(encoding="utf-8") == "old"
