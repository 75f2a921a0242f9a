"""An export file of any kind, told by its content: JSON, CSV or a .1pux archive."""

from __future__ import annotations

import csv
import io
import zipfile
from collections.abc import Callable
from typing import Final, Literal

from ...core.fault import Fault, Issue
from ...core.json import Object, loads
from . import bitwarden, bitwarden_cipher, onepassword
from .item import ExportedItem

ExportSource = Literal["bitwarden", "1password"]
LARGEST: Final = 64 * 1024 * 1024
"""Bytes of an export, also of one that is unpacked."""
INSIDE: Final = "export.data"
KINDS: Final = "Bitwarden's .json or .csv, 1Password's .1pux or .csv"


def read_export(
    data: bytes, source: ExportSource | None, password: Callable[[], str]
) -> tuple[ExportSource, list[ExportedItem]]:
    """Return where an export is from, and its items; `password` is asked if the export is encrypted.

    Raise a Fault with every mistake if it cannot be read, or is not from `source`.
    """
    if len(data) > LARGEST:
        raise Fault("limit", "The file is too large for an export.", expected=f"at most {LARGEST} bytes")
    found, items = _read(_unpacked(data) if data.startswith(b"PK\x03\x04") else data, password)
    if source is not None and source != found:
        message = f"This is an export of {found}, not of {source}."
        raise Fault("invalid_input", message, expected=source, received=found, hint="Leave out --from.")
    return found, items


def _read(data: bytes, password: Callable[[], str]) -> tuple[ExportSource, list[ExportedItem]]:
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise _foreign() from error
    return _from_json(text, password) if text.lstrip().startswith("{") else _from_csv(text)


def _from_json(text: str, password: Callable[[], str]) -> tuple[ExportSource, list[ExportedItem]]:
    document = _object(text)
    if bitwarden_cipher.is_encrypted(document):
        bitwarden_cipher.refuse_restricted(document)
        document = _object(bitwarden_cipher.decrypt(document, password()).decode(errors="replace"))
    if "items" in document:
        return "bitwarden", bitwarden.read_items(document)
    if "accounts" in document:
        return "1password", onepassword.read_items(document)
    raise _foreign()


def _object(text: str) -> Object:
    try:
        document = loads(text)
    except ValueError:
        message = "The export is not whole: it is not JSON to its end."
        raise Fault("invalid_json", message, hint="Export it again.") from None  # the error quotes what was read
    if not isinstance(document, dict):
        raise _foreign()
    return document


def _from_csv(text: str) -> tuple[ExportSource, list[ExportedItem]]:
    reader = csv.reader(io.StringIO(text, newline=""), strict=True)
    headings: list[str] = []
    issues: list[Issue] = []
    rows: list[dict[str, str]] = []
    try:
        headings = [heading.strip().casefold() for heading in next(reader, [])]
        for cells in reader:
            if len(cells) != len(headings) and cells:
                expected, received = f"{len(headings)} cells", f"{len(cells)} cells"
                message = f"Line {reader.line_num} has other cells than the first line names."
                issues.append(Issue(f"/{len(rows)}", message, expected, received))
            rows += [dict(zip(headings, cells, strict=False))] if cells else []
    except csv.Error as error:
        issues.append(Issue(f"/{len(rows)}", f"Line {reader.line_num} is not CSV: {error}."))
    is_bitwarden = {"name", "login_uri", "login_password"} <= {*headings}
    if not is_bitwarden and not ({"title", "password"} <= {*headings} and {*onepassword.URL} & {*headings}):
        raise _foreign()
    if issues:
        raise Fault.from_issues("invalid_input", issues, what="This export cannot be read")
    return ("bitwarden", bitwarden.read_rows(rows)) if is_bitwarden else ("1password", onepassword.read_rows(rows))


def _unpacked(data: bytes) -> bytes:
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive, archive.open(INSIDE) as file:
            found = file.read(LARGEST + 1)
    except KeyError as error:
        raise _foreign() from error
    except (zipfile.BadZipFile, OSError, RuntimeError, NotImplementedError, ValueError, EOFError) as error:
        message = "The archive is damaged, or locked."
        raise Fault(
            "invalid_input", message, expected=f"a .1pux archive with {INSIDE}", hint="Export it again."
        ) from error
    if len(found) > LARGEST:
        raise Fault("limit", f"{INSIDE!r} is too large for an export.", expected=f"at most {LARGEST} bytes")
    return found


def _foreign() -> Fault:
    message = "This is no export of Bitwarden or 1Password that can be read."
    hint = "In the password manager, choose one of these formats."
    return Fault("invalid_input", message, expected=KINDS, hint=hint)
