"""The application: tools, pages, models, workflows and tasks behind one object."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractAsyncContextManager, ExitStack, contextmanager
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal
from weakref import WeakSet

from ..agent.task import Where
from ..builtin.doctor import Check
from ..core.call import checked_run_id, new_id
from ..core.context import EffectPolicy
from ..core.fault import Fault
from ..core.json import Object
from ..core.output_type import OutputSpec, OutputType
from ..core.result import Result
from ..core.tool import Tool
from ..runs.run import Run
from .browsers import BrowserPool
from .call_session import CallSession
from .libraries import Libraries
from .models import ModelPool
from .run_starter import RunStarter
from .toolbox import Toolbox
from .wiring import open_runs, open_trust

if TYPE_CHECKING:
    from ..core.protocols import Model, Page
    from ..flow.compile import Compiled
    from ..flow.director import WorkflowEditor
    from ..flow.workflow import Workflow
    from ..page.session import PageSession
    from ..runs.control import Runs
    from .chrome import ChromeBrowsers
    from .live import LiveViews
    from .live.moving import RunMoves
    from .preferences import Preferences
    from .workspaces import WorkspaceHandle, Workspaces


class App(Toolbox):
    """Everything wired together. Making one opens nothing; the log and the processes begin with the first call.

    Use it with `async with`, or `await app.close()`, so that what was logged is written out.
    """

    @cached_property
    def _browsers(self) -> BrowserPool:
        return BrowserPool(self.settings)

    @cached_property
    def _models(self) -> ModelPool:
        return ModelPool(self.settings, self.vault)

    @cached_property
    def _starter(self) -> RunStarter:
        return RunStarter(
            self.settings,
            self._models,
            self.tools,
            added=lambda: self.added_tools,
            runs=lambda: self.runs,
            libraries=lambda: self.libraries,
        )

    @cached_property
    def _editors(self) -> WeakSet[WorkflowEditor]:
        """Editors that are still in use, and whose windows may be open."""
        return WeakSet()

    def _prepare(self, tool: str) -> None:
        """Give plain calls a page; its window opens when it is first used."""
        if tool.startswith("page.") and self.context.page is None:
            self.context.page = self._browsers.page(self.context)

    def page(
        self,
        url: str | None = None,
        *,
        allow: Sequence[str] | None = None,
        cdp: str | None = None,
        headed: bool | None = None,
        where: Where = None,
        tab: int | None = None,
        model: Model | None = None,
        policy: EffectPolicy | None = None,
    ) -> PageSession:
        """Open a page in a window of its own: `async with app.page("https://example.org") as page:`.

        `allow` lists the domains that it may reach; without it, all public hosts and those that you name. `cdp` is the
        address of a running browser, in which the page opens as a tab. With `where="chrome"` it is a tab of the
        person's own browser that is connected with the server of this process: the `tab` of that number, or a free one.
        `model`, such as one of `app.model()`, is asked what words and fields mean on the page where rules cannot tell.
        `policy` is what happens to what a model changes there: ask, allow or deny.
        """
        from ..page.session import PageSession

        owned = None
        if cdp is not None or (headed is not None and headed != self.settings.headed):
            owned = self._browsers.other(bool(headed), cdp)
        domains = None if allow is None else tuple(allow)
        policies = self.context.policy if policy is None else {**self.context.policy, "destroy": policy}
        context = replace(self.context, run=new_id(), domains=domains, model=model, policy=policies)
        opener = None if where is None else self.chrome.opener(context, tab)
        return PageSession(self._browsers.page(context, chromium=owned, opener=opener), url, owned)

    @cached_property
    def chrome(self) -> ChromeBrowsers:
        """The person's own browsers that are connected with the server of this process."""
        from .chrome import ChromeBrowsers

        return ChromeBrowsers()

    def model(
        self, name: str | None = None, *, fallback: str | None = None, timeout: float | None = None
    ) -> AbstractAsyncContextManager[Model]:
        """Open a language model: `async with app.model("anthropic", fallback="openai") as model:`.

        Keys come from the environment, `.env`, the keyring or the vault; `timeout` is in seconds for one answer.
        """
        return self._models.open(self._models.name(name), fallback, timeout)

    @cached_property
    def runs(self) -> Runs:
        """What starts, lists and steers the runs of tasks and workflows."""
        return open_runs(
            self.settings,
            self.context,
            self.vault,
            browsers=self._browsers,
            chrome=lambda: self.chrome,
            models=self._models,
            opened=self._opened,
        )

    @cached_property
    def live(self) -> LiveViews:
        """The browsers of runs that go on in this process, to watch and to act in."""
        from .live import LiveViews
        from .live.relay import FrameRelay

        return LiveViews(lambda: self.runs, FrameRelay(self.settings.home).watch)

    @cached_property
    def moves(self) -> RunMoves:
        """Moves runs of this process into the person's own Chrome, and back."""
        from .live.moving import RunMoves

        return RunMoves(lambda: self.runs, lambda: self._browsers, lambda: self.chrome)

    def _opened(self) -> Object:
        """Which browser and tools this process works with. A browser's address is left out: it may hold a key."""
        return {"headed": self.settings.headed, "cdp": bool(self.settings.cdp), "sources": list(self._sources)}

    @cached_property
    def libraries(self) -> Libraries:
        """The libraries of this app: checked, added, run, built and published."""
        trust = open_trust(self.settings)
        return Libraries(self.tools, self._builtin, self.vault, lambda: self.runs, self.session.id, trust)

    def _add_installed(self) -> None:
        self.libraries.tools.add_installed()

    def _installed_checks(self) -> list[Check]:
        return [each.check() for each in self.libraries.tools.installed]

    def add_library(self, folder: str | os.PathLike[str]) -> list[Tool]:
        """Add the tools of a library, each called `APP.SLUG`; raise one Fault with all mistakes."""
        self._sources[str(Path(folder).absolute())] = None
        return self.libraries.tools.add(Path(folder))

    async def run_tool(
        self,
        name: str,
        inputs: Any = None,
        *,
        credentials: Mapping[str, str] | None = None,
        auth: str | None = None,
        run: str | None = None,
        durable: bool = True,
        timeout: float | None = None,
    ) -> Result:
        """Run a tool of a library as a run of its own. Never raises: the Result has the run's id and its outputs.

        Args:
            name: `APP.SLUG`.
            inputs: The tool's inputs by name.
            credentials: The names of stored credentials by type; by default the only one that fits the app.
            auth: The app's login to use, where it has several.
            run: The id of the run, a UUID.
            durable: Whether the run is kept step by step, so that it can be resumed after a kill.
            timeout: Seconds for its script, by default 600.
        """
        options: Object = {} if timeout is None else {"timeout": timeout}
        return await self.libraries.run(
            name, inputs, credentials=credentials, auth=auth, run=run, durable=durable, **options
        )

    def load_workflow(self, source: str | os.PathLike[str] | Object) -> Workflow:
        """Read a workflow file or document, and check it against the tools and the stored credentials of this app."""
        from ..flow.workflow import Workflow

        secrets = self._known_secrets()
        if isinstance(source, dict):
            return Workflow.from_json(source, tools=self.tools, secrets=secrets)
        return Workflow.load(Path(source), tools=self.tools, secrets=secrets)

    def _known_secrets(self) -> dict[str, tuple[str, ...]] | None:
        """Each secret with its domains; None where nothing is stored or can be read: all may come from elsewhere."""
        stored = {name: tuple(each.domains) for name, each in (self.vault.readable() or {}).items()}
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

        Its steps are kept in the database, so that `resume_run` can go on after a kill, unless `durable` is False.
        A workflow needs no model; one that is given is asked only where rules leave several elements to choose from.
        """
        named = None if model is None else self._models.name(model)
        return await (self.runs.run if durable else self.runs.run_here)(workflow, inputs, run=run, model=named)

    def director(
        self,
        document: Object | None = None,
        *,
        file: str | os.PathLike[str] | None = None,
        folder: str | os.PathLike[str] | None = None,
    ) -> WorkflowEditor:
        """Return an editor to build or mend a workflow with, for one conversation: a draft, tools and its own page.

        It begins with what is in the `file` and saves there; without one, it saves to a file in the `folder`, by
        default `workflows` in the home folder. `async with app.director() as editor:` closes its window at the end of
        the block, else the app does.
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
            open_page=self._browsers.page,
            refresh=self._refresh,
        )
        self._editors.add(editor)
        return editor

    async def run(
        self,
        task: str,
        *,
        url: str | None = None,
        authority: str | None = None,
        output: OutputSpec | None = None,
        model: str | Model | None = None,
        fallback: str | Model | None = None,
        model_timeout: float | None = None,
        judge: str | Model | None = None,
        allow: Sequence[str] | None = None,
        tools: Sequence[str] | None = None,
        files: Sequence[str | os.PathLike[str]] = (),
        read_only: bool | None = None,
        policy: EffectPolicy | None = None,
        max_steps: int | None = None,
        history: int | None = None,
        pictures: bool = True,
        vision: Literal["auto", "always", "off"] = "auto",
        trace: str | os.PathLike[str] | None = None,
        where: Where = None,
        tab: int | None = None,
        run: str | None = None,
        durable: bool = True,
        page: Page | None = None,
    ) -> Run:
        """Have the agent do a task in words. Never raises: `.result` says how it went, `.output` is checked data.

        Args:
            url: Where to begin.
            authority: What the person said, where a model wrote the task: other acts are asked about.
            output: What the answer must be as data: a Schema, a JSON Schema, a pydantic model or a Python type.
            model: `provider:model`, `local` or a Model; by default the one that has a key, else `local`.
            fallback: A second model, for when the first cannot answer.
            model_timeout: Seconds for one answer of the model, by default 120.
            judge: The model that judges what the run is about to change where no rule is certain, or `off`; by default
                the run's own.
            allow: Domains that may be reached, and no others.
            tools: Names of the tools that the agent may use in addition to the page; by default all added ones.
            files: Files that may be uploaded.
            read_only: Whether nothing may be changed; by default where the task only asks.
            policy: What happens to actions that the task does not ask for: ask, allow or deny.
            max_steps: How many decisions the model may take, by default 50, and 400 for `local`.
            history: How many of the last actions the model is reminded of.
            pictures: Whether a picture of each step is kept.
            vision: Whether the model is shown pictures: where a page is drawn, always, or never.
            trace: Where a Playwright trace is written, without secrets.
            where: `chrome` for a tab of the person's own browser, which is connected with the server of this process.
            tab: The number of that tab; by default a free one that the person allows.
            run: The id of the run, a UUID.
            durable: Whether the run is kept step by step, so that it can be resumed after a kill.
            page: A page to work on, which stays open; then nothing is kept.
        """
        started = Run(new_id() if run is None else run, self.log, self.tools, replay=self._replayed)
        try:
            checked_run_id(started.id, new=True)
            wanted = None if output is None else OutputType.of(output)
            asked = self._starter.task(
                task,
                url=url,
                authority=authority,
                output=wanted,
                model=model,
                fallback=fallback,
                model_timeout=model_timeout,
                judge=judge,
                allow=allow,
                tools=tools,
                files=files,
                read_only=read_only,
                policy=policy,
                max_steps=max_steps,
                history=history,
                pictures=pictures,
                vision=vision,
                trace=trace,
                where=where,
                tab=tab,
            )
        except Fault as fault:
            started.result = Result.failure(fault)
            return started
        return await self.runs.run_task(asked, started, output=wanted, durable=durable, page=page)

    async def start(
        self,
        task: str | None = None,
        *,
        workflow: Workflow | None = None,
        tool: str | None = None,
        record: Object | None = None,
        inputs: Any = None,
        run: str | None = None,
        **options: Any,
    ) -> Run:
        """Start a run of a task, a workflow or a tool without waiting: `await run.wait()` has its Result.

        `options` are those of `run`, `run_workflow` (`model`) or `run_tool`. With `record`, a `url` and perhaps a
        `name`, a person does the work in the browser until `runs.finish`. Raises a Fault where it cannot begin.
        """
        await self._refresh()
        id_ = await self._starter.start(
            task=task, workflow=workflow, tool=tool, record=record, inputs=inputs, run=run, options=options
        )
        return Run(id_, self.log, self.tools, self._outcome, self._replayed)

    @cached_property
    def workspaces(self) -> Workspaces:
        """The workspaces: opened by id, or the last one used."""
        from ..runs.recent import RecentRuns
        from .workspace_calls.export_folders import below, own_folders
        from .workspaces import AppParts, Workspaces

        exports = self.settings.exports
        parts = AppParts(
            self.context,
            self.settings.home,
            open_page=self._browsers.page,
            open_model=self.model,
            model_name=self._models.name,
            model_names=self._models.names,
            check_model=self._models.check,
            director=self.director,
            load_workflow=self.load_workflow,
            start=self.start,
            runs=lambda: self.runs,
            vault=self.vault,
            libraries=lambda: self.libraries,
            modules=lambda: self.modules,
            add_library=self.add_library,
            add_module=self.add_module,
            find_run=self.find_run,
            recent=RecentRuns(lambda: self.runs, self.log),
            exports=below(exports) if exports else own_folders(self.settings.home / "exports"),
            private=self.settings.allow_private,
        )
        return Workspaces(parts)

    @cached_property
    def preferences(self) -> Preferences:
        """What a person chooses on the page: some settings, and the keys of models."""
        from .preferences import Preferences

        return Preferences(self.settings, self.vault, self._models, self._models_changed)

    async def _models_changed(self) -> None:
        if "workspaces" in vars(self):
            await self.workspaces.models_changed()

    def workspace(self, id: str | None = None) -> WorkspaceHandle:  # noqa: A002 - it is the id of the workspace
        """Return a workspace, by default the last one used: `await app.workspace().apply([…])`."""
        from .workspaces import WorkspaceHandle

        return WorkspaceHandle(self.workspaces, id)

    def open_session(self) -> CallSession:
        """Return a run of its own for the plain calls of one client, with a page of its own; the caller closes it."""
        return CallSession(self.context, self._browsers.page, self._refresh)

    async def _outcome(self, run: str) -> Result:
        return await self.runs.outcome(run)

    async def resume_run(
        self,
        run: str,
        *,
        model: str | Model | None = None,
        fallback: str | Model | None = None,
        max_steps: int | None = None,
        model_timeout: float | None = None,
        answer: Any = None,
    ) -> Result:
        """Resume a run that was interrupted, paused or stopped, and bring it to its end.

        A task that failed goes on as a new run behind what it had done, with what is changed here. An `answer` is that
        to the question which it waits or ended with.
        """
        try:
            if not await self.runs.has_failed(checked_run_id(run)):
                return await self.runs.resume(run, answer)
        except Fault as fault:
            return Result.failure(fault)
        changes: Object = {
            "model": None if model is None else self._models.name(model),
            "fallback": None if fallback is None else self._models.name(fallback),
            "max_steps": max_steps,
            "model_timeout": model_timeout,
            "answer": answer,
        }
        return await self.runs.fork(run, variables={name: each for name, each in changes.items() if each is not None})

    def find_run(self, id: str) -> Run:  # noqa: A002 - it is the id of the run
        """Return a run of this or an earlier process; raise a Fault if the id is no UUID."""
        return Run(checked_run_id(id), self.log, self.tools, self._outcome, self._replayed)

    async def _replayed(self, compiled: Compiled) -> Compiled:
        """Try what a run was compiled to, up to its first effect, and note how that went."""
        from .compiled_replay import replay_compiled

        await self._refresh()
        return await replay_compiled(compiled, self.runs, self.tools)

    @contextmanager
    def traffic(self, *, record: Path | None = None, replay: Path | None = None) -> Iterator[None]:
        """Record what the windows opened in this block send and get, without secrets, or answer them from a recording.

        Windows that are answered from a recording reach no network.
        """
        from ..page.playwright_traffic import answered_from, recorded_to

        if self.settings.cdp and (record or replay) is not None:
            message = "Traffic is recorded and replayed only in windows of a browser of its own, not in a person's."
            raise Fault("conflict", message, hint="Unset POLLEX_CDP.", retry=False)
        with ExitStack() as stack:
            if record is not None:
                self._browsers.traffic = stack.enter_context(recorded_to(record, self.context.redactor))
            if replay is not None:
                self._browsers.traffic = stack.enter_context(answered_from(replay, self.context.redactor))
            stack.callback(setattr, self._browsers, "traffic", None)
            yield

    async def close(self) -> None:
        """End browsers and processes, and write out what was logged."""
        if "workspaces" in vars(self):
            await self.workspaces.close()
        if "runs" in vars(self):
            await self.runs.close()
        for each in (self.context.page, *self._editors):
            if each is not None:
                await each.close()
        await self._browsers.close()
        await super().close()
