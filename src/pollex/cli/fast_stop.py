"""`pollex runs stop ID` without loading the command line, which takes a second in which the run would go on."""

from __future__ import annotations

from collections.abc import Sequence


def stop_at_once(given: Sequence[str]) -> str | None:
    """Stop the run that a command names, and return what to print; None where the command line is needed."""
    match [each for each in given if each != "--json"]:
        case ["runs", "stop", begun] if not begun.startswith("-"):
            run = _stopped(begun)
        case _:
            return None
    if run is None:
        return None
    from ..core.json import dumps
    from ..core.result import Result

    result = Result.success({"run": run, "status": "cancelled"})
    return dumps(result.to_json(), indent=True) if "--json" in given else f"{run} cancelled"


def _stopped(begun: str) -> str | None:
    from ..core.fault import Fault
    from ..runs.stop import stop

    try:
        return stop(begun)
    except (Fault, OSError):
        return None  # the whole command line says what is wrong
