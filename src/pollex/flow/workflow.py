"""The workflow that people use: read from a file, saved, shown, and given to an app to run."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, Self

from ..core.fault import Fault
from .definition import CheckOptions, Domains, WorkflowDefinition
from .load import Loaded, load, read
from .show import show

if TYPE_CHECKING:
    from ..core.registry import Tools


class Workflow(WorkflowDefinition):
    """Nodes with inputs and outputs. Made by `load` or `from_json`, which refuse what cannot run."""

    @classmethod
    def load(cls, path: str | Path, *, tools: Tools | None = None, secrets: Domains | None = None) -> Self:
        """Read a file and the workflows that it calls; raise one Fault with all mistakes.

        With `tools`, calls are checked against their schemas; with `secrets`, their names and domains are checked.
        """
        return cls._from(load(Path(path), CheckOptions(tools, secrets)))

    @classmethod
    def from_json(
        cls,
        document: Any,
        *,
        folder: Path | None = None,
        tools: Tools | None = None,
        secrets: Domains | None = None,
    ) -> Self:
        """Read a document, as `load` reads a file."""
        return cls._from(read(document, folder, CheckOptions(tools, secrets)))

    @classmethod
    def _from(cls, loaded: Loaded) -> Self:
        document, folder, called, issues = loaded
        if issues:
            raise Fault.from_issues("invalid_input", issues, what="The workflow cannot run")
        return cls(document, folder, called)

    def save(self, path: str | Path) -> None:
        """Write the file, formatted so that two versions differ little."""
        Path(path).write_text(json.dumps(self.document, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")

    def show(self, form: Literal["text", "mermaid", "svg"] = "text") -> str:
        """Draw the workflow: as text for the terminal, as Mermaid, or as SVG."""
        return show(self, form)
