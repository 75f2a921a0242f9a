"""How an app opens its larger parts, each when it is first used."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from ..core.context import Context
from ..core.json import Object
from ..settings import Settings, environment
from ..vault import Vault
from .browsers import BrowserPool
from .models import ModelPool
from .notification import send_notification

if TYPE_CHECKING:
    from ..core.registry import Registry
    from ..library.trust import Trust
    from ..modules.modules import Modules
    from ..page.live import LivePage
    from ..page.playwright_pipe import PipeChromium
    from ..runs.control import Runs
    from ..runs.live_run import LiveRun
    from ..scripting.trust import ScriptHome
    from .chrome import ChromeBrowsers


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


def script_home(settings: Settings, library: Path) -> ScriptHome:
    """Return what a script of a library may read, and whether the person trusts it."""
    from ..scripting.trust import ScriptHome

    database = [Path(f"{settings.database}{each}") for each in ("", "-wal", "-shm")]
    return ScriptHome(library, (settings.home, *database), partial(open_trust(settings).holds, library))


def open_trust(settings: Settings) -> Trust:
    """Return what a person trusts."""
    from ..library.trust import Trust

    return Trust(settings.home / "trusted.json")


def open_runs(
    settings: Settings,
    context: Context,
    vault: Vault,
    *,
    browsers: BrowserPool,
    chrome: Callable[[], ChromeBrowsers],
    models: ModelPool,
    opened: Callable[[], Object],
) -> Runs:
    """Return what starts and steers runs; `opened` says with which browser and tools this process works."""
    from ..runs.control import Runs
    from ..runs.execution import Execution
    from ..runs.snapshots import EncryptedSnapshots
    from ..runs.tool_run import ToolRunner

    def open_page(
        context: Context, trace: str | None, *, trial: bool = False, where: str | None = None, tab: int | None = None
    ) -> LivePage:
        opener = None if where is None else chrome().opener(context, tab)
        return browsers.page(context, reopens=opener is not None, trace=trace, trial=trial, opener=opener)

    states = EncryptedSnapshots(vault)

    async def launch(proxy: str) -> PipeChromium:
        from ..page.playwright_pipe import launch_pipe_chromium

        return await launch_pipe_chromium(proxy, executable=settings.browser or None)

    tools = ToolRunner(
        lambda context: open_page(context, None),
        vault.logins,
        launch,
        home=lambda script: script_home(settings, Path(script.library)),
    )
    execution = Execution(
        context, open_page=open_page, models=models, tools=tools, states=states, notify=send_notification
    )
    runs = Runs(context, execution, database=str(settings.database), environ=environment(settings), opened=opened)

    async def observe(live: LiveRun, record: Object) -> None:
        from .live.observed_recording import observe_recording

        await observe_recording(runs, vault, live, record)

    @asynccontextmanager
    async def share(live: LiveRun) -> AsyncIterator[None]:
        from .live.relay import FrameRelay

        async with FrameRelay(settings.home).shared(live):
            yield

    execution.observe, execution.share = observe, share
    return runs
