"""The application: settings, the registry of tools, the event log, and the calls that go through them."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self
from weakref import WeakSet

from ..builtin.tools import tools
from ..core.budget import Budget
from ..core.call import Call, new_id
from ..core.cancel import CancelToken
from ..core.context import Approver, Context
from ..core.event import EventLog
from ..core.fault import Fault
from ..core.invoke import invoke
from ..core.json import Object
from ..core.registry import Registry
from ..core.result import Result
from ..core.secret import EnvironmentSecrets
from ..core.template import Scope
from ..core.tool import Tool
from ..isolation import ProcessIsolator
from ..page.tools import page_tools
from ..runs.run import Run
from ..settings import Settings, environment
from ..store import open_log
from ..vault import Vault, VaultSecrets
from .browsers import BrowserPool
from .models import ModelPool
from .toolfile import load_tools

if TYPE_CHECKING:
    from ..core.protocols import Model, Page
    from ..flow.director import Editor
    from ..flow.workflow import Workflow
    from ..modules.modules import Modules
    from ..page.live import LivePage
    from ..page.session import PageSession
    from ..runs.control import Runs


class App:
    """Everything wired together. Making one opens nothing; the log and the processes begin with the first call.

    Use it with `async with`, or `await app.close()`, so that what was logged is written out.
    """

    def __init__(
        self,
        settings: Settings | None = None,
        *,
        log: EventLog | None = None,
        ask: Approver | None = None,
        budget: Budget | None = None,
        **overrides: Any,
    ) -> None:
        """`ask` is asked before what cannot be taken back; `overrides` are settings by name, such as `home="…"`."""
        if settings is not None and overrides:
            message = f"Settings are given as a whole and one by one: {', '.join(overrides)}."
            raise Fault("invalid_input", message, hint="Pass the others to Settings.load().")
        self.settings = Settings.load(**overrides) if settings is None else settings
        self.tools = Registry(*tools(self.settings), *page_tools())
        self._house = frozenset(tool.name for tool in self.tools)
        self.cancel = CancelToken()
        self._owns_log = log is None
        self._log: EventLog = open_log(self.settings.database) if log is None else log
        self._isolator = ProcessIsolator()
        self._browsing = BrowserPool(self.settings)
        self._minds = ModelPool(self.settings)
        self.session = Run(new_id(), self._log, self.tools)
        """The run that plain calls of this app belong to."""
        self.vault = Vault(self.settings.home)
        """Credentials, and the key that seals snapshots."""
        self.context = Context(
            self.tools,
            run=self.session.id,
            log=self._log,
            secrets=VaultSecrets(self.vault, EnvironmentSecrets(self.settings.environ)),
            isolator=self._isolator,
            cancel=self.cancel,
            policy={"read": "allow", "act": "allow", "destroy": self.settings.approve},
            approve=ask,
            budget=budget,
            limits=self.settings.limits,
        )
        self._editors: WeakSet[Editor] = WeakSet()
        """Those that somebody still has, and whose windows may be open."""
        self._sources: dict[str, None] = {}
        """Files and folders that tools were added from, each once."""

    async def call(
        self,
        tool: str,
        args: Any = None,
        *,
        key: str | None = None,
        scope: Scope | None = None,
        target: str | None = None,
        attempt: int = 1,
        id: str | None = None,  # noqa: A002 - it is the id of the call
    ) -> Result:
        """Call a tool; `args` is a dict or JSON text. Never raises: the Result says how it went.

        With a `key` it runs once. With a `scope` its templates are filled.
        """
        await self._refresh()
        if tool.startswith("page."):
            self._own_page()
        call = Call(tool, args, key=key, scope=scope, target=target, attempt=attempt, given_id=id)
        return await invoke(call, self.context)

    async def _refresh(self) -> None:
        """Read again what has changed of the modules' files."""
        if "modules" in vars(self):
            await self.modules.refresh()

    def _own_page(self) -> None:
        """The page of plain calls, which opens its window when it is first used."""
        if self.context.page is None:
            self.context.page = self._browsing.page(self.context)

    def scope(self, *layers: Mapping[str, Any]) -> Scope:
        """Variables for templates in a call's arguments, with the allowed environment variables below them."""
        return Scope(layers, environ=environment(self.settings))

    def add_tools(self, path: str | os.PathLike[str]) -> list[Tool]:
        """Add the tools that a Python file declares, or those of a folder's `tools.py` and `*_tools.py`."""
        self._sources[str(Path(path).absolute())] = None
        return [self.tools.add(tool) for tool in load_tools(Path(path))]

    @property
    def added_tools(self) -> list[str]:
        """The names of the tools that were added to those that are always there."""
        return [name for name in self.tools.names() if name not in self._house]

    @cached_property
    def modules(self) -> Modules:
        """The modules of this app, and the runtimes behind them."""
        from ..modules.config import Resources
        from ..modules.modules import Modules
        from ..modules.node import NodeRuntime
        from ..modules.python import PythonRuntime

        resources = Resources(environ=environment(self.settings), secrets=self.context.secrets)
        folders = self.settings.module_folders
        python = PythonRuntime(allowed_folders=folders)
        node = NodeRuntime(home=self.settings.home, allowed_folders=folders)
        return Modules(self.tools, (python, node), resources)

    def add_module(
        self, path: str | os.PathLike[str], *, strict: bool = True, resources: Mapping[str, Any] | None = None
    ) -> list[Tool]:
        """Add the tools of a `module.json`, or of all below a folder; a file that changes is read again.

        `resources` are values of the modules' dependencies by name; those that must not be told are `Secret`s.
        """
        self._sources[str(Path(path).absolute())] = None
        return self.modules.add(Path(path), strict=strict, given=resources)

    def page(
        self,
        url: str | None = None,
        *,
        allow: Sequence[str] | None = None,
        cdp: str | None = None,
        headed: bool | None = None,
    ) -> PageSession:
        """A page in a window of its own: `async with app.page("https://example.org") as page:`.

        `allow` lists the domains that it may reach; without it, all public hosts and those that you name.
        """
        from ..page.session import PageSession

        owned = None
        if cdp is not None or (headed is not None and headed != self.settings.headed):
            owned = self._browsing.other(bool(headed), cdp)
        domains = None if allow is None else tuple(allow)
        context = replace(self.context, run=new_id(), domains=domains)
        return PageSession(self._browsing.page(context, chromium=owned), url, owned)

    @cached_property
    def runs(self) -> Runs:
        """The runs of workflows."""
        from ..runs.control import Runs
        from ..runs.execution import Execution
        from ..runs.snapshots import EncryptedSnapshots

        def open_page(context: Context, trace: str | None) -> LivePage:
            return self._browsing.page(context, reopens=False, trace=trace)

        execution = Execution(
            self.context, open_page=open_page, open_model=self._minds.open, states=EncryptedSnapshots(self.vault)
        )
        environ = environment(self.settings)
        runs = Runs(self.context, execution, database=str(self.settings.database), environ=environ)
        runs.opened = self._opened
        return runs

    def _opened(self) -> Object:
        """How the browser and the tools were come by. The address of a browser is not kept: it may hold a key."""
        return {"headed": self.settings.headed, "cdp": bool(self.settings.cdp), "sources": list(self._sources)}

    def load_workflow(self, path: str | os.PathLike[str]) -> Workflow:
        """Read a workflow, checked against the tools and the stored credentials that are here."""
        from ..flow.workflow import Workflow

        return Workflow.load(Path(path), tools=self.tools, secrets=self._known_secrets())

    def _known_secrets(self) -> dict[str, tuple[str, ...]] | None:
        """Each secret with its domains; None where nothing is stored: they may all come from elsewhere."""
        stored = {name: tuple(each.domains) for name, each in self.vault.credentials().items()}
        known = [] if self.context.secrets is None else self.context.secrets.names()
        return {**dict.fromkeys(known, ()), **stored} if stored else None

    async def run_workflow(
        self,
        workflow: Workflow,
        inputs: Any = None,
        *,
        run: str | None = None,
        durable: bool = True,
        model: str | Model | None = None,
    ) -> Result:
        """Run a workflow to its end. Never raises: the Result says how it went, and which nodes ran.

        Its steps are kept in the database, so that `resume_run` can take it up after a kill; not so without `durable`.
        It needs no model; one that is given is asked only where rules do not know better.
        """
        named = None if model is None else self._minds.name(model)
        return await (self.runs.run if durable else self.runs.run_here)(workflow, inputs, run=run, model=named)

    def director(
        self,
        document: Object | None = None,
        *,
        file: str | os.PathLike[str] | None = None,
        folder: str | os.PathLike[str] | None = None,
    ) -> Editor:
        """An editor to build or mend a workflow with, for one conversation: a draft, tools and a page of its own.

        It is saved to the `file`, and begins with what is there; without one, to a file in the `folder`, by default
        `workflows` in the home folder. `async with app.director() as editor:` closes its window at the end of the
        block, else the app does.
        """
        from ..flow.director import open_editor

        if file is None and folder is None:
            folder = self.settings.home / "workflows"
        editor = open_editor(
            document,
            file=None if file is None else Path(file),
            folder=None if folder is None else Path(folder),
            run=self.runs.try_out,
            known=self.tools,
            context=replace(self.context, run=new_id()),
            open_page=self._browsing.page,
            refresh=self._refresh,
        )
        self._editors.add(editor)
        return editor

    async def run(
        self,
        task: str,
        *,
        url: str | None = None,
        model: str | Model | None = None,
        fallback: str | Model | None = None,
        allow: Sequence[str] | None = None,
        max_steps: int | None = None,
        run: str | None = None,
        durable: bool = True,
        page: Page | None = None,
        **options: Any,
    ) -> Run:
        """Have the agent do a task in words. Never raises: `.result` says how it went, `.compile()` makes a workflow.

        Without a `model` it is the one that there is a key for, else `local`. `allow` lists the domains that may be
        reached; on a `page` that is given it works there and leaves it open; `options` are other fields of `Task`.
        """
        from ..agent.task import Task, default_steps

        started = Run(run or new_id(), self._log, self.tools)
        try:
            named = self._minds.name(model)
            asked = Task(
                task,
                url=url,
                model=named,
                fallback=None if fallback is None else self._minds.name(fallback),
                max_steps=default_steps(named) if max_steps is None else max_steps,
                domains=None if allow is None else tuple(allow),
                **{"policy": self.settings.approve, **options},
            )
            if page is None:
                asked.refuse_nowhere()
        except Fault as fault:
            started.result = Result.failure(fault)
            return started
        started.result = await self.runs.run_task(asked, run=started.id, durable=durable, page=page)
        await started.events()
        return started

    async def resume_run(self, run: str, *, model: str | Model | None = None, **changes: Any) -> Result:
        """Take up a run that was interrupted, paused or stopped, and bring it to its end.

        A task that failed goes on as a new run behind what it had done, with another `model`, `max_steps` or
        `model_timeout`.
        """
        if not await self.runs.has_failed(run):
            return await self.runs.resume(run)
        named = {} if model is None else {"model": self._minds.name(model)}
        return await self.runs.fork(run, variables={**changes, **named})

    def find_run(self, id: str) -> Run:  # noqa: A002 - it is the id of the run
        """A run of this or an earlier process."""
        return Run(id, self._log, self.tools)

    async def close(self) -> None:
        """End the processes and write out what was logged."""
        if "runs" in vars(self):
            await self.runs.close()
        if "modules" in vars(self):
            await self.modules.close()
        for each in (self.context.page, *self._editors):
            if each is not None:
                await each.close()
        await self._browsing.close()
        await self._isolator.close()
        if self._owns_log:
            await self._log.close()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()
