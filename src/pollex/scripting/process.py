"""The process of a script, seen from the parent: what it gets of our environment, and its end."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final

from ..isolation.process import DYING, ChildProcess
from .confinement import Strength
from .supervisor import BETWEEN

PASSED_ON: Final = frozenset({"PATH", "LANG", "LANGUAGE", "TZ", "SYSTEMROOT"})
"""The variables that a script's process gets, with all that begin with LC_: nothing in them is a secret."""
NOWHERE: Final = "http://127.0.0.1:9"
"""A proxy that is not there, for systems where the process cannot be cut off from the network."""
PROXIES: Final = ("http_proxy", "https_proxy", "all_proxy", "ftp_proxy")


class ScriptProcess(ChildProcess):
    """A new interpreter for one script, in a folder of its own."""

    def __init__(self, folder: Path, output: int, readable: Sequence[str], strength: Strength) -> None:
        super().__init__(
            "pollex.scripting.supervisor",
            strength,
            BETWEEN.join(readable),
            options=("-I",),
            environment=environment(os.environ, folder),
            folder=folder,
            output=output,
            errors=output,
        )

    async def stopped(self) -> None:
        """Wait for its end, which follows that of the channel; kill it if it takes too long."""
        end = asyncio.ensure_future(self.gone())
        with suppress(TimeoutError):
            async with asyncio.timeout(DYING):
                await asyncio.shield(end)
        self.end()
        await end


def environment(ours: Mapping[str, str], folder: Path) -> dict[str, str]:
    """Return the whole environment of a script's process."""
    proxies = dict.fromkeys((*PROXIES, *map(str.upper, PROXIES)), NOWHERE)
    return {**passed_on(ours), **proxies, "no_proxy": "", "NO_PROXY": "", "HOME": str(folder), "TMPDIR": str(folder)}


def passed_on(ours: Mapping[str, str]) -> dict[str, str]:
    """Return the variables that a script may have."""
    return {name: text for name, text in ours.items() if name in PASSED_ON or name.startswith("LC_")}
