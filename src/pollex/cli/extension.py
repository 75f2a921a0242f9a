"""`pollex extension`: where the Chrome extension is, and which browsers are paired with this Pollex."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any, Final

import typer

from ..core.fault import Fault
from ..core.result import Result
from .output import Json, answer, console
from .session import open_app

STEPS: Final = """The extension is in
  {folder}

1. In Chrome, open chrome://extensions and switch on *Developer mode*.
2. Click *Load unpacked*, and choose that folder.
3. Run `pollex serve` and let it run, then `pollex extension --pair` in another terminal.
4. In Chrome, click Pollex's button (behind the jigsaw piece beside the address), and type the code."""


def extension(
    pair: Annotated[bool, typer.Option("--pair", help="Show a code that pairs one browser.")] = False,
    listed: Annotated[bool, typer.Option("--list", help="List the paired browsers.")] = False,
    revoke: Annotated[str, typer.Option(metavar="ID", help="End a pairing; its browser is disconnected.")] = "",
    zip_file: Annotated[
        Path | None, typer.Option("--zip", metavar="FILE", help="Pack the extension into a file.")
    ] = None,
    light: Annotated[
        bool, typer.Option("--light", help="With --zip: without the debugger, as the store takes it.")
    ] = False,
    json: Json = False,
) -> int:
    """Use Pollex in your own Chrome, where you are logged in: load the extension and pair it.

    \b
    Examples:
      pollex extension
      pollex extension --pair
      pollex extension --list
      pollex extension --zip pollex.zip --light
    """
    if zip_file is not None:
        return _tell({"file": _packed(zip_file, light=light)}, "Packed into {file}.", json=json)
    if light:
        raise Fault("invalid_input", "What is to be light?", expected="--zip FILE beside --light", retry=False)
    if pair:
        words = "Type this into the extension's panel, within two minutes:\n\n  {code}\n"
        return _tell(_ask("POST", "/api/extension/codes"), words, json=json)
    if revoke:
        _ask("DELETE", f"/api/extension/{revoke}")
        return _tell({"revoked": revoke}, "The pairing {revoked} has ended.", json=json)
    if listed:
        return _list(_ask("GET", "/api/extension")["pairings"], json=json)
    from ..extension.package import FOLDER

    return _tell({"folder": str(FOLDER)}, STEPS, json=json)


def _packed(file: Path, *, light: bool) -> str:
    from ..extension.package import pack

    if not file.absolute().parent.is_dir():
        raise Fault("not_found", f"There is no folder {str(file.absolute().parent)!r} to put the file into.")
    return str(pack(file, light=light))


def _ask(method: str, path: str) -> Any:
    """Ask the server of this home, which has to run: the browser connects with it."""
    from ..serve.server_file import ask_server

    said = ask_server(open_app().settings.home, method, path)
    if said is None:
        hint = "Start it with `pollex serve`, and do this in another terminal."
        raise Fault("unavailable", "No Pollex runs here that a browser could be paired with.", hint=hint)
    if "fault" in said:
        raise Fault.from_json(said["fault"])
    return said


def _tell(found: dict[str, Any], words: str, *, json: bool) -> int:
    if json:
        return answer(Result.success(found), json=True)
    console().print(words.format(**found), soft_wrap=True, markup=False, highlight=False)
    return 0


def _list(pairings: list[dict[str, Any]], *, json: bool) -> int:
    if json:
        return answer(Result.success({"pairings": pairings}), json=True)
    if not pairings:
        console().print("No browser is paired yet: pollex extension --pair")
    for each in pairings:
        state = "connected" if each["connected"] else "away"
        console().print(f"{each['id']}  {each['name']}, since {each['since'][:10]}, {state}", highlight=False)
    return 0
