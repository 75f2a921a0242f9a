"""Exports of 1Password: `export.data` inside a .1pux archive, and CSV with a title, a website and a password."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from .item import Checks, ExportedItem

LOGINS: Final = ("001", "005")
"""The categories of logins and of passwords; all others are no logins."""
URL: Final = ("url", "urls", "website")
CODE: Final = ("otpauth", "one-time password")
ARCHIVED: Final = ("archived", "archived status")


def read_items(document: Mapping[str, Any]) -> list[ExportedItem]:
    """Return the items of all vaults of all accounts, or raise a Fault with every mistake."""
    checks, items = Checks(), []
    for first, account in enumerate(checks.list(document["accounts"], "/accounts")):
        at = f"/accounts/{first}"
        for second, vault in enumerate(checks.list(checks.object(account, at).get("vaults"), f"{at}/vaults")):
            inside = f"{at}/vaults/{second}"
            listed = checks.list(checks.object(vault, inside).get("items"), f"{inside}/items")
            items += [_item(each, f"{inside}/items/{place}", checks) for place, each in enumerate(listed)]
    checks.end()
    return items


def _item(value: Any, pointer: str, checks: Checks) -> ExportedItem:
    item = checks.object(value, pointer)
    item = checks.object(item.get("item", item), pointer)  # older exports have one more level
    overview = checks.object(item.get("overview"), f"{pointer}/overview")
    details = checks.object(item.get("details"), f"{pointer}/details")
    title = checks.text(overview.get("title"), f"{pointer}/overview/title")
    if item.get("categoryUuid") not in LOGINS:
        return ExportedItem(title, skip="it is no login")
    if item.get("trashed") or item.get("state", "active") != "active":
        return ExportedItem(title, skip="it is archived")
    login = _login_fields(details, f"{pointer}/details", checks)
    return ExportedItem(
        title,
        login.get("username", ""),
        login.get("password") or checks.text(details.get("password"), f"{pointer}/details/password"),
        _urls(overview, f"{pointer}/overview", checks),
        _totp(details, f"{pointer}/details", checks),
    )


def _login_fields(details: Mapping[str, Any], pointer: str, checks: Checks) -> dict[str, str]:
    found: dict[str, str] = {}
    for place, each in enumerate(checks.list(details.get("loginFields"), f"{pointer}/loginFields")):
        field = checks.object(each, f"{pointer}/loginFields/{place}")
        if (name := field.get("designation")) in ("username", "password"):
            found[name] = checks.text(field.get("value"), f"{pointer}/loginFields/{place}/value")
    return found


def _urls(overview: Mapping[str, Any], pointer: str, checks: Checks) -> tuple[str, ...]:
    found = [checks.text(overview.get("url"), f"{pointer}/url")]
    for place, each in enumerate(checks.list(overview.get("urls"), f"{pointer}/urls")):
        url = checks.object(each, f"{pointer}/urls/{place}").get("url")
        found.append(checks.text(url, f"{pointer}/urls/{place}/url"))
    return tuple(found)


def _totp(details: Mapping[str, Any], pointer: str, checks: Checks) -> str:
    for first, each in enumerate(checks.list(details.get("sections"), f"{pointer}/sections")):
        at = f"{pointer}/sections/{first}/fields"
        for second, field in enumerate(checks.list(checks.object(each, at).get("fields"), at)):
            value = checks.object(field, f"{at}/{second}").get("value")
            if isinstance(value, dict) and value.get("totp"):
                return checks.text(value["totp"], f"{at}/{second}/value/totp")
    return ""


def read_rows(rows: Sequence[Mapping[str, str]]) -> list[ExportedItem]:
    """Return the items of a CSV export; its columns have had several names."""
    return [_row(row) for row in rows]


def _row(row: Mapping[str, str]) -> ExportedItem:
    title = row.get("title", "")
    if _first(row, ARCHIVED).casefold() == "true":
        return ExportedItem(title, skip="it is archived")
    urls = (_first(row, URL),)
    return ExportedItem(title, row.get("username", ""), row.get("password", ""), urls, _first(row, CODE))


def _first(row: Mapping[str, str], names: Sequence[str]) -> str:
    return next((row[name] for name in names if row.get(name)), "")
