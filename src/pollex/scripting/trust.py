"""What a script that nothing holds could do, and that it needs the person's trust."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from shlex import quote

from ..core.fault import Fault
from .confinement import Strength


@dataclass(frozen=True, slots=True)
class ScriptHome:
    """Where a script comes from."""

    library: Path
    """The folder that it may read: its library's."""
    hidden: tuple[Path, ...] = ()
    """What it must not see, wherever it lies: the files of Pollex."""
    trusted: Callable[[], bool] = lambda: False
    """Whether the person trusts this version of it, where nothing holds it."""
    strength: Strength = "namespaces"
    """The strongest walls that are tried."""

    def refusal(self, name: str, why: str) -> Fault:
        """Return the fault of a script that is neither held nor trusted."""
        message = (
            f"The script {name!r} was not started, for nothing would hold it here: {why}. "
            "It could read and change your files, use the network and start programs, as you can."
        )
        hint = f"Read its code. If you trust it, as it is now: pollex library trust {quote(str(self.library))}"
        return Fault("denied", message, expected="a script that is held, or trusted", hint=hint, retry=False)

    def note(self, name: str, why: str) -> str:
        """Return the note of a run of a script that is trusted and not held."""
        return f"Nothing held the script {name!r}, which you trust: {why}."
