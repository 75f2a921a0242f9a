"""Exports of Bitwarden: JSON with `items`, and CSV with columns such as `login_uri`."""

from __future__ import annotations

import csv
from collections.abc import Mapping, Sequence
from typing import Any, Final

from .item import Checks, ExportedItem

LOGIN: Final = 1
OTHER_TYPES: Final = {2: "it is a secure note", 3: "it is a card", 4: "it is an identity", 5: "it is an SSH key"}
NO_ADDRESS: Final = (4, 5)
"""Ways to match a URI that say nothing of a host: a regular expression, never."""
COLUMNS: Final = ("name", "login_uri", "login_username", "login_password", "login_totp")


def read_items(document: Mapping[str, Any]) -> list[ExportedItem]:
    """Return the items of an unencrypted JSON export, or raise a Fault with every mistake."""
    checks = Checks()
    items = [
        _item(each, f"/items/{place}", checks) for place, each in enumerate(checks.list(document["items"], "/items"))
    ]
    checks.end()
    return items


def _item(value: Any, pointer: str, checks: Checks) -> ExportedItem:
    item = checks.object(value, pointer)
    title = checks.text(item.get("name"), f"{pointer}/name")
    if (kind := item.get("type")) != LOGIN:
        return ExportedItem(
            title, skip=next((why for known, why in OTHER_TYPES.items() if known == kind), "it is no login")
        )
    if item.get("deletedDate"):
        return ExportedItem(title, skip="it is deleted")
    login = checks.object(item.get("login"), f"{pointer}/login")
    urls = []
    for place, each in enumerate(checks.list(login.get("uris"), f"{pointer}/login/uris")):
        uri = checks.object(each, f"{pointer}/login/uris/{place}")
        if uri.get("match") not in NO_ADDRESS:
            urls.append(checks.text(uri.get("uri"), f"{pointer}/login/uris/{place}/uri"))
    username, password, totp = (
        checks.text(login.get(name), f"{pointer}/login/{name}") for name in ("username", "password", "totp")
    )
    return ExportedItem(title, username, password, tuple(urls), totp)


def read_rows(rows: Sequence[Mapping[str, str]]) -> list[ExportedItem]:
    """Return the items of a CSV export. Several URIs stand in one cell, separated as in a row of CSV."""
    return [_row(row) for row in rows]


def _row(row: Mapping[str, str]) -> ExportedItem:
    title, uris, username, password, totp = (row.get(name, "") for name in COLUMNS)
    if row.get("type", "login") != "login":
        return ExportedItem(title, skip=f"it is no login but a {row['type']}")
    urls = tuple(next(csv.reader([uris]), []))
    return ExportedItem(title, username, password, urls, totp)
