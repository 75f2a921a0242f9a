"""What a Node script has answered: the last line of JSON that it printed or the file that it wrote, else a Fault that
names the file and the line."""

from __future__ import annotations

import re
import signal
from pathlib import Path
from typing import Any, Final

from ..core.fault import Fault
from ..core.json import Object, brief, loads

ERROR: Final = re.compile(r"^(?:Uncaught )?(?P<error>[A-Za-z_$][\w$.]*(?: \[\w+\])?: .*|\S*Error\b.*)$", re.MULTILINE)
"""The line of stderr that names an error."""
QUOTED: Final = 500
"""Characters of an error's message that are kept."""
TYPESCRIPT: Final = "ERR_UNSUPPORTED_TYPESCRIPT_SYNTAX"
STRIPPED: Final = (
    "Node only strips types: write a const object instead of an enum, a module instead of a namespace, and assign "
    "fields in the constructor instead of parameter properties."
)
ANSWER: Final = 'Print one line of JSON at the end: console.log(JSON.stringify({"messageSent": true})).'


def read_answer(file: Path, stdout: str, written: Path, most: int) -> Object:
    """Return the object that a script has answered with; a Fault where there is none."""
    text = _written(file, written, most)
    if text is None:
        lines = [line.strip() for line in stdout.splitlines()]
        text = next((line for line in reversed(lines) if line.startswith(("{", "["))), None)
    if text is None:
        shown = brief(next((line for line in reversed(stdout.splitlines()) if line.strip()), None))
        raise _wrong(f"{file.name} ended without a result.", shown if stdout.strip() else "no output")
    try:
        found: Any = loads(text)
    except ValueError as error:
        raise _wrong(f"The result of {file.name} is not JSON: {error}.", brief(text)) from error
    if not isinstance(found, dict):
        raise _wrong(f"The result of {file.name} is no object.", brief(found))
    return found


def _written(file: Path, written: Path, most: int) -> str | None:
    try:
        with written.open("rb") as opened:
            data = opened.read(most + 1)
    except OSError:
        return None
    if len(data) > most:
        message, expected = f"The result that {file.name} wrote is too large.", f"at most {most} bytes"
        raise Fault("limit", message, expected=expected, hint="Return less, or paths of files.", retry=False)
    return data.decode(errors="replace") if data.strip() else None


def _wrong(message: str, received: str) -> Fault:
    hint = f"{ANSWER} One above 64 KB goes into the file that ANCHOR_TOOL_OUTPUT names."
    return Fault(
        "invalid_output", message, expected="a JSON object as the last line", received=received, hint=hint, retry=False
    )


UNREACHED: Final = ("ENETUNREACH", "EAI_AGAIN", "ENOTFOUND", "ECONNREFUSED")
"""What Node says where a network is not there."""


def crashed(file: Path, code: int, stderr: str) -> Fault:
    """Return the fault of a script that ended with an exit code other than 0, by what Node printed."""
    error = ERROR.search(stderr)
    line = line_in(file, stderr)
    where = f"{file.name}, line {line}" if line else file.name
    if error is None:
        how = f"was ended by {signal.Signals(-code).name}" if code < 0 else f"ended with exit code {code}"
        said = f"{where} {how}."
    else:
        said = f"{where}: {error['error'][:QUOTED]}"
    if TYPESCRIPT in stderr:
        return Fault("invalid_input", said, received=f"exit code {code}", hint=STRIPPED, retry=False)
    hint = None
    if any(each in stderr for each in UNREACHED):
        hint = "A script reaches nothing but its browser. Ask in a page: page.evaluate(() => fetch(…))."
    if "ERR_MODULE_NOT_FOUND" in stderr or "MODULE_NOT_FOUND" in stderr:
        hint = "Packages are looked for beside the script; only playwright-core is brought along."
    return Fault("failed", said, received=f"exit code {code}", hint=hint, retry=False, uncertain=True)


def line_in(file: Path, stderr: str) -> int | None:
    """Return the line of the file that an error names first."""
    names = "|".join(re.escape(name) for name in (file.as_uri(), str(file)))
    found = re.search(rf"(?:{names}):(\d+)", stderr)
    return int(found[1]) if found else None


def flooded(file: Path, most: int) -> Fault:
    message = f"{file.name} printed without end, and was killed."
    hint = "Print less; data goes into the result or into files."
    return Fault("limit", message, expected=f"at most {most} bytes", hint=hint, retry=False, uncertain=True)


def overdue(file: Path, seconds: float) -> Fault:
    message = f"{file.name} did not end within {seconds:g} s, and was killed with its browser."
    hint = "ANCHOR_TIMEOUT_MS has the limit; a script that leaves its connection open does not end: browser.close()."
    return Fault("timeout", message, expected=f"an end within {seconds:g} s", hint=hint, retry=False, uncertain=True)
