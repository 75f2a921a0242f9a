"""The App of one command: settings, log level and tools from files."""

from __future__ import annotations

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
        app.add_tools(path)
    return app
