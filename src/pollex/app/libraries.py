"""What an app does with libraries: checks, builds, extends and publishes them, adds their tools and runs them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from ..core.context import Context
from ..core.fault import Fault, Issue
from ..core.json import Object
from ..core.registry import Registry
from ..core.result import Result
from ..core.schema import Checked
from ..core.tool import Tool
from ..library.heal import check_healed, workflow_to_heal
from ..library.layout import find_root, is_library
from ..library.library import Library, check_library
from ..library.plan import RUN_SECONDS, ToolPlan, check_options
from ..library.planner import Given, Planner
from ..library.publish import prepare
from ..library.scaffold import Scaffold, ScriptKind, new_app, new_template
from ..library.template import Template
from .library_tools import LibraryTools
from .replay import replay_publication

if TYPE_CHECKING:
    from ..library.formats import TemplateType
    from ..runs.control import Runs
    from ..vault import Vault


class Libraries:
    """Checks libraries, adds their tools to a registry, and runs them."""

    def __init__(
        self, registry: Registry, builtin: frozenset[str], vault: Vault, runs: Callable[[], Runs], session: str
    ) -> None:
        """`builtin` are the names of built-in tools, with which no app's id may begin.

        `session` is the run of plain calls: a tool that is called there is a run that can be resumed.
        """
        self.tools = LibraryTools(registry, builtin, self._make_tool)
        self._builtin = builtin
        self._vault = vault
        self._runs = runs
        self._session = session

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
        return _written(lambda: new_template(folder, kind, name, app=app, script=script))

    async def publish(
        self,
        folder: Path,
        workflow: Object,
        *,
        app: str,
        slug: str,
        domains: Sequence[str] = (),
        name: str | None = None,
        inputs: Any = None,
        replay: bool = False,
        replace: bool = False,
    ) -> Result:
        """Make a workflow a tool of a library: check it by every rule, replay it in a fresh browser, then write it.

        The replay ends before the first request that changes something, unless `replay` allows it.
        """
        root = find_root(folder) if is_library(folder) else folder
        try:
            stored = self._vault.credentials()
            made = prepare(
                root, workflow, app=app, slug=slug, stored=stored, domains=domains, name=name, replace=replace
            )
            with TemporaryDirectory() as staging:
                made.stage(root, Path(staging))
                what = f"{made.name!r} would have mistakes"
                planner = self._planner(Library.load(Path(staging), taken=self._builtin, what=what))
                note = await replay_publication(made, planner, inputs, self._runs(), whole=replay)
            files = [str(path) for path in made.write(root)]
        except Fault as fault:
            return Result.failure(fault)
        return Result.success({"tool": made.name, "files": files}, notes=(note,))

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

    async def start(self, name: str, inputs: Any = None, *, run: str | None = None, **options: Any) -> str:
        """Start a run of a tool that was added, with the options of `run`; return its id, or raise a Fault."""
        plan, checked = self._plan(name, inputs, **options)
        return await self._runs().start_tool(plan, checked.value, run=run)

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
        return self._planner(library).plan_tool(template, credentials, auth=auth, timeout=timeout), checked

    async def log_in(
        self,
        folder: Path,
        name: str,
        *,
        credentials: Given | None = None,
        url: str | None = None,
        run: str | None = None,
    ) -> Result:
        """Log in and keep the login: by an auth of a library, `APP/SLUG`, or by the generic one, `APP`, from `url`."""
        try:
            library = Library.load(folder, taken=self._builtin)
            plan = self._planner(library).plan_login(name, credentials, url=url)
        except Fault as fault:
            return Result.failure(fault)
        return await self._runs().run_tool(plan, {}, run=run)

    def _planner(self, library: Library) -> Planner:
        return Planner(library, self._vault.credentials().values())

    def _make_tool(self, library: Library, template: Template) -> Tool:
        async def call(args: Object, context: Context) -> Result:
            plan = self._planner(library).plan_tool(template)
            result = await self._runs().run_tool(plan, args, durable=context.run == self._session, hold=context.hold)
            ran = result.data["run"] if isinstance(result.data, dict) and "run" in result.data else None
            result.notes = (*result.notes, *([f"This was the run {ran}."] if ran else []))
            result.data = result.data["outputs"] if result.ok else None
            return result

        return Tool(
            name=template.name,
            title=template.title,
            description=template.tool_description,
            input=template.input,
            output=template.output,
            run=call,
            effect="act",
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
