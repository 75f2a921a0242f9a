"""The command line: one file a command group, each loaded with its heavy parts only when it runs."""

from __future__ import annotations

import sys
from typing import Annotated

import typer
from typer.main import get_command

from .. import __version__
from ..core.fault import Fault
from ..core.result import Result
from .doctor import doctor
from .output import answer, as_json, show_wrong_use, wrong_use
from .tools import call, tools

app = typer.Typer(
    name="pollex",
    help="Get things done on the web and with any library, through tools that are declared as data.",
    epilog="Every command takes --json: one Result as JSON on stdout. Exit code: 0 done, 1 failed, 2 wrong use.",
    rich_markup_mode="rich",
    pretty_exceptions_enable=False,
    add_completion=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
app.command()(tools)
app.command()(call)
app.command()(doctor)


def show_version(wanted: bool) -> None:
    if wanted:
        print(__version__)
        raise typer.Exit


@app.callback()
def options(
    version: Annotated[
        bool, typer.Option("--version", help="Show the version and exit.", is_eager=True, callback=show_version)
    ] = False,
) -> None:
    pass


def main(arguments: list[str] | None = None) -> None:
    """Run the command line and end the process with its exit code."""
    given = (sys.argv[1:] if arguments is None else arguments) or ["--help"]
    command = get_command(app)
    try:
        code = command.main(given, prog_name="pollex", standalone_mode=False)
    except typer.TyperException as error:
        if as_json(given):
            wrong_use(error)
        else:
            show_wrong_use(error)
        code = 2
    except Fault as fault:
        code = answer(Result.failure(fault), json=as_json(given))
    except (typer.Abort, KeyboardInterrupt):
        print("Stopped.", file=sys.stderr)
        code = 1
    sys.exit(code if isinstance(code, int) else 0)
