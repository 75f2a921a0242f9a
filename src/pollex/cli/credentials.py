"""`pollex credentials`: store, list and remove what logins need. Values are asked for or read, never arguments."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Annotated, Any

import typer

from ..core.credential import CREDENTIAL_TYPES, CredentialType
from ..core.fault import Fault
from ..core.json import Object, loads
from ..core.result import Result
from .credentials_import import import_file
from .credentials_key import key
from .logins import logins
from .output import Json, answer, console, escaped
from .session import open_app

credentials = typer.Typer(name="credentials", help="Store what logins need, encrypted.", rich_markup_mode=None)
credentials.command("key")(key)
credentials.command("import")(import_file)
credentials.add_typer(logins)
NameArgument = Annotated[str, typer.Argument(metavar="NAME", help="Its name, as in {{secret.NAME.field}}.")]
TAKES_ALL = {"allow_extra_args": True, "ignore_unknown_options": True}
"""Lets a password given as an argument be refused without being shown."""


@credentials.command("set", context_settings=TAKES_ALL)
def set_one(
    context: typer.Context,
    name: NameArgument,
    kind: Annotated[CredentialType, typer.Option("--type", help="What it is.")],
    domains: Annotated[
        list[str] | None, typer.Option("--domain", metavar="D", help="Where it may be used; subdomains are meant too.")
    ] = None,
    fields: Annotated[
        list[str] | None, typer.Option("--field", metavar="FIELD", help="A field of a custom one to be asked for.")
    ] = None,
    json: Json = False,
) -> int:
    """Store a credential, in place of one of that name.

    Its values are asked for without being shown, or read from stdin as a JSON object.

    \b
    Fields of each type:
      username_password   {"username": "…", "password": "…"}
      authenticator       {"secret": "the seed beside the QR code, or its otpauth:// address"},
                          with "counter" for codes that go by a count
      custom              {"apiKey": "…"}: any names

    \b
    Examples:
      pollex credentials set bank --type username_password --domain bank.example
      pollex credentials set bank2fa --type authenticator --domain bank.example < seed.json
      pollex credentials set mailer --type custom --domain mail.example --field apiKey
    """
    if context.args:
        raise typer.BadParameter("More arguments than names and domains. Values are asked for or read from stdin.")
    if fields and kind != "custom":
        raise typer.BadParameter(f"--field is for --type custom; a credential of type {kind} has its own fields.")
    values = _asked(fields or CREDENTIAL_TYPES[kind].required) if _has_person() else _read()
    stored, replaced = open_app().vault.set(name, kind, domains or [], values)
    described: Object = stored.described()
    if json:
        return answer(Result.success({**described, "replaced": replaced}), json=True)
    uses = " or ".join(f"{{{{secret.{name}.{field}}}}}" for field in described["fields"])
    console().print(f"{'Replaced' if replaced else 'Stored'} [bold]{escaped(name)}[/]. Use it as {escaped(uses)}.")
    return 0


@credentials.command("list")
def list_all(json: Json = False) -> int:
    """List the credentials: names, types and domains, no values."""
    found = [each.described() for _, each in sorted(open_app().vault.credentials().items())]
    if json:
        return answer(Result.success(found), json=True)
    if not found:
        console().print("There are no credentials yet. See: pollex credentials set --help")
        return 0
    _table(found)
    return 0


@credentials.command()
def remove(name: NameArgument, json: Json = False) -> int:
    """Remove a credential for good."""
    removed = open_app().vault.remove(name)
    if json:
        return answer(Result.success(removed.described()), json=True)
    console().print(f"Removed [bold]{escaped(name)}[/].")
    return 0


def _has_person() -> bool:
    return sys.stdin is not None and sys.stdin.isatty()


def _asked(names: Sequence[str]) -> Object:
    if not names:
        raise typer.BadParameter("Say with --field which fields a custom credential has, or send them on stdin.")
    return {name: typer.prompt(name, hide_input=True, err=True) for name in names}


def _read() -> Any:
    """Read the values from stdin; messages about mistakes do not show them."""
    text = "" if sys.stdin is None else sys.stdin.read()
    try:
        return loads(text)
    except ValueError:
        raise Fault(
            "invalid_json",
            "The values on stdin are not JSON.",
            expected='an object such as {"username": "…", "password": "…"}',
            received="nothing" if not text.strip() else "text that is not JSON",
            hint="On a terminal, they are asked for.",
        ) from None  # the error behind it quotes what was read


def _table(found: list[Object]) -> None:
    from rich.table import Table

    table = Table(box=None, pad_edge=False, header_style="dim")
    table.add_column("name", style="bold cyan", no_wrap=True)
    for heading in ("type", "domains", "fields"):
        table.add_column(heading, overflow="fold")
    for each in found:
        row = (each["name"], each["type"], ", ".join(each["domains"]) or "any", ", ".join(each["fields"]))
        table.add_row(*map(escaped, row))
    console().print(table)
