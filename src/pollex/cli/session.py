"""The App of one command: settings, log level, and tools from files and folders."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ..app import App


def open_app(sources: Iterable[Path] | None = None, **overrides: Any) -> App:
    """An App with the tools of `sources`; what it has to say goes to stderr."""
    import logging

    from ..app import App

    app = App(**overrides)
    logging.basicConfig(level=app.settings.log_level.upper(), format="%(levelname)s %(name)s: %(message)s")
    for path in sources or ():
        add_source(app, path)
    return app


def add_source(app: App, path: Path) -> None:
    """The tools of a Python file, of a module, or of both kinds in a folder, where broken modules are passed over."""
    if path.suffix == ".json":
        app.add_module(path)
        return
    app.add_tools(path)
    if path.is_dir():
        app.add_module(path, strict=False)
        for problem in app.modules.problems:
            print(f"passed over {problem.file}{problem.pointer}: {problem.message}", file=sys.stderr)
