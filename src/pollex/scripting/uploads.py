"""Which files a script may give to a page: those that its person named in the inputs, those of its library, and what it
has written itself, of which a copy is given. The browser could read every file of the person's."""

from __future__ import annotations

import os
import shutil
import stat
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

from ..core.call import Call
from ..core.context import Context
from ..core.fault import Fault
from ..core.json import Object
from ..core.tool import Tool
from .needs import is_in

UPLOAD: Final = "page.upload"
HINT: Final = "Name the file in an input of the tool, or put it into the library."


class ScriptUploads:
    """The files that one script gives away."""

    def __init__(self, inputs: Object, library: Path, readable: Sequence[str], own: Path | None = None) -> None:
        """`own` is the folder that the script works in, if it has one."""
        root = os.path.realpath(library)
        self._named = set(_texts(inputs))
        self._library = [real for real in map(os.path.realpath, readable) if is_in(real, root)]
        self._own = own
        self._copies: Path | None = None

    async def guard(self, tool: Tool, call: Call, args: Any, context: Context) -> Fault | None:
        """Refuse every other file, whichever tool the script has called."""
        for file in args.get("files", ()) if tool.name == UPLOAD else ():
            if not self._may_give(str(file)):
                message = f"The script may not upload the file {str(file)!r}."
                return Fault("denied", message, pointer="/files", received=str(file), hint=HINT, retry=False)
        return None

    def given(self, tool: str, args: Object) -> Object:
        """Return the arguments of a call with copies in place of what the script has written."""
        files = args.get("files")
        own = self._own
        if tool != UPLOAD or own is None or not isinstance(files, list):
            return args
        return {**args, "files": [self._copied(own, each) if isinstance(each, str) else each for each in files]}

    def close(self) -> None:
        if self._copies is not None:
            shutil.rmtree(self._copies, ignore_errors=True)

    def _may_give(self, file: str) -> bool:
        copied = self._copies is not None and Path(file).parent.parent == self._copies
        return file in self._named or copied or any(is_in(os.path.realpath(file), each) for each in self._library)

    def _copied(self, own: Path, file: str) -> str:
        """Copy a file of the script's own folder; a link or anything outside is returned as it is."""
        with suppress(OSError, ValueError):
            parts = (own / file).relative_to(own).parts
            if parts and ".." not in parts:
                return self._copy(own, parts)
        return file

    def _copy(self, own: Path, parts: Sequence[str]) -> str:
        self._copies = self._copies or Path(tempfile.mkdtemp(prefix="pollex-upload-"))
        opened = os.open(own, os.O_RDONLY | os.O_DIRECTORY)
        try:
            for part in parts[:-1]:
                inner = os.open(part, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW, dir_fd=opened)
                os.close(opened)
                opened = inner
            source = os.open(parts[-1], os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK, dir_fd=opened)
        finally:
            os.close(opened)
        with os.fdopen(source, "rb") as read:
            if not stat.S_ISREG(os.fstat(source).st_mode):
                raise OSError("no file")
            copy = Path(tempfile.mkdtemp(dir=self._copies), parts[-1])
            with copy.open("xb") as written:
                shutil.copyfileobj(read, written)
        return str(copy)


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict | list):
        for each in value.values() if isinstance(value, dict) else value:
            yield from _texts(each)
