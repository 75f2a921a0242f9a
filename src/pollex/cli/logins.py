"""`pollex credentials logins`: the logins that are kept for apps."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated

import typer

from ..core.json import Object
from ..core.result import Result
from .output import Json, answer, console, escaped
from .session import open_app

logins = typer.Typer(
    name="logins",
    help="List and forget the logins that are kept for apps.",
    rich_markup_mode=None,
    no_args_is_help=False,
)
UNITS = (("day", 86_400), ("hour", 3_600), ("minute", 60))


@logins.callback(invoke_without_command=True)
def list_logins(context: typer.Context, json: Json = False) -> int:
    """List the kept logins: app, credential, domains and age. What the browser held is not shown.

    \b
    Examples:
      pollex credentials logins
      pollex credentials logins forget shop
    """
    if context.invoked_subcommand is not None:
        return 0
    vault = open_app().vault
    found = [each.described() for each in vault.logins.list()]
    if json:
        return answer(Result.success(found), json=True)
    if not found:
        console().print("No logins are kept.")
        return 0
    _table(found, vault.now())
    return 0


@logins.command()
def forget(
    app: Annotated[str | None, typer.Argument(metavar="APP", help="The app whose logins are forgotten.")] = None,
    credential: Annotated[
        str | None, typer.Option("--as", metavar="NAME", help="Only those with this credential.")
    ] = None,
    everything: Annotated[bool, typer.Option("--all", help="Forget all kept logins.")] = False,
    json: Json = False,
) -> int:
    """Forget kept logins: the next run logs in again.

    \b
    Examples:
      pollex credentials logins forget shop
      pollex credentials logins forget shop --as ada
      pollex credentials logins forget --all
    """
    if everything is (app is not None or credential is not None):
        raise typer.BadParameter("Name an app, a credential with --as, or --all.")
    count = open_app().vault.logins.forget(app, credential)
    if json:
        return answer(Result.success({"forgotten": count}), json=True)
    console().print(f"Forgot {count} {'login' if count == 1 else 'logins'}.")
    return 0


def age(since: datetime, now: datetime) -> str:
    """Return how long ago a time is, in its largest unit."""
    seconds = max(0, int((now - since).total_seconds()))
    for name, size in UNITS:
        if seconds >= size:
            return f"{seconds // size} {name}{'' if seconds // size == 1 else 's'}"
    return "less than a minute"


def _table(found: list[Object], now: datetime) -> None:
    from rich.table import Table

    table = Table(box=None, pad_edge=False, header_style="dim")
    table.add_column("app", style="bold cyan", no_wrap=True)
    for heading in ("credential", "domains", "age", "last used"):
        table.add_column(heading, overflow="fold")
    for each in found:
        used = "never" if each["used"] is None else f"{age(datetime.fromisoformat(each['used']), now)} ago"
        kept = age(datetime.fromisoformat(each["kept"]), now)
        table.add_row(*map(escaped, (each["app"], each["credential"], ", ".join(each["domains"]), kept, used)))
    console().print(table)
