"""The command `pollex`. Exit code: 0 done, 1 the job failed and says why, 2 wrong use."""

from __future__ import annotations

import os
import sys
from io import TextIOWrapper

__all__ = ["main"]


def main(arguments: list[str] | None = None) -> None:
    """Run the command line and end the process with its exit code."""
    given = (sys.argv[1:] if arguments is None else arguments) or ["--help"]
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
    try:
        code = _performed(given)
        if sys.stdout is not None:
            sys.stdout.flush()
    except OSError as error:  # stdout is full or gone: there is nobody to tell but stderr
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        print(f"The answer could not be written: {error}.", file=sys.stderr)
        code = 1
    sys.exit(code)


def _performed(given: list[str]) -> int:
    """Perform a command and return its exit code; the command line is loaded only where that can wait."""
    from .fast_stop import stop_at_once

    if (message := stop_at_once(given)) is not None:
        print(message)
        return 0
    from .commands import perform

    return perform(given)
