"""What workspaces need from their app."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ...core.context import Context
    from ...core.protocols import Model, Page
    from ...core.tool import Tool
    from ...flow.director import WorkflowEditor
    from ...flow.workflow import Workflow
    from ...modules.modules import Modules
    from ...runs.control import Runs
    from ...runs.recent import RecentRuns
    from ...runs.run import Run
    from ...vault import Vault
    from ..libraries import Libraries
    from ..workspace_calls.export_folders import ExportFolder


@dataclass(frozen=True, slots=True)
class AppParts:
    """The parts of an app that a workspace reaches, each opened when it is first used."""

    context: Context
    home: Path
    open_page: Callable[[Context], Page]
    open_model: Callable[..., AbstractAsyncContextManager[Model]]
    model_name: Callable[[str | None], Any]
    model_names: Callable[[], list[str]]
    check_model: Callable[[str | None], None]
    director: Callable[..., WorkflowEditor]
    load_workflow: Callable[[Path], Workflow]
    start: Callable[..., Awaitable[Run]]
    runs: Callable[[], Runs]
    vault: Vault
    libraries: Callable[[], Libraries]
    modules: Callable[[], Modules]
    add_library: Callable[[Path], list[Tool]]
    add_module: Callable[[Path], list[Tool]]
    find_run: Callable[[str], Run]
    recent: RecentRuns
    exports: ExportFolder
    """Where files are written for the person."""
    private: tuple[str, ...] = ()
    """Hosts of this network that a person allows."""

    @property
    def workflows(self) -> Path:
        """Where workflows are kept."""
        return self.home / "workflows"
