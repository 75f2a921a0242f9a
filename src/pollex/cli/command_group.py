"""The commands with what each is for, so that help lists them without loading any; one is loaded when it is used."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

import typer
from typer.core import TyperCommand, TyperGroup
from typer.main import get_group

if TYPE_CHECKING:
    from typer import _click

COMMANDS: Final = {
    "run": "Do a task in a real browser and say what came of it.",
    "record": "Do something once in a browser; it becomes a workflow that does it again without a model.",
    "tools": "List the tools that can be called, or export their definitions for a provider.",
    "call": "Call a tool and print its result.",
    "doctor": "Say what is installed, what is missing and how to fix it.",
    "demo": "Do a task on a practice site while you watch, and say what to try next.",
    "orders": "List the orders that the model `local` does: their forms, what must be seen for them to be done, "
    "examples.",
    "practice": "Serve the practice sites: a shop, a bank, a tracker, a mail box, hard pages and login pages.",
    "mcp": "Serve the tools by the Model Context Protocol on stdin and stdout, for a client that starts this command.",
    "worker": "Execute runs from the queue, and those of workers that died, until interrupted.",
    "serve": "Serve tools and runs over HTTP, and by MCP at /mcp, until interrupted; the next start takes up what goes "
    "on then.",
    "flow": "Check, show, test, run and heal workflows.",
    "library": "Check, build, run and publish libraries of apps, logins and tools.",
    "module": "Make tools of any library by a JSON file.",
    "desk": "Workspaces: check their commands; save, open, import and compare them.",
    "extension": "Use Pollex in your own Chrome, where you are logged in: load the extension and pair it.",
    "credentials": "Store what logins need, encrypted.",
    "runs": "See what ran and what runs; stop it, resume it, answer its questions.",
}
"""The first sentence of each command's help, by its name."""
HOMES: Final = {"run": "run:run_command", "record": "record:record_command", "call": "tools:call"}
"""Where a command is declared that has neither a file nor a function of its own name."""


class CommandGroup(TyperGroup):
    """The command `pollex`."""

    def __init__(self, **attributes: Any) -> None:
        listed = [TyperCommand(name, help=about) for name, about in COMMANDS.items()]
        super().__init__(**{**attributes, "commands": listed})

    def resolve_command(
        self, ctx: _click.Context, args: list[str]
    ) -> tuple[str | None, _click.Command | None, list[str]]:
        name, _, rest = super().resolve_command(ctx, args)
        return name, None if name is None else load_command(name), rest


def load_command(name: str) -> _click.Command:
    """Return a command with its options, or a group with its commands."""
    home, _, attribute = HOMES.get(name, name).partition(":")
    found = getattr(import_module(f"{__package__}.{home}"), attribute or name)
    holder = typer.Typer(rich_markup_mode=None)
    if isinstance(found, typer.Typer):
        holder.add_typer(found)
    else:
        holder.command(name)(found)
    return get_group(holder).commands[name]
