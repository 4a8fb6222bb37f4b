"""Files written whole: a temporary file beside the target, then a rename."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path


def write_whole(path: Path, content: bytes) -> None:
    """Write a file so that a reader sees all of it or what was there before.

    A link is written through; a pipe or a device, which has nothing to lose, directly.

    Raises
    ------
    OSError
        If the folder can't be written to.
    """
    target = path.resolve()
    if target.exists() and not target.is_file():
        target.write_bytes(content)
        return
    handle, temporary = tempfile.mkstemp(prefix=".allfours-", dir=target.parent)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
        mode = target.stat().st_mode & 0o777 if target.exists() else 0o666 & ~_umask()
        Path(temporary).chmod(mode)
        Path(temporary).replace(target)
    except BaseException:
        Path(temporary).unlink(missing_ok=True)
        raise


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
