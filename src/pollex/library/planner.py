"""Plans runs of a library: which credentials a tool or login uses, and how to log in before a tool."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from ..core.fault import Fault
from ..core.json import Object
from ..core.suggest import one_of
from .credentials import StoredCredential, choose_credentials, has_required
from .formats import GENERIC, TemplateType
from .library import Library, generic_login
from .plan import RUN_SECONDS, ScriptPlan, ToolPlan
from .start_page import start_page
from .template import LibraryApp, Template

Given = Mapping[str, str]
"""The names of the credentials to use, by type."""


@dataclass(frozen=True, slots=True)
class Planner:
    """Plans the runs of one library with the credentials that are stored."""

    library: Library
    stored: Iterable[StoredCredential]
    """Read for each template that uses credentials, and only then."""

    def plan_tool(
        self,
        tool: Template,
        given: Given | None = None,
        *,
        inputs: Object | None = None,
        auth: str | None = None,
        timeout: float = RUN_SECONDS,
    ) -> ToolPlan:
        """Plan a run of a tool, with a login first where it needs credentials or `auth` names one.

        A generic login begins where the tool does with these `inputs`.
        """
        assert tool.app is not None, "only logins are generic"
        given = given or {}
        own = {kind: name for kind, name in given.items() if kind in tool.credentials}
        script, login = self._script(tool, own, tool.domains), None
        if (tool.required_credentials and not tool.logs_in) or auth is not None:
            login = self._login_before(tool, tool.app, {**given, **script.credentials}, auth, inputs or {})
        for_login = () if login is None else (*login.credentials, *login.optional)
        if unused := {kind: name for kind, name in given.items() if kind not in own and kind not in for_login}:
            self._script(tool, unused, tool.domains)  # raises the Fault for a type that the tool does not use
        return ToolPlan(script, tool.app.id, tool.domains, login, timeout, tool.effect)

    def plan_login(
        self, name: str, given: Given | None = None, *, url: str | None = None, by: str | None = None
    ) -> ToolPlan:
        """Plan a run that only logs in: by an auth, `APP/SLUG`, or to an `APP` by a generic one, from `url`.

        `by` names another generic login than the usual one, such as `generic/sso`.
        """
        auth, app = self._find_login(name, by)
        script = self._script(auth, given or {}, app.domains)
        if auth.app is None:
            script = replace(script, start=url or self._login_page(app, self._templates("tool", app)))
        return ToolPlan(None, app.id, app.domains, script)

    def _find_login(self, name: str, by: str | None) -> tuple[Template, LibraryApp]:
        app = next((each for each in self.library.apps if each.id == name), None)
        if app is not None:
            return self._named(app, by) if by is not None else self._generic_login(), app
        auth = self._find(name)
        if auth.app is not None:
            return auth, auth.app
        if len(self.library.apps) == 1:
            return auth, self.library.apps[0]
        message, hint = "A generic login needs an app.", f"Name it: pollex library login DIR APP --auth {name}"
        raise Fault("invalid_input", message, expected=one_of([each.id for each in self.library.apps]), hint=hint)

    def _named(self, app: LibraryApp, name: str) -> Template:
        """Return a login by its slug in an app, or by its whole name."""
        return self._find(name if "/" in name or "." in name else f"{app.id}.{name}")

    def _find(self, name: str) -> Template:
        """Return a login of the library, or the generic one that every library has."""
        if name.replace("/", ".") == f"{GENERIC}.login":
            return self._generic_login()
        return self.library.find("auth", name)

    def _login_before(
        self, tool: Template, app: LibraryApp, given: Given, name: str | None, inputs: Object
    ) -> ScriptPlan:
        auth = self._only_login(tool, app) if name is None else self._named(app, name)
        own = {kind: each for kind, each in given.items() if kind in auth.credentials}
        script = self._script(auth, own, app.domains)
        return script if auth.app is not None else replace(script, start=self._login_page(app, [tool], inputs))

    def _only_login(self, tool: Template, app: LibraryApp) -> Template:
        """Return the only login of an app whose credentials are stored; a generic one where the app has none."""
        logins = self._templates("auth", app) or self._generic_logins(tool)
        usable = [each for each in logins if has_required(each, self.stored, app.domains)]
        fitting = usable or logins[:1]
        if len(fitting) > 1:
            message = f"{len(fitting)} logins of {app.id!r} may be used."
            names = [each.slug if each.app is app else f"{GENERIC}/{each.slug}" for each in fitting]
            hint = f"Name one: --auth {names[0]}"
            raise Fault("ambiguous", message, pointer="/auth", expected=one_of(names), hint=hint, retry=False)
        return fitting[0]

    def _generic_logins(self, tool: Template) -> list[Template]:
        """Return the library's generic logins that take what a tool asks for beyond the general one, else that one."""
        general = self._generic_login()
        asked = {*tool.required_credentials} - {*general.credentials}
        generic = (each for each in self.library.of_type("auth") if each.app is None)
        return [each for each in generic if asked & {*each.credentials}] or [general]

    def _login_page(self, app: LibraryApp, tools: Sequence[Template], inputs: Object | None = None) -> str:
        """Return where a generic login begins: the page of the app's own login, else the first one of its tools."""
        return start_page(app.domains, [*self._templates("auth", app), *tools], inputs)

    def _templates(self, kind: TemplateType, app: LibraryApp) -> list[Template]:
        return [each for each in self.library.of_type(kind) if each.app is app]

    def _generic_login(self) -> Template:
        """Return the library's own generic login, else Pollex's."""
        own = (each for each in self.library.of_type("auth") if each.name == "generic.login")
        return next(own, None) or generic_login()

    def _script(self, template: Template, given: Given, domains: tuple[str, ...]) -> ScriptPlan:
        return ScriptPlan.of(template, choose_credentials(template, self.stored, given, domains))
