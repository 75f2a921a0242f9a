"""`pollex credentials import`: the logins of a password manager, from the file that it exports."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated, Any, Literal

import typer

from ..core.fault import Fault
from ..core.json import Object
from ..core.result import Result
from .output import Json, answer, console, escaped
from .session import open_app


def import_file(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The file that the password manager exported.")],
    source: Annotated[
        Literal["bitwarden", "1password"] | None, typer.Option("--from", help="Where it is from; else told by content.")
    ] = None,
    replace: Annotated[bool, typer.Option("--replace", help="Replace stored ones of the same name.")] = False,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Show what would be stored, and store nothing.")] = False,
    json: Json = False,
) -> int:
    """Store the logins of an export of Bitwarden (.json, .csv) or 1Password (.1pux, .csv).

    Each login becomes a credential named after its title, for the hosts of its addresses, and the seed of its one-time
    codes another one, NAME-code. What is no login, or has no address, user name or password, is listed and left out.
    The password of an encrypted export is asked for, or read from stdin. No value is shown.

    \b
    Examples:
      pollex credentials import bitwarden_export.json --dry-run
      pollex credentials import 1PasswordExport.1pux
    """
    plan = open_app().vault.import_export(
        _content(file), source=source, password=_password, replace=replace, dry_run=dry_run
    )
    described = plan.described()
    if json:
        return answer(Result.success({**described, "dryRun": dry_run}), json=True)
    _show(described, dry_run=dry_run)
    if not dry_run:
        console(stderr=True).print(f"Delete {escaped(str(file))}: your passwords are in it.")
    return 0


def _content(file: Path) -> bytes:
    try:
        return file.read_bytes()
    except OSError as error:
        message = f"{str(file)!r} cannot be read: {error.strerror or error}."
        raise Fault("not_found", message, expected="the file that the password manager exported") from error


def _password() -> str:
    if sys.stdin is not None and sys.stdin.isatty():
        asked: str = typer.prompt("Password of the export", hide_input=True, err=True)
        return asked
    given = "" if sys.stdin is None else sys.stdin.readline().rstrip("\r\n")
    if not given:
        hint = "Send it as a line on stdin, or run this on a terminal, where it is asked for."
        raise Fault("invalid_input", "The export is encrypted, and there is no password.", hint=hint)
    return given


def _show(described: Object, *, dry_run: bool) -> None:
    out = console()
    done = {"added": "Would store" if dry_run else "Stored", "replaced": "Would replace" if dry_run else "Replaced"}
    for which, word in done.items():
        found: list[Any] = described[which]
        for each in found:
            where = ", ".join(each["domains"])
            out.print(f"{word} [bold]{escaped(each['name'])}[/] ({each['type']}) for {escaped(where)}")
    for each in described["skipped"]:
        out.print(f"[yellow]Left out[/] {escaped(each['title'])}: {escaped(each['reason'])}")
    total = len(described["added"]) + len(described["replaced"])
    out.print(f"{total} {'credential' if total == 1 else 'credentials'}, {len(described['skipped'])} left out.")
