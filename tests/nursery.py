"""The process that tests fork programs from: it has loaded Pollex, which takes a new process seconds each time.

It is given a socket. Each message on it asks for a program, `{"program", "arguments", "environ", "folder"}`, and brings
the files that the program has as stdin, stdout and stderr, and one on which its exit code is written when it ends. It
is answered by the process id. A program is the path of a Python file, or `pollex`. Or a message asks for more to be
loaded, `{"load": [module]}`.
"""

from __future__ import annotations

import atexit
import gc
import importlib
import json
import os
import runpy
import select
import signal
import socket
import sys
import threading
import time
import traceback
from typing import Any

import dbos._sys_db_postgres
import dbos._sys_db_sqlite  # noqa: F401 - loaded once, before programs are forked; so is all below
import dotenv  # noqa: F401
import jsonschema_rs  # noqa: F401
import playwright.async_api  # noqa: F401
import psycopg  # noqa: F401
import pydantic.type_adapter  # noqa: F401
import rich.console
import rich.markup
import rich.table  # noqa: F401
import sqlalchemy.dialects.postgresql.psycopg
import sqlalchemy.dialects.sqlite  # noqa: F401
import websockets.server  # noqa: F401

import pollex.app.app
import pollex.app.keys
import pollex.app.workspaces.workspaces
import pollex.cli.commands
import pollex.durable.executor
import pollex.flow.compile.compile
import pollex.flow.load
import pollex.flow.revision.files
import pollex.model.local.model
import pollex.modules.modules
import pollex.page.playwright_browser
import pollex.page.playwright_trace
import pollex.page.policy.browser
import pollex.report.markup
import pollex.runs.control
import pollex.runs.execution
import pollex.runs.snapshots
import pollex.serve.server
import pollex.store.postgres  # noqa: F401
from pollex.cli import main

MOST = 1 << 20


class Nursery:
    def __init__(self, control: socket.socket) -> None:
        self.control = control
        self.ends: dict[int, int] = {}
        """Where the exit code of each process is to be written."""

    def serve(self) -> dict[str, Any]:
        """Fork until the other side is gone. Returns in the children alone, with what each was asked for."""
        woken, waker = os.pipe()
        os.set_blocking(waker, False)
        signal.signal(signal.SIGCHLD, lambda *_: None)
        signal.set_wakeup_fd(waker)
        asking = self.control.fileno()
        while True:
            ready, _, _ = select.select([asking, woken], [], [])
            if woken in ready:
                os.read(woken, MOST)
                self.reap()
            if asking in ready:
                message, files, _, _ = socket.recv_fds(self.control, MOST, 4)
                if not message:
                    sys.exit()
                asked: dict[str, Any] = json.loads(message)
                if "load" in asked:
                    self.load(asked["load"])
                elif not self.forked(files):
                    os.close(woken)
                    os.close(waker)
                    become(asked, files)
                    return asked

    def forked(self, files: list[int]) -> bool:
        """Whether this is the parent."""
        if pid := os.fork():
            self.ends[pid] = files.pop()
            close(files)
            self.control.send(str(pid).encode())
            return True
        signal.set_wakeup_fd(-1)
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        self.control.close()
        close([*self.ends.values(), files.pop()])
        return False

    def load(self, modules: list[str]) -> None:
        for module in modules:
            importlib.import_module(module)
        self.control.send(b"loaded")

    def reap(self) -> None:
        for pid, end in list(self.ends.items()):
            found, status = os.waitpid(pid, os.WNOHANG)
            if found:
                os.write(end, str(os.waitstatus_to_exitcode(status)).encode())
                os.close(self.ends.pop(pid))


def close(files: list[int]) -> None:
    for file in files:
        os.close(file)


def become(asked: dict[str, Any], files: list[int]) -> None:
    """A process as a shell starts it: with its own files, variables and folder, and with Ctrl+C in force."""
    for number, file in enumerate(files):
        os.dup2(file, number)
    close(files)
    os.environ.clear()
    os.environ.update(asked["environ"])
    os.chdir(asked["folder"])
    time.tzset()
    signal.signal(signal.SIGINT, signal.default_int_handler)
    sys.stdin = open(0, closefd=False)  # noqa: SIM115 - they stay open, as those of any process
    sys.stdout = open(1, "w", closefd=False)  # noqa: SIM115
    sys.stderr = open(2, "w", buffering=1, errors="backslashreplace", closefd=False)  # noqa: SIM115


def run(program: str, arguments: list[str]) -> int:
    """The exit code of a program, when all that it has left to do at its end is done."""
    code = 0
    try:
        if program == "pollex":
            main(arguments)
        else:
            sys.argv = [program, *arguments]
            runpy.run_path(program, run_name="__main__")
    except SystemExit as ended:
        code = ended.code if isinstance(ended.code, int) else int(ended.code is not None)
    except BaseException:
        traceback.print_exc()
        code = 1
    threading._shutdown()  # type: ignore[attr-defined]
    atexit._run_exitfuncs()
    sys.stdout.flush()
    return code


if __name__ == "__main__":
    gc.freeze()
    given = Nursery(socket.socket(fileno=int(sys.argv[1]))).serve()
    os._exit(run(given["program"], given["arguments"]))  # to take all modules down again would take 0.1 s
