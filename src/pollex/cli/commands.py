"""The command line: one file a command group, loaded when it is used, and its heavy parts only when it runs."""

from __future__ import annotations

import errno
from typing import Annotated, Final

import typer
from typer.main import get_command

from .. import __version__
from ..core.failure import failure
from ..core.fault import Fault
from ..core.result import Result
from .command_group import CommandGroup
from .output import answer, as_json

UNWRITABLE: Final = (errno.EPIPE, errno.ENOSPC, errno.EBADF, errno.EIO)
"""Errors of the system when stdout is full or closed."""
INTERRUPTED: Final = 130
"""The exit code of Typer after Ctrl-C."""

app = typer.Typer(
    name="pollex",
    cls=CommandGroup,
    help="Get things done on the web and with any library, through tools that are declared as data.",
    epilog="Every command takes --json: one Result as JSON on stdout. Exit code: 0 done, 1 failed, 2 wrong use.",
    rich_markup_mode=None,  # the styled help takes 100 ms to load
    pretty_exceptions_enable=False,
    add_completion=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


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


def perform(given: list[str]) -> int:
    """Perform a command and return its exit code; whatever goes wrong is shown as a Result."""
    json = as_json(given)
    try:
        code = get_command(app).main(given, prog_name="pollex", standalone_mode=False)
    except typer.TyperException as error:
        fault = Fault("invalid_input", usage_message(error), hint="Add --help to see what the command takes.")
        answer(Result.failure(fault), json=json)
        return 2
    except Fault as fault:
        return answer(Result.failure(fault), json=json)
    except (typer.Abort, KeyboardInterrupt):
        code = INTERRUPTED
    except OSError as error:
        if error.errno in UNWRITABLE:
            raise
        return answer(Result.failure(failure("pollex", error)), json=json)
    except Exception as error:  # noqa: BLE001 - a traceback is no answer
        return answer(Result.failure(failure("pollex", error)), json=json)
    if code == INTERRUPTED:
        return answer(Result.failure(Fault("cancelled", "Stopped.", retry=False)), json=json)
    return code if isinstance(code, int) else 0


def usage_message(error: typer.TyperException) -> str:
    words = getattr(error, "format_message", None)
    return str(words() if callable(words) else error).replace("Value error, ", "")
