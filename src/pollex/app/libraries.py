"""The libraries of an app: checked, their tools in the registry, each call of one a run."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from shutil import copytree
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from ..core.context import Context
from ..core.fault import Fault
from ..core.json import Object
from ..core.registry import Registry
from ..core.result import Result
from ..core.suggest import did_you_mean, one_of
from ..core.tool import Tool
from ..library.credentials import choose_credentials, has_required
from ..library.formats import GENERIC, TemplateType
from ..library.layout import find_root, is_library
from ..library.library import Library, check_library, generic_login
from ..library.plan import RUN_SECONDS, ScriptPlan, ToolPlan
from ..library.publish import Publication, prepare
from ..library.scaffold import Scaffold, ScriptKind, new_app, new_template
from ..library.start_page import front_page, start_page
from ..library.template import LibraryApp, Template
from .installed import InstalledLibrary, find_installed

if TYPE_CHECKING:
    from ..runs.control import Runs
    from ..vault import Vault

LOG = logging.getLogger(__name__)
Given = Mapping[str, str]
"""The names of the credentials to use, by type."""


class Libraries:
    """Checks libraries, adds their tools to a registry, and runs them."""

    def __init__(
        self, tools: Registry, builtin: frozenset[str], vault: Vault, runs: Callable[[], Runs], session: str
    ) -> None:
        """`builtin` are the names of built-in tools, with which no app's id may begin.

        `session` is the run of plain calls: a tool that is called there is a run that can be resumed.
        """
        self._tools = tools
        self._builtin = builtin
        self._vault = vault
        self._runs = runs
        self._session = session
        self._installed: list[InstalledLibrary] = []
        self._looked = False
        self._added: dict[str, tuple[Library, Template]] = {}
        """The tools of all libraries by their names."""

    def check(self, folder: Path) -> Result:
        """Check a library: its apps and tools, or a fault with all mistakes; warnings are in the data."""
        from ..scripting.node_check import check_scripts

        library, findings = check_library(folder, taken=self._builtin, parse=check_scripts)
        data = {**library.to_json(), "root": str(library.root)}
        if findings.errors:
            return Result.failure(Fault.from_issues("invalid_input", findings.errors, what=str(folder)), data)
        return Result.success(data)

    def build(self, folder: Path, dist: Path, *, name: str | None = None, version: str | None = None) -> Result:
        """Check a library and write it as a wheel; nothing is written where it has mistakes."""
        from ..library.build import build_library
        from ..scripting.node_check import check_scripts

        built, library, findings = build_library(
            folder, name=name, version=version, taken=self._builtin, parse=check_scripts
        )
        if built is None:
            data = {**library.to_json(), "root": str(library.root)}
            return Result.failure(Fault.from_issues("invalid_input", findings.errors, what=str(folder)), data)
        return Result.success({**built.to_json(), "root": str(library.root), "wheel": str(built.write(dist))})

    @property
    def installed(self) -> list[InstalledLibrary]:
        """The libraries of installed packages, added when this is first asked for."""
        self.add_installed()
        return self._installed

    def add_installed(self) -> None:
        """Add the tools of installed libraries; one that cannot be added is left out with a warning."""
        if self._looked:
            return
        self._looked = True
        self._installed = find_installed()
        for each in self._installed:
            try:
                if each.folder is not None:
                    each.tools = tuple(tool.name for tool in self._add(each.folder))
            except Fault as fault:
                each.problem = fault
            if each.problem is not None:
                LOG.warning("The installed library %r is left out: %s", each.name, each.problem.message)

    def new_app(self, folder: Path, name: str, domains: Sequence[str] = ()) -> Result:
        """Write a new app, and a new library where there is none. The data has its name and files."""
        return _written(lambda: new_app(folder, name, domains, taken=self._builtin))

    def new_template(
        self, folder: Path, kind: TemplateType, name: str, *, app: str | None = None, script: ScriptKind = "py"
    ) -> Result:
        """Write a new tool or login of an app, with a test that runs it. The data has its name and files."""
        return _written(lambda: new_template(folder, kind, name, app=app, script=script))

    def add(self, folder: Path) -> list[Tool]:
        """Add the tools of a library to the registry; raise a Fault where it has mistakes or a name is taken.

        An installed library with tools of the same names is left out.
        """
        library = Library.load(folder, taken=self._builtin)
        names = {each.name for each in library.of_type("tool")}
        for each in self.installed:
            if names & set(each.tools):
                self._leave_out(each, f"{str(folder)!r} brings tools of the same names.")
        return self._add(folder, library)

    def _leave_out(self, installed: InstalledLibrary, why: str) -> None:
        for name in installed.tools:
            self._tools.remove(name)
            del self._added[name]
        installed.tools, installed.problem = (), Fault("conflict", why)

    def _add(self, folder: Path, checked: Library | None = None) -> list[Tool]:
        library = checked or Library.load(folder, taken=self._builtin)
        tools = [self._tool(library, each) for each in library.of_type("tool")]
        if taken := [tool.name for tool in tools if tool.name in self._tools]:
            message = f"The library {str(folder)!r} brings the tool {taken[0]!r}, which there is already."
            raise Fault("conflict", message, received=", ".join(taken), hint="Give the app another id.", retry=False)
        for template in library.of_type("tool"):
            self._added[template.name] = (library, template)
        return [self._tools.add(tool) for tool in tools]

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
            library, template = self._find(name)
            checked = template.input.check({} if inputs is None else inputs)
            if checked.issues:
                raise Fault.from_issues("invalid_input", checked.issues, what="The inputs")
            plan = self._plan(library, template, credentials or {}, auth, timeout)
        except Fault as fault:
            return Result.failure(fault)
        result = await self._runs().run_tool(plan, checked.value, run=run, durable=durable)
        result.repairs = (*checked.repairs, *result.repairs)
        return result

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
            template, app = self._auth(library, name)
            script = self._script(template, credentials or {}, app.domains)
        except Fault as fault:
            return Result.failure(fault)
        if template.app is None:
            script = replace(script, start=url or front_page(app.domains))
        return await self._runs().run_tool(ToolPlan(None, app.id, app.domains, script), {}, run=run)

    def _auth(self, library: Library, name: str) -> tuple[Template, LibraryApp]:
        app = next((each for each in library.apps if each.id == name), None)
        if app is not None:
            return generic_login(), app
        template = library.find("auth", name)
        if template.app is None:
            message, hint = "A generic login needs an app.", "Name the app alone: pollex library login DIR APP"
            raise Fault("invalid_input", message, expected=one_of([each.id for each in library.apps]), hint=hint)
        return template, template.app

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
            options: Object = {"domains": domains, "name": name, "replace": replace}
            made = prepare(root, workflow, app=app, slug=slug, stored=stored, **options)
            with TemporaryDirectory() as staging:
                library = self._stage(root, Path(staging), made)
                notes = await self._replay(library, made, inputs, whole=replay)
        except Fault as fault:
            return Result.failure(fault)
        files = [str(path) for path in made.write(root)]
        return Result.success({"tool": f"{app}.{slug}", "files": files}, notes=tuple(notes))

    def _stage(self, root: Path, staging: Path, made: Publication) -> Library:
        """Return the app as it will be, read from a copy."""
        if (root / "apps" / made.app).exists():
            copytree(root / "apps" / made.app, staging / "apps" / made.app, symlinks=True)
        if (root / GENERIC).exists():
            copytree(root / GENERIC, staging / GENERIC, symlinks=True)
        made.write(staging)
        return Library.load(staging, taken=self._builtin)

    async def _replay(self, library: Library, made: Publication, inputs: Any, *, whole: bool) -> list[str]:
        """Run the tool once; raise the Fault that it ends with. Return how far it came."""
        template = library.find("tool", f"{made.app}.{made.slug}")
        checked = template.input.check({} if inputs is None else inputs)
        if checked.issues:
            raise Fault.from_issues("invalid_input", checked.issues, what="The replay needs inputs (--input)")
        given = {kind: name for kind, name in made.credentials.items() if kind != name}
        plan = self._plan(library, template, given, None, RUN_SECONDS)
        held: list[str] = []

        async def hold(request: Any) -> Fault | None:
            held.append(f"{request.method} {request.url.partition('?')[0]}")
            return Fault("denied", "The replay ends before this request, which changes something.", retry=False)

        result = await self._runs().replay(plan, checked.value, None if whole else hold)
        if held:
            return [f"Replayed up to the first request that changes something ({held[0]}); with --replay, all of it."]
        if result.fault is not None:
            raise result.fault
        return ["Replayed to its end in a fresh browser."]

    def _tool(self, library: Library, template: Template) -> Tool:
        async def call(args: Object, context: Context) -> Result:
            plan = self._plan(library, template, {}, None, RUN_SECONDS)
            result = await self._runs().run_tool(plan, args, durable=context.run == self._session)
            ran = result.data["run"] if isinstance(result.data, dict) and "run" in result.data else None
            result.notes = (*result.notes, *([f"This was the run {ran}."] if ran else []))
            result.data = result.data["outputs"] if result.ok else None
            return result

        return Tool(
            name=template.name,
            title=template.title,
            description=template.description,
            input=template.input,
            output=template.output,
            run=call,
            effect="act",
            timeout=RUN_SECONDS,
        )

    def _find(self, name: str) -> tuple[Library, Template]:
        wanted = name.replace("/", ".", 1)
        if wanted not in self._added:
            self.add_installed()
        if wanted in self._added:
            return self._added[wanted]
        hint = did_you_mean(wanted, self._added) or "Add its library first: app.add_library(DIR)."
        message = f"There is no library tool {name!r}."
        raise Fault("unknown_tool", message, expected=one_of(self._added), received=name, hint=hint)

    def _plan(self, library: Library, template: Template, given: Given, auth: str | None, timeout: float) -> ToolPlan:
        assert template.app is not None, "only logins are generic"
        own = {kind: name for kind, name in given.items() if kind in template.credentials}
        script, login = self._script(template, own, template.domains), None
        if template.required_credentials or auth is not None:
            login = self._login(library, template, {**given, **script.credentials}, auth)
        for_login = () if login is None else (*login.credentials, *login.optional)
        if unused := {kind: name for kind, name in given.items() if kind not in own and kind not in for_login}:
            self._script(template, unused, template.domains)  # says that it uses none of the type
        return ToolPlan(script, template.app.id, template.domains, login, timeout)

    def _script(self, template: Template, given: Given, domains: tuple[str, ...]) -> ScriptPlan:
        stored = self._vault.credentials().values()
        return ScriptPlan.of(template, choose_credentials(template, stored, given, domains))

    def _login(self, library: Library, tool: Template, given: Given, auth: str | None) -> ScriptPlan:
        """Return the login to use: the named one, the only one whose credentials are there, else the generic one."""
        app = tool.app
        assert app is not None
        known = [each for each in library.of_type("auth") if each.app is app]
        stored = list(self._vault.credentials().values())
        if auth is not None:
            chosen = library.find("auth", auth if "/" in auth or "." in auth else f"{app.id}.{auth}")
        else:
            usable = [each for each in known if has_required(each, stored, app.domains)]
            generic = [each for each in library.of_type("auth") if each.name == "generic.login"]
            fitting = usable or generic or [generic_login()]
            if len(fitting) > 1:
                message = f"{len(fitting)} logins of {app.id!r} may be used."
                names, hint = [each.slug for each in fitting], f"Name one: --auth {fitting[0].slug}"
                raise Fault("ambiguous", message, pointer="/auth", expected=one_of(names), hint=hint, retry=False)
            chosen = fitting[0]
        named = {kind: name for kind, name in given.items() if kind in chosen.credentials}
        script = self._script(chosen, named, app.domains)
        return script if chosen.app is not None else replace(script, start=start_page(tool))


def _written(make: Callable[[], Scaffold]) -> Result:
    try:
        made = make()
        files = [str(path) for path in made.write()]
    except Fault as fault:
        return Result.failure(fault)
    return Result.success({"name": made.name, "files": files})
