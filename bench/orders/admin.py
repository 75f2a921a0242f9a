"""Django's administration in a process of its own: `python -m bench.orders.admin DATABASE`.

It prints its address, makes the database new when `/reset` is asked for, and ends when its standard input is closed.
"""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any
from wsgiref.simple_server import make_server

from bench.pages import admin
from bench.pages.serve import QuietApplication, Threaded, running


def main(database: Path) -> None:
    """Serve until standard input ends."""
    application = admin.application(database)
    kept = database.with_suffix(".kept")
    shutil.copy(database, kept)

    def with_reset(environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
        if environ["PATH_INFO"] != "/reset":
            return application(environ, start_response)
        shutil.copy(kept, database)
        start_response("204 No Content", [])
        return []

    with running(make_server("127.0.0.1", 0, with_reset, Threaded, QuietApplication)) as url:
        print(url, flush=True)
        sys.stdin.read()


if __name__ == "__main__":
    main(Path(sys.argv[1]))
