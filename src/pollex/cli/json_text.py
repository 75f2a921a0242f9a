"""The text of a JSON file that a command was given."""

from __future__ import annotations

from pathlib import Path

from ..core.fault import Fault


def read_text(file: Path, what: str) -> str:
    """Return the text of a file; raise a Fault where it cannot be read. `what` is what it should hold."""
    try:
        return file.read_bytes().decode("utf-8-sig")
    except UnicodeDecodeError as error:
        message = f"{file} is not written in UTF-8."
        raise Fault("invalid_json", message, expected="UTF-8", hint="Save the file as UTF-8.") from error
    except OSError as error:
        message = f"{str(file)!r} cannot be read: {error.strerror or error}."
        raise Fault("not_found", message, received=str(file), hint=f"Name a JSON file with {what}.") from error
