"""The sites that the exam is sat on, all served from this machine, each made new before a task."""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from functools import cached_property
from pathlib import Path
from typing import Any
from urllib.request import urlopen

from bench.orders.library import Library
from bench.pages.corpus import CORPUS, PACKAGES
from bench.pages.fetched import fetch
from bench.pages.serve import static
from bench.practice import reset
from bench.widgets.server import Gallery

from pollex.practice.server import Server

FOLDER = Path(__file__).parent
HOME = Path(".bench/orders")
DJANGO = HOME / "python"
WIDGETS = Path("bench/widgets")
PAPERS = ("exam", "second")
Task = dict[str, Any]


def tasks(paper: str = PAPERS[0]) -> list[Task]:
    """Return a paper of the exam, which must be as it was frozen."""
    text = (FOLDER / f"{paper}.json").read_bytes()
    frozen = FOLDER / f"{paper}.sha256"
    if frozen.exists() and hashlib.sha256(text).hexdigest() != frozen.read_text().split()[0]:
        raise SystemExit(f"The exam has been changed: the hash of {paper}.json is not that of {frozen.name}.")
    found: list[Task] = json.loads(text)["tasks"]
    return found


class Sites:
    """Starts a site when it is first asked for, and keeps it until the end."""

    def __init__(self, stack: ExitStack) -> None:
        """Close the servers with `stack`."""
        self._stack = stack

    def fresh(self, site: str) -> str:
        """Return the address of a site that holds what it holds at the beginning."""
        if site == "admin":
            urlopen(self.admin + "/reset").close()
            return self.admin
        if site == "swagger":
            self.library.reset()
            return f"http://127.0.0.1:{self.library.server_address[1]}"
        if site in ("gallery", "docs"):
            return self.gallery if site == "gallery" else self.docs
        reset(self.practice)
        return self.practice.url

    @cached_property
    def practice(self) -> Server:
        """The practice sites."""
        return self._stack.enter_context(Server())

    @cached_property
    def gallery(self) -> str:
        """Widgets of well-known libraries."""
        return self._stack.enter_context(Gallery(WIDGETS)).url

    @cached_property
    def docs(self) -> str:
        """Documentation from packages, and the generated pages of the page benchmark."""
        fetch(CORPUS.resolve(), PACKAGES.resolve())
        return self._stack.enter_context(static())

    @cached_property
    def library(self) -> Library:
        """Swagger UI in front of a small API."""
        server = Library(PACKAGES / "swagger-ui-dist")
        threading.Thread(target=server.serve_forever, daemon=True).start()
        self._stack.callback(server.shutdown)
        return server

    @cached_property
    def admin(self) -> str:
        """Django's administration, in a process of its own: Django is configured once a process."""
        places = [str(DJANGO), ".", "src", os.environ.get("PYTHONPATH", "")]
        command = [sys.executable, "-m", "bench.orders.admin", str((HOME / "admin.sqlite3").resolve())]
        environ = os.environ | {"PYTHONPATH": os.pathsep.join(places)}
        process = subprocess.Popen(
            command, env=environ, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8"
        )
        self._stack.callback(process.communicate)
        assert process.stdout is not None
        return process.stdout.readline().strip()


@contextmanager
def serving() -> Iterator[Sites]:
    """Serve while the context is open."""
    with ExitStack() as stack:
        yield Sites(stack)
