"""The windows *Credentials* and *Credential*: what is kept by name and domain, and the form that takes values."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Final

from ...core.credential import CREDENTIAL_TYPES, credential_type
from ...core.fault import Fault
from ...core.json import Object
from ...core.suggest import did_you_mean, one_of
from .window import ProductWindow, call, html, mirrored, open_window, render, table

if TYPE_CHECKING:
    from ..workspaces.parts import AppParts

PAGE: Final = """
<p class="muted">What logins need, encrypted on this machine. Tasks and workflows refer to it by name. It is filled in
on its domains only, and no model sees it.</p>
<div id="kinds" class="toolbar"><strong>Keep a new one:</strong></div>
<div id="kept"></div>
<h3>Kept logins</h3>
<div id="logins"></div>
"""
NOTHING: Final = (
    "Nothing is kept yet. Choose above what you want to keep: a username and a password, the seed of one-time codes, "
    "or other fields such as the key of a service."
)
NO_LOGINS: Final = (
    "No login is kept. Apps of a library keep one after they have logged in, so that they need not do it again."
)
ICONS: Final = {"username_password": "user", "authenticator": "time", "custom": "add"}


async def kept(parts: AppParts) -> list[Object]:
    """Return the credentials as rows of a table."""
    return [
        {
            **each,
            "type": CREDENTIAL_TYPES[each["type"]].title,
            "domains": ", ".join(each["domains"]) or "any",
        }
        for each in await asyncio.to_thread(parts.vault.described)
    ]


async def logins(parts: AppParts) -> list[Object]:
    """Return the kept logins as rows of a table."""
    found = [each.described() for each in await asyncio.to_thread(parts.vault.logins.list)]
    return [{**each, "domains": ", ".join(each["domains"])} for each in found]


async def draw(parts: AppParts, window: str, about: str) -> list[Object]:
    buttons = [
        render(
            window,
            "button",
            {"label": kind.title, "icon": ICONS[name], "command": [open_window("credential", name)]},
            id_=name,
            target="#kinds",
        )
        for name, kind in CREDENTIAL_TYPES.items()
    ]
    return [html(window, PAGE), *buttons, _credentials(window), _logins(window)]


def _credentials(window: str) -> Object:
    forget = {"label": "Forget", "tone": "danger", "command": [call("credentials.forget", {"name": "{{value}}"})]}
    props = table(
        {"name": "Name", "type": "What", "domains": "Used on", "stored": "Kept since"},
        mirrored("credentials"),
        types={"stored": "date"},
        rowKey="name",
        empty=NOTHING,
        actions=[{"label": "Change", "command": [open_window("credential", "{{value}}")]}, forget],
    )
    return render(window, "table", props, id_="kept", target="#kept")


def _logins(window: str) -> Object:
    body: Object = {"app": "{{form.app}}", "credential": "{{form.credential}}"}
    props = table(
        {"app": "App", "credential": "Credential", "domains": "Domains", "kept": "Kept since", "used": "Last used"},
        mirrored("logins"),
        types={"kept": "date", "used": "date"},
        empty=NO_LOGINS,
        actions=[{"label": "Forget", "tone": "danger", "command": [call("logins.forget", body)]}],
    )
    return render(window, "table", props, id_="logins", target="#logins")


async def draw_one(parts: AppParts, window: str, about: str) -> list[Object]:
    """Draw the form of a type, or of a credential that is there: no credential may be called like a type."""
    close: Object = {"op": "window.close", "params": {"id": window}}
    if credential_type(about) is not None:
        return [render(window, "credential", {"type": about, "command": [close]})]
    known = {each["name"]: each for each in await asyncio.to_thread(parts.vault.described)}
    if about not in known:
        expected = one_of((*CREDENTIAL_TYPES, *known))
        message, hint = f"There is no credential {about!r}.", did_you_mean(about, known)
        raise Fault("not_found", message, pointer="/about", expected=expected, received=about, hint=hint)
    found = known[about]
    props: Object = {"credential": about, "type": found["type"], "command": [close]}
    if found["domains"]:
        props["domains"] = found["domains"]
    if found["type"] == "custom":
        props["fields"] = [{"name": each} for each in found["fields"]]
    return [render(window, "credential", props)]


CREDENTIALS: Final = ProductWindow(
    "credentials",
    "Credentials",
    "lock",
    "Passwords, one-time codes and kept logins, by name and domain: keep and forget them.",
    draw,
    feeds={"credentials": kept, "logins": logins},
)
CREDENTIAL: Final = ProductWindow(
    "credential",
    "Credential",
    "lock",
    "A form that takes a password, the seed of one-time codes or other fields into the vault.",
    draw_one,
    "a type of credential, or the name of one",
    launched=False,
    width=560,
    height=560,
)
