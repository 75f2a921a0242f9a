"""The process that commands are forked from: it has loaded Pollex, which takes a new process a second each time.

It is given a socket. Each message on it asks for a command, `{"arguments", "environ", "folder"}` with the three files
that the command has as stdin, stdout and stderr, and is answered by its process id; or, `{"wait": id}`, for its exit
code, as soon as it has ended.
"""

from __future__ import annotations

import gc
import json
import os
import signal
import socket
import sys
import time
from typing import Any

import dbos._sys_db_sqlite  # noqa: F401 - loaded once, before the commands are forked; so are those below
import dotenv  # noqa: F401
import jsonschema_rs  # noqa: F401
import playwright.async_api  # noqa: F401
import rich.console
import rich.markup
import rich.table  # noqa: F401
import sqlalchemy.dialects.sqlite  # noqa: F401

import pollex.app
import pollex.durable.executor
import pollex.execution
import pollex.flow.compile.compile
import pollex.flow.heal.files
import pollex.flow.load
import pollex.model.local.model
import pollex.modules.modules
import pollex.page.playwright_trace
import pollex.report.document
import pollex.runs
import pollex.states  # noqa: F401
from pollex.cli import main

MOST = 1 << 20


def serve(control: socket.socket) -> list[str]:
    """Fork until the other side is gone. Returns in the children alone, with the arguments of their command."""
    while True:
        message, files, _, _ = socket.recv_fds(control, MOST, 3)
        if not message:
            sys.exit()
        asked = json.loads(message)
        if "wait" in asked:
            _, status = os.waitpid(asked["wait"], 0)
            answer(control, os.waitstatus_to_exitcode(status))
        elif pid := os.fork():
            for file in files:
                os.close(file)
            answer(control, pid)
        else:
            control.close()
            become(asked, files)
            arguments: list[str] = asked["arguments"]
            return arguments


def answer(control: socket.socket, number: int) -> None:
    control.send(json.dumps(number).encode())


def become(asked: dict[str, Any], files: list[int]) -> None:
    """A process as a shell starts it: with its own files, variables and folder, and with Ctrl+C in force."""
    for number, file in enumerate(files):
        os.dup2(file, number)
        os.close(file)
    os.environ.clear()
    os.environ.update(asked["environ"])
    os.chdir(asked["folder"])
    time.tzset()
    signal.signal(signal.SIGINT, signal.default_int_handler)
    sys.stdin = open(0, closefd=False)  # noqa: SIM115 - they stay open, as those of any process
    sys.stdout = open(1, "w", closefd=False)  # noqa: SIM115
    sys.stderr = open(2, "w", buffering=1, errors="backslashreplace", closefd=False)  # noqa: SIM115


if __name__ == "__main__":
    gc.freeze()
    main(serve(socket.socket(fileno=int(sys.argv[1]))))
