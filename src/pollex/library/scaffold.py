"""New apps, tools and logins of a library: files that work as they are, with a test that runs them."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from string import Template as Text
from typing import Final, Literal, TypeAlias

from ..core.casing import snake, titled
from ..core.fault import Fault
from ..core.json import Object, dumps
from ..core.suggest import did_you_mean, one_of
from .findings import Findings
from .formats import GENERIC, TEMPLATE_TYPES, TemplateType
from .layout import APP_FILE, SKIPPED, SUFFIX, find_root, is_library
from .library import Library, check_library
from .rules.domains import check_domains, is_local
from .rules.names import check_app_names, refuse_name
from .template import LibraryApp

ScriptKind: TypeAlias = Literal["py", "workflow", "ts", "js"]
TEXTS: Final = Path(__file__).with_name("scaffold_texts")
ENDINGS: Final[dict[ScriptKind, str]] = {"py": ".py", "workflow": ".workflow.json", "ts": ".ts", "js": ".js"}
SCRIPT_TEXTS: Final[dict[ScriptKind, str]] = {"py": "py", "workflow": "workflow", "ts": "node", "js": "node"}
PRACTICE_DOMAINS: Final = ("127.0.0.1", "localhost")
"""The domains of a new app where none is given: those of `pollex practice`."""
PRACTICE_PORT: Final = 8766
PATH: Final = {"display_name": "path", "type": "string", "description": "The page's path", "default_value": "/"}
HEADING: Final = {
    "display_name": "heading",
    "type": "string",
    "required": True,
    "description": "The first heading of the page",
}
PARTS: Final[dict[TemplateType, Object]] = {
    "tool": {"inputSchema": [PATH], "outputSchema": [HEADING]},
    "auth": {"requiredCredentials": ["username_password"]},
}


@dataclass(frozen=True, slots=True)
class Scaffold:
    """Files that are not written yet."""

    name: str
    """The app's id, or `APP.SLUG`."""
    files: Mapping[Path, str]

    def write(self) -> list[Path]:
        """Write all files and return their paths; raise a Fault if one exists, and write none then."""
        for path in self.files:
            if path.exists():
                hint = "Choose another name, or remove the file."
                raise Fault("conflict", f"There is a file {str(path)!r} already.", hint=hint, retry=False)
        try:
            for path, text in self.files.items():
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(text, encoding="utf-8")
        except OSError as error:
            message = f"The file {str(path)!r} could not be written: {error.strerror}."
            raise Fault("failed", message, hint="Name a folder that you may write into.", retry=False) from error
        return list(self.files)


def new_app(folder: Path, name: str, domains: Sequence[str] = (), *, taken: Collection[str] = ()) -> Scaffold:
    """Return the files of a new app, and of a new library where there is none. `taken` are the names of tools."""
    root = find_root(folder) if is_library(folder) else folder / "src"
    file, title = root / "apps" / name / APP_FILE, titled(name)
    document = {
        "id": name,
        "name": title,
        "description": f"{title} as an app.",
        "allowedDomains": list(domains or PRACTICE_DOMAINS),
    }
    _check_folder_names(name)
    findings = Findings(root)
    check_app_names(file, document, taken, findings)
    check_domains(file, document, findings)
    if findings.errors:
        raise Fault.from_issues("invalid_input", findings.errors)
    if name in (known := _apps(_library(folder))):
        raise Fault("conflict", f"There is an app {name!r} already, in {str(known[name].folder)!r}.", retry=False)
    files = {file: _json(document)}
    test = folder / "tests" / "test_library.py"
    if not test.exists():  # one for all apps
        files[test] = _text("test_library", {})
    return Scaffold(name, files)


def new_template(
    folder: Path, kind: TemplateType, name: str, *, app: str | None = None, script: ScriptKind = "py"
) -> Scaffold:
    """Return the files of a new tool or login. Folders in its name, as in `mesh/find`, are products of the app.

    A login of the app `generic` belongs to none.
    """
    if app == GENERIC:
        return _new_generic(folder, kind, name, script)
    library = _library(folder)
    owner = _owner(library, folder, app)
    *products, slug = name.split("/")
    _check_folder_names(*products, kind="product")
    refuse_name(slug, "slug", "/name")
    path = owner.folder.joinpath(*products, kind, f"{slug}{SUFFIX}")
    _refuse_twin(library, owner, kind, slug, path)
    root = find_root(folder)  # as it was named: the paths are shown
    path = root / path.relative_to(root.absolute())
    values = _values(owner, kind, slug)
    document = {
        "slug": slug,
        "name": values["title"],
        "description": values["description"],
        "type": kind,
        "file": slug + ENDINGS[script],
        "app": owner.id,
        **PARTS[kind],
    }
    test = folder / "tests" / f"test_{snake(f'{owner.id}-{kind}-{slug}')}.py"
    files = {
        path: _json(document),
        path.with_name(slug + ENDINGS[script]): _text(f"{kind}.{SCRIPT_TEXTS[script]}", values),
        test: _text(f"test_{kind}", values),
    }
    return Scaffold(values["name"], files)


