"""`pollex credentials key`: where the key of the vault is, and another place for it."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from ..core.fault import Fault
from ..core.result import Result
from ..core.secret import PASSPHRASE
from .output import Json, answer, console, escaped
from .session import open_app

if TYPE_CHECKING:
    from ..app.app import App

PLACES: dict[str | None, str] = {
    None: "There is no key yet: it is made with the first credential.",
    "keyring": "The key is in the system's keyring.",
    "file": "The key is in the file {file}.",
    "passphrase": "The key is in the file {file}, behind a passphrase.",
}
LEFT = "The keyring did not delete its copy of the key: remove the entry of the service 'pollex' there."


def key(
    passphrase: Annotated[bool, typer.Option("--passphrase", help="Keep it behind a passphrase.")] = False,
    keyring: Annotated[bool, typer.Option("--keyring", help="Keep it in the system's keyring.")] = False,
    file: Annotated[bool, typer.Option("--file", help="Keep it in a file for you alone.")] = False,
    json: Json = False,
) -> int:
    """Say where the key of the vault is, or keep it in another place.

    The key itself stays the same: credentials and snapshots need not be encrypted anew. A new passphrase is asked for
    on the terminal, or read from stdin, else from POLLEX_PASSPHRASE. It is stored nowhere: the variable
    POLLEX_PASSPHRASE gives it to later commands, or they ask for it.

    \b
    Examples:
      pollex credentials key
      pollex credentials key --passphrase
    """
    app = open_app()
    notes: tuple[str, ...] = ()
    if (place := _chosen(passphrase=passphrase, keyring=keyring, file=file)) is not None:
        app.vault.unlock()
        words = _new_passphrase(app) if place == "passphrase" else ""
        notes = () if app.vault.move_key(place, words) else (LEFT,)
    found = app.vault.key_place()
    if json:
        data = {"place": found, "file": str(app.vault.key_path)}
        return answer(Result.success(data, notes=notes), json=True)
    console().print(escaped(PLACES[found].format(file=app.vault.key_path)))
    for note in notes:
        console(stderr=True).print(f"[yellow]note[/] {escaped(note)}")
    return 0


def _chosen(*, passphrase: bool, keyring: bool, file: bool) -> Literal["passphrase", "keyring", "file"] | None:
    if passphrase + keyring + file > 1:
        raise typer.BadParameter("The key has one place: --passphrase, --keyring or --file.")
    return "passphrase" if passphrase else "keyring" if keyring else "file" if file else None


def _new_passphrase(app: App) -> str:
    if sys.stdin is not None and sys.stdin.isatty():
        asked: str = typer.prompt("New passphrase", hide_input=True, confirmation_prompt=True, err=True)
        return asked
    given = "" if sys.stdin is None else sys.stdin.readline().rstrip("\r\n")
    words = given or app.settings.environ.get(PASSPHRASE, "")
    if not words:
        hint = f"Send it as a line on stdin, set {PASSPHRASE}, or run this on a terminal, where it is asked for."
        raise Fault("invalid_input", "There is no new passphrase.", expected="a passphrase", hint=hint)
    return words
