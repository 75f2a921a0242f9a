"""What an app does with libraries: checks, builds, extends and publishes them, adds their tools and runs them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from ..core.context import Context
from ..core.fault import Fault, Issue
from ..core.json import Object
from ..core.registry import Registry
from ..core.result import Result
from ..core.schema import Checked, Schema
from ..core.tool import Tool
from ..flow.definition import WorkflowDefinition
from ..library.heal import check_healed, workflow_to_heal
from ..library.layout import find_root, is_library
from ..library.library import Library, check_library
from ..library.plan import RUN_SECONDS, ToolPlan, check_options
from ..library.planner import Given, Planner
from ..library.publish import prepare
from ..library.scaffold import Scaffold, ScriptKind, new_app, new_template
from ..library.template import Template
from ..library.wording import is_compiled
from ..library.wording_request import ask_wording
from ..model.names import LOCAL
from .library_tools import LibraryTools
from .replay import replay_publication

if TYPE_CHECKING:
    from ..core.protocols import Model
    from ..library.formats import TemplateType
    from ..library.trust import Trust
    from ..runs.control import Runs
    from ..vault import Vault
    from ..vault.credential import Credential


class StoredCredentials:
    """The credentials of a vault, which is read whenever they are gone through: a tool without any needs no vault."""

    def __init__(self, vault: Vault) -> None:
        self._vault = vault

    def __iter__(self) -> Iterator[Credential]:
        return iter(self._vault.credentials().values())


class Libraries:
    """Checks libraries, adds their tools to a registry, and runs them."""

    def __init__(
        self,
        registry: Registry,
        builtin: frozenset[str],
        vault: Vault,
        runs: Callable[[], Runs],
        session: str,
        trust: Trust,
    ) -> None:
        """`builtin` are the names of built-in tools, with which no app's id may begin.

        `session` is the run of plain calls: a tool that is called there is a run that can be resumed.
        """
        self.tools = LibraryTools(registry, builtin, self._make_tool)
        self._builtin = builtin
        self._registry = registry
        self._vault = vault
        self._runs = runs
        self._session = session
        self.trust = trust
        """The libraries whose scripts the person trusts where nothing holds them."""

    def check(self, folder: Path) -> Result:
        """Check a library: its apps and tools, or a fault with all mistakes; warnings are in the data."""
        from ..scripting.node_check import check_scripts

        library, findings = check_library(folder, taken=self._builtin, parse=check_scripts)
        return _mistakes(library, findings.errors) if findings.errors else Result.success(_described(library))

    def build(self, folder: Path, dist: Path, *, name: str | None = None, version: str | None = None) -> Result:
        """Check a library and write it as a wheel; nothing is written where it has mistakes."""
        from ..library.build import build_library
        from ..scripting.node_check import check_scripts

        built, library, findings = build_library(
            folder, name=name, version=version, taken=self._builtin, parse=check_scripts
        )
        if built is None:
            return _mistakes(library, findings.errors)
        return Result.success({**built.to_json(), "root": str(library.root), "wheel": str(built.write(dist))})

    def new_app(self, folder: Path, name: str, domains: Sequence[str] = ()) -> Result:
        """Write a new app, and a new library where there is none. The data has its name and files."""
        return _written(lambda: new_app(folder, name, domains, taken=self._builtin))

    def new_template(
        self, folder: Path, kind: TemplateType, name: str, *, app: str | None = None, script: ScriptKind = "py"
    ) -> Result:
        """Write a new tool or login of an app, with a test that runs it. The data has its name and files."""
        made = _written(lambda: new_template(folder, kind, name, app=app, script=script))
        if made.ok:
            self.trust.add(folder, map(Path, made.data["files"]))
        return made

    async def publish(
        self,
        folder: Path,
        workflow: Object | WorkflowDefinition,
        *,
        app: str,
        slug: str,
        domains: Sequence[str] = (),
        name: str | None = None,
        model: Model | None = None,
        inputs: Any = None,
        auth: str | None = None,
        replay: bool = False,
        replace: bool = False,
        run: str | None = None,
    ) -> Result:
        """Make a workflow a tool of a library: check it by every rule, replay it in a fresh browser, then write it.

        The replay ends before the first request that changes something, unless `replay` allows it; a tool that
        changed nothing to its end is one that only reads, and is held to that. Its steps are logged under `run`.
        A `model` other than `local` writes title and sentence of a workflow that was compiled. The workflows that it
        calls become files of the tool; they come with one that was loaded, not with its document alone.
        """
        loaded = workflow if isinstance(workflow, WorkflowDefinition) else WorkflowDefinition(workflow)
        document = loaded.document
        root = find_root(folder) if is_library(folder) else folder
        try:
            stored = self._vault.credentials()
            options: Object = {"app": app, "slug": slug, "domains": domains, "replace": replace}
            prepared = partial(prepare, root, document, stored=stored, called=loaded.called, **options)
            made, notes = prepared(name=name), list[str]()
            if model is not None and model.name != LOCAL and is_compiled(document):
                try:
                    made = prepared(name=name, written=await ask_wording(model, document))
                except Fault as fault:
                    notes.append(f"The title and the sentence are made of the steps: {fault.message}")
            with TemporaryDirectory() as staging:
                made.stage(root, Path(staging))
                what = f"{made.name!r} would have mistakes"
                planner = self._planner(Library.load(Path(staging), taken=self._builtin, what=what))
                replayed = await replay_publication(
                    made, planner, inputs, self._runs(), whole=replay, auth=auth, run=run
                )
            if replayed.only_read and not made.may_change(self._registry):
                made = made.that_only_reads()
            files = [str(path) for path in made.write(root)]
        except Fault as fault:
            return Result.failure(fault)
        told = {name: made.template.get(name) for name in ("name", "description", "effect")}
        return Result.success(
            {"tool": made.name, "files": files, "inputs": made.asked, **told}, notes=(replayed.words, *notes)
        )

    async def heal(self, folder: Path, name: str, run: str | None = None, *, write: bool = True) -> Result:
        """Write what a run of a tool or login has healed into its workflow, as its next version.

        Nothing is written where the library would have a mistake then. Without `run`, the last run that healed any.
        """
        try:
            library = Library.load(folder, taken=self._builtin)
            file, known_as = workflow_to_heal(library, name)
        except Fault as fault:
            return Result.failure(fault)

        def check(documents: Mapping[Path, Object]) -> None:
            check_healed(library, documents, taken=self._builtin)

        return await self._runs().heal(file, run, name=known_as, write=write, check=check)

    async def run(
        self,
        name: str,
        inputs: Any = None,
        *,
        credentials: Given | None = None,
        auth: str | None = None,
        run: str | None = None,
        durable: bool = True,
        timeout: float = RUN_SECONDS,
    ) -> Result:
        """Run a tool that was added, by its name: `APP.SLUG` or `APP/SLUG`. The data has the run and its outputs."""
        try:
            plan, checked = self._plan(name, inputs, credentials=credentials, auth=auth, timeout=timeout)
        except Fault as fault:
            return Result.failure(fault)
        result = await self._runs().run_tool(plan, checked.value, run=run, durable=durable)
        result.repairs = (*checked.repairs, *result.repairs)
        return result

    def input_of(self, name: str) -> Schema:
        """Return what a run of any tool takes: of a library's tool also the inputs that are hidden from models."""
        return self.tools.find(name)[1].input if self.tools.has(name) else self._registry.get(name).input

    async def start(self, name: str, inputs: Any = None, *, run: str | None = None, **options: Any) -> str:
        """Start a run of a tool that was added, with the options of `run`; return its id, or raise a Fault."""
        plan, checked = self._plan(name, inputs, **options)
        return await self._runs().start_tool(plan, checked.value, run=run)

    async def schedule(
        self, schedule: str, cron: str, name: str, inputs: Any = None, *, notify: Object | None = None, **options: Any
    ) -> None:
        """Have a worker run a tool that was added whenever `cron` says so, with the options of `run`.

        Raises a Fault where it cannot be.
        """
        plan, checked = self._plan(name, inputs, **options)
        await self._runs().schedule_tool(schedule, cron, plan, checked.value, notify=notify)

    def _plan(
        self,
        name: str,
        inputs: Any,
        *,
        credentials: Given | None = None,
        auth: str | None = None,
        timeout: float = RUN_SECONDS,
    ) -> tuple[ToolPlan, Checked]:
        check_options(name=name, credentials=credentials, auth=auth, timeout=timeout)
        library, template = self.tools.find(name)
        checked = template.input.check({} if inputs is None else inputs)
        if checked.issues:
            raise Fault.from_issues("invalid_input", checked.issues, what="The inputs")
        planner, given = self._planner(library), checked.value
        return planner.plan_tool(template, credentials, inputs=given, auth=auth, timeout=timeout), checked

    async def log_in(
        self,
        folder: Path,
        name: str,
        *,
        credentials: Given | None = None,
        url: str | None = None,
        auth: str | None = None,
        run: str | None = None,
    ) -> Result:
        """Log in and keep the login: by an auth of a library, `APP/SLUG`, or to an `APP` by a generic one, from `url`:
        the usual one, or `auth`."""
        try:
            library = Library.load(folder, taken=self._builtin)
            plan = self._planner(library).plan_login(name, credentials, url=url, by=auth)
        except Fault as fault:
            return Result.failure(fault)
        return await self._runs().run_tool(plan, {}, run=run)

    def _planner(self, library: Library) -> Planner:
        return Planner(library, StoredCredentials(self._vault))

    def _make_tool(self, library: Library, template: Template) -> Tool:
        async def call(args: Object, context: Context) -> Result:
            args = template.input.check(args).value
            plan = self._planner(library).plan_tool(template, inputs=args)
            result = await self._runs().run_tool(plan, args, durable=context.run == self._session, hold=context.hold)
            ran = result.data["run"] if isinstance(result.data, dict) and "run" in result.data else None
            result.notes = (*result.notes, *([f"This was the run {ran}."] if ran else []))
            result.data = result.data["outputs"] if result.ok else None
            return result

        return Tool(
            name=template.name,
            title=template.title,
            description=template.tool_description,
            input=template.shown_input,
            output=template.output,
            run=call,
            effect=template.effect,
            timeout=RUN_SECONDS,
            guarded=True,
        )


def _described(library: Library) -> Object:
    return {**library.to_json(), "root": str(library.root)}


def _mistakes(library: Library, errors: Sequence[Issue]) -> Result:
    return Result.failure(Fault.from_issues("invalid_input", errors, what=str(library.folder)), _described(library))


def _written(make: Callable[[], Scaffold]) -> Result:
    try:
        made = make()
        files = [str(path) for path in made.write()]
    except Fault as fault:
        return Result.failure(fault)
    return Result.success({"name": made.name, "files": files})
