"""Writing a file so that a reader sees the old content or the new one, never half of either.

The content goes to a temporary file in the target's own folder, is flushed to the disk, and takes the
target's name in one step (`os.replace`). A failure or Ctrl-C removes the temporary file and leaves the
target as it was.
"""

from __future__ import annotations

import errno
import os
import secrets
import stat
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, Any

from fenlei.errors import DataError, FenleiError, UsageError
from fenlei.messages import foreign

_OLD = 86400.0  # seconds, longer than any file takes to be written
_FULL = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG}
_FORBIDDEN = {errno.EACCES, errno.EPERM, errno.EROFS}


@contextmanager
def atomic_write(path: str | os.PathLike[str], mode: str = "wb") -> Iterator[IO[Any]]:
    """Open `path` for writing; it changes only if the block ends without an exception.

    Parameters
    ----------
    path : str or path-like
        The target. A symbolic link is followed: the file it points to is replaced, the link stays.
    mode : {"wb", "w"}
        Bytes, or text in UTF-8 with line ends written as given.

    Yields
    ------
    file object
        Open on the temporary file.

    Raises
    ------
    UsageError
        The folder does not exist or may not be written to, or the target is no regular file.
    DataError
        The disk is full.

    Examples
    --------
    >>> import tempfile
    >>> target = Path(tempfile.mkdtemp()) / "greeting.txt"
    >>> with atomic_write(target, "w") as stream:
    ...     _ = stream.write("你好")
    >>> target.read_text(encoding="utf-8")
    '你好'
    """
    target, permissions = check_target(path)
    # The name owes nothing to the target's, which may be as long as the file system allows.
    temporary = target.with_name(f".fenlei-{os.getpid()}-{secrets.token_hex(8)}.tmp")
    try:
        # The translation is outermost because closing a stream on a full disk fails a second time.
        with _disk_full_as_error(path), _create(temporary, path, mode) as stream:
            yield stream
            stream.flush()
            os.fsync(stream.fileno())
        if permissions is not None:
            temporary.chmod(permissions)
        _rename(temporary, target, path)
    finally:
        with suppress(OSError):
            temporary.unlink()


def check_target(path: str | os.PathLike[str]) -> tuple[Path, int | None]:
    """The file behind `path` and, if it exists, its permissions; raises if it cannot be written.

    Long work that ends in a file asks first.
    """
    try:
        target = Path(os.path.realpath(path))
        status = target.stat()
    except FileNotFoundError:
        if target.parent.is_dir():
            return target, None
        raise UsageError("file.no_folder", path=str(path), folder=str(target.parent)) from None
    except (OSError, ValueError) as error:
        raise _refusal(error, path) from None
    if stat.S_ISDIR(status.st_mode):
        raise UsageError("file.is_folder", path=str(path))
    # Renaming over /dev/null or a pipe would replace the device itself.
    if not stat.S_ISREG(status.st_mode):
        raise UsageError("file.not_regular", path=str(path))
    if not os.access(target, os.W_OK):
        raise UsageError("file.not_writable", path=str(path))
    return target, stat.S_IMODE(status.st_mode)


def sweep(folder: Path) -> None:
    """Remove the temporary files that processes which are gone have left in a folder."""
    with suppress(OSError):
        for path in folder.glob(".fenlei-*.tmp"):
            with suppress(OSError):
                if time.time() - path.stat().st_mtime > _OLD or not _is_owned(path):
                    path.unlink()


def _is_owned(path: Path) -> bool:
    """Whether the process that wrote a temporary file is alive; where that cannot be asked, yes."""
    owner = path.name.split("-")[1]
    if os.name != "posix" or not owner.isdigit():
        return True
    try:
        os.kill(int(owner), 0)
    except ProcessLookupError:
        return False
    except (OSError, OverflowError):
        return True
    return True


def check_folder(folder: Path) -> Path:
    """The folder, if it is there or can be made; one sentence if it cannot."""
    try:
        there = next(path for path in (folder, *folder.absolute().parents) if os.path.lexists(path))
        is_folder = there.is_dir()
    except (OSError, ValueError) as error:
        raise _folder_refusal(folder, getattr(error, "strerror", None) or str(error)) from None
    if not is_folder:
        raise _folder_refusal(folder, os.strerror(errno.ENOTDIR))
    if not os.access(there, os.W_OK | os.X_OK):
        raise _folder_refusal(folder, os.strerror(errno.EACCES))
    return folder


def make_folder(folder: Path) -> Path:
    """The folder, made where it is not there; one sentence if it cannot be."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except (OSError, ValueError) as error:
        raise _folder_refusal(folder, getattr(error, "strerror", None) or str(error)) from None
    return folder


def _folder_refusal(folder: Path, reason: str) -> UsageError:
    return UsageError("file.folder", folder=str(folder), reason=foreign(reason))


def _create(temporary: Path, path: str | os.PathLike[str], mode: str) -> IO[Any]:
    """Open a file that did not exist, with the permissions any new file would get here."""
    try:
        if "b" in mode:
            return temporary.open("xb")
        return temporary.open("x", encoding="utf-8", newline="\n")
    except OSError as error:
        raise _refusal(error, path) from None


def _rename(temporary: Path, target: Path, path: str | os.PathLike[str]) -> None:
    try:
        temporary.replace(target)
    except OSError as error:
        raise _refusal(error, path) from None


@contextmanager
def _disk_full_as_error(path: str | os.PathLike[str]) -> Iterator[None]:
    """Word a full disk; any other error of the block belongs to the caller."""
    try:
        yield
    except OSError as error:
        if error.errno in _FULL:
            raise _refusal(error, path) from None
        raise


def _refusal(error: OSError | ValueError, path: str | os.PathLike[str]) -> FenleiError:
    """The error that says in one sentence why `path` cannot be written."""
    code = getattr(error, "errno", None)
    if code in _FULL:
        return DataError("file.disk_full", path=str(path))
    if code in _FORBIDDEN:
        return UsageError("file.not_writable", path=str(path))
    reason = getattr(error, "strerror", None) or str(error)
    return UsageError("file.not_written", path=str(path), reason=foreign(reason))
