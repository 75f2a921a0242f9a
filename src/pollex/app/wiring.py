"""How an app opens its larger parts, each when it is first used."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from ..core.context import Context
from ..core.json import Object
from ..settings import Settings, environment
from ..vault import Vault
from .browsers import BrowserPool
from .models import ModelPool

if TYPE_CHECKING:
    from ..core.registry import Registry
    from ..modules.modules import Modules
    from ..page.live import LivePage
    from ..page.playwright_pipe import PipeChromium
    from ..runs.control import Runs


def open_modules(settings: Settings, registry: Registry, context: Context) -> Modules:
    """Return the modules of an app with their runtimes; no process is started yet."""
    from ..modules.config import Resources
    from ..modules.modules import Modules
    from ..modules.node import NodeRuntime
    from ..modules.python import PythonRuntime

    folders = settings.module_folders
    python = PythonRuntime(allowed_folders=folders)
    node = NodeRuntime(home=settings.home, allowed_folders=folders)
    return Modules(registry, (python, node), Resources(environ=environment(settings), secrets=context.secrets))


def open_runs(
    settings: Settings,
    context: Context,
    vault: Vault,
    *,
    browsers: BrowserPool,
    models: ModelPool,
    opened: Callable[[], Object],
) -> Runs:
    """Return what starts and steers runs; `opened` says with which browser and tools this process works."""
    from ..runs.control import Runs
    from ..runs.execution import Execution
    from ..runs.snapshots import EncryptedSnapshots
    from ..runs.tool_run import ToolRunner

    def open_page(context: Context, trace: str | None) -> LivePage:
        return browsers.page(context, reopens=False, trace=trace)

    states = EncryptedSnapshots(vault)

    async def launch(proxy: str) -> PipeChromium:
        from ..page.playwright_pipe import launch_pipe_chromium

        return await launch_pipe_chromium(proxy, executable=settings.browser or None)

    tools = ToolRunner(lambda context: open_page(context, None), vault.logins, launch)
    execution = Execution(context, open_page=open_page, models=models, tools=tools, states=states)
    return Runs(context, execution, database=str(settings.database), environ=environment(settings), opened=opened)
