"""Files that are replaced as a whole: whoever reads one finds the old content or the new, also after a crash."""

from __future__ import annotations

import os
from contextlib import suppress
from functools import partial
from pathlib import Path
from uuid import uuid4


def replace_file(path: Path, content: bytes | str, *, mode: int | None = None) -> None:
    """Write a file beside its place, and move it there. Text is written as UTF-8; the folder must be there.

    `mode` says who may read it, from its first byte on; by default as the file before, else as any new file.
    """
    fresh = path.with_name(f".{path.name}.{uuid4().hex}")
    try:
        with open(fresh, "xb", opener=partial(os.open, mode=0o666 if mode is None else mode)) as file:
            if mode is None:
                with suppress(FileNotFoundError):
                    fresh.chmod(path.stat().st_mode)
            file.write(content.encode() if isinstance(content, str) else content)
            file.flush()
            os.fsync(file.fileno())
        fresh.replace(path)
    except OSError:
        with suppress(OSError):
            fresh.unlink()
        raise