def _new_generic(folder: Path, kind: TemplateType, slug: str, script: ScriptKind) -> Scaffold:
    """Return the files of a login for any app, by the tool `login`."""
    if kind != "auth" or script != "py":
        message = "Only logins can be generic." if kind != "auth" else "A new generic login is a script in Python."
        hint = "Name an app: --app APP" if kind != "auth" else "Leave --kind out, and write it anew afterwards."
        raise Fault("invalid_input", message, pointer="/app", expected="an auth, as py", received=script, hint=hint)
    if not is_library(folder):
        _owner(None, folder, None)
    refuse_name(slug, "slug", "/name")
    path = find_root(folder) / GENERIC / "auth" / f"{slug}{SUFFIX}"
    about = "Log in on any login page with user name and password, and the second factor where it is asked for."
    values = {"name": f"{GENERIC}.{slug}", "title": titled(slug), "description": about}
    document = {
        "slug": slug,
        "name": values["title"],
        "description": about,
        "type": "auth",
        "file": f"{slug}.py",
        "app": GENERIC,
        "requiredCredentials": ["username_password"],
        "optionalCredentials": ["authenticator"],
    }
    files = {
        path: _json(document),
        path.with_name(f"{slug}.py"): _text("auth.generic", values),
        folder / "tests" / f"test_{snake(f'{GENERIC}-auth-{slug}')}.py": _text("test_generic_auth", values),
    }
    return Scaffold(values["name"], files)


def _values(app: LibraryApp, kind: TemplateType, slug: str) -> dict[str, str]:
    """Return what the texts are filled with. An app on this machine is taken for the practice sites."""
    site = _site(app.domains[0])
    login = f"{site}/logins/classic/" if is_local(app.domains[0]) else f"{site}/login"
    called = titled(app.id)  # the name may hold quotes, which would end a text
    about = f"Open a page of {called} and read its heading."
    if kind == "auth":
        about = f"Log in to {called} with user name and password."
    return {
        "name": f"{app.id}.{slug}",
        "title": titled(slug),
        "description": about,
        "site": site,
        "login": login,
        "address": login if kind == "auth" else site,
    }


def _site(domain: str) -> str:
    return f"http://{domain}:{PRACTICE_PORT}" if is_local(domain) else f"https://{domain}"


def _library(folder: Path) -> Library | None:
    """Return the library as far as it is right, None where there is none."""
    return check_library(folder)[0] if is_library(folder) else None


def _apps(library: Library | None) -> dict[str, LibraryApp]:
    return {} if library is None else {each.id: each for each in library.apps}


def _owner(library: Library | None, folder: Path, app: str | None) -> LibraryApp:
    """Return the app that is named, or the only one."""
    known = _apps(library)
    if app is None and len(known) == 1:
        return next(iter(known.values()))
    if app in known:
        return known[app]
    make = f"Make it first: pollex library new {folder} app {app or 'APP'} --domain DOMAIN"
    if app is None and known:
        message, hint = f"The library has {len(known)} apps.", f"Name one: --app {next(iter(known))}"
        raise Fault("ambiguous", message, pointer="/app", expected=one_of(known), hint=hint, retry=False)
    message = f"There is no app {app!r} in {str(folder)!r}." if app else f"There is no app in {str(folder)!r}."
    hint = (did_you_mean(app, known) if app else None) or make
    raise Fault("not_found", message, pointer="/app", expected=one_of(known), received=app, hint=hint, retry=False)


def _refuse_twin(library: Library | None, owner: LibraryApp, kind: TemplateType, slug: str, path: Path) -> None:
    """Refuse a slug that the app has in another folder, and a product that is an app of its own."""
    if library is None:
        return
    for each in library.apps:
        if owner.folder in each.folder.parents and path.is_relative_to(each.folder):
            message = f"The folder {str(each.folder)!r} is the app {each.id!r}."
            raise Fault("conflict", message, hint=f"Write --app {each.id}, and {slug!r} alone.", retry=False)
    twin = next((each for each in library.of_type(kind) if each.name == f"{owner.id}.{slug}"), None)
    if twin is not None:
        message = f"The app {owner.id!r} has a {kind} {slug!r} already, in {str(twin.path)!r}."
        raise Fault("conflict", message, expected="a slug used once in its app", received=slug, retry=False)


def _check_folder_names(*names: str, kind: str = "id") -> None:
    for name in names:
        refuse_name(name, kind, "/name")
        if name in SKIPPED or name in TEMPLATE_TYPES:
            message = f"A folder called {name!r} is read as something else."
            raise Fault("invalid_input", message, pointer="/name", received=name, hint=f"Try {name + '-app'!r}.")


def _json(document: Object) -> str:
    return dumps(document, indent=True) + "\n"


def _text(name: str, values: Mapping[str, str]) -> str:
    return Text((TEXTS / f"{name}.txt").read_text(encoding="utf-8")).substitute(values)
