"""The libraries of an app: checked, their tools in the registry, each call of one a run."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..core.context import Context
from ..core.fault import Fault
from ..core.json import Object
from ..core.registry import Registry
from ..core.result import Result
from ..core.suggest import did_you_mean, one_of
from ..core.tool import Tool
from ..library.credentials import choose_credentials, has_required
from ..library.formats import TemplateType
from ..library.library import Library, check_library
from ..library.plan import RUN_SECONDS, ScriptPlan, ToolPlan
from ..library.scaffold import Scaffold, ScriptKind, new_app, new_template
from ..library.start_page import start_page
from ..library.template import Template

if TYPE_CHECKING:
    from ..runs.control import Runs
    from ..vault import Vault

Given = Mapping[str, str]
"""The names of the credentials to use, by type."""


class Libraries:
    """Checks libraries, adds their tools to a registry, and runs them."""

    def __init__(self, tools: Registry, vault: Vault, runs: Callable[[], Runs], session: str) -> None:
        """`session` is the run of plain calls: a tool that is called there is a run that can be resumed."""
        self._tools = tools
        self._builtin = frozenset(tools.names())
        self._vault = vault
        self._runs = runs
        self._session = session
        self._added: dict[str, tuple[Library, Template]] = {}
        """The tools of all libraries by their names."""

    def check(self, folder: Path) -> Result:
        """Check a library: its apps and tools, or a fault with all mistakes; warnings are in the data."""
        library, findings = check_library(folder, taken=self._builtin)
        data = {**library.to_json(), "root": str(library.root)}
        if findings.errors:
            return Result.failure(Fault.from_issues("invalid_input", findings.errors, what=str(folder)), data)
        return Result.success(data)

    def new_app(self, folder: Path, name: str, domains: Sequence[str] = ()) -> Result:
        """Write a new app, and a new library where there is none. The data has its name and files."""
        return _written(lambda: new_app(folder, name, domains, taken=self._builtin))

    def new_template(
        self, folder: Path, kind: TemplateType, name: str, *, app: str | None = None, script: ScriptKind = "py"
    ) -> Result:
        """Write a new tool or login of an app, with a test that runs it. The data has its name and files."""
        return _written(lambda: new_template(folder, kind, name, app=app, script=script))

    def add(self, folder: Path) -> list[Tool]:
        """Add the tools of a library to the registry; raise a Fault where it has mistakes or a name is taken."""
        library = Library.load(folder, taken=self._builtin)
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
        self, folder: Path, name: str, *, credentials: Given | None = None, run: str | None = None
    ) -> Result:
        """Log in by an auth of a library, `APP/SLUG`, and keep the login."""
        try:
            library = Library.load(folder, taken=self._builtin)
            template = library.find("auth", name)
            plan = self._script(template, credentials or {}, template.domains)
        except Fault as fault:
            return Result.failure(fault)
        return await self._runs().run_tool(ToolPlan(None, template.app_id, template.domains, plan), {}, run=run)

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

    def _login(self, library: Library, tool: Template, given: Given, auth: str | None) -> ScriptPlan | None:
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
            fitting = usable or generic
            if len(fitting) > 1:
                message = f"{len(fitting)} logins of {app.id!r} may be used."
                names, hint = [each.slug for each in fitting], f"Name one: --auth {fitting[0].slug}"
                raise Fault("ambiguous", message, pointer="/auth", expected=one_of(names), hint=hint, retry=False)
            if not fitting:
                return None
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
