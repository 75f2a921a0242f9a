"""A hook of the build: no wheel and no source archive leaves without the built page."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class PageBuildHook(BuildHookInterface[Any]):
    """Stops a build that lacks the page. An editable install needs none: `make start` builds it later."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        page = Path(self.root) / "src" / "pollex" / "serve" / "static" / "index.html"
        if version != "editable" and not page.exists():
            message = "The page of `pollex serve` is not built, and a package without it would be broken."
            raise RuntimeError(f"{message} Run scripts/page .venv first (make start does).")
