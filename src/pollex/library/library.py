"""A library: the apps and templates of a folder, read and checked."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path

from ..core.fault import Fault, Issue
from ..core.json import Object, brief
from ..core.json_file import read_json
from ..core.schema import Schema
from ..core.suggest import did_you_mean, one_of
from .findings import Findings, relative
from .formats import APP, GENERIC, TEMPLATES, TemplateType
from .layout import APP_FILE, SUFFIX, Layout, find_files, find_root
from .rules.domains import check_domains
from .rules.lone_script import check_lone_scripts
from .rules.names import check_app_names, check_credential_types, check_parameter_names, check_template_names
from .rules.node_script import ParseScripts, parse_where_possible
from .rules.script import check_script
from .template import LibraryApp, Template


@dataclass(frozen=True)
class Library:
    """The apps and templates of a folder."""

    folder: Path
    root: Path
    """The folder that has `apps`."""
    apps: tuple[LibraryApp, ...]
    templates: tuple[Template, ...]
    warnings: tuple[Issue, ...] = field(default=(), repr=False)

    @classmethod
    def load(cls, folder: Path, *, taken: Collection[str] = (), what: str | None = None) -> Library:
        """Read a library; raise one Fault with all mistakes, which begins with `what`.

        No app may have an id that is `taken` by tools.
        """
        library, findings = check_library(folder, taken=taken)
        if findings.errors:
            what = what or f"The library {str(folder)!r} has mistakes"
            raise Fault.from_issues("invalid_input", findings.errors, what=what)
        return library

    def of_type(self, kind: TemplateType) -> list[Template]:
        return [each for each in self.templates if each.type == kind]

    def find(self, kind: TemplateType, name: str) -> Template:
        """Return a template by `APP/SLUG` or `APP.SLUG`; raise a Fault with similar names."""
        wanted = name.replace("/", ".", 1)
        known = {each.name: each for each in self.of_type(kind)}
        if wanted in known:
            return known[wanted]
        raise Fault(
            "not_found",
            f"The library has no {kind} {name!r}.",
            expected=one_of(known),
            received=repr(name),
            hint=did_you_mean(wanted, known) or "See: pollex library check DIR",
        )

    def to_json(self) -> Object:
        return {
            "apps": [each.id for each in self.apps],
            "tools": [each.name for each in self.of_type("tool")],
            "auths": [each.name for each in self.of_type("auth")],
            "warnings": [each.to_json() for each in self.warnings],
        }


@cache
def generic_login() -> Template:
    """Return the login for apps that have none of their own."""
    path = Path(__file__).parent / GENERIC / "auth" / f"login{SUFFIX}"
    return Template(path, read_json(path.read_bytes(), path.name), None, (), Path(__file__).parent / GENERIC)


def check_library(
    folder: Path, *, taken: Collection[str] = (), parse: ParseScripts | None = None
) -> tuple[Library, Findings]:
    """Read a library and return it as far as it is right, with everything that was found.

    The syntax of scripts for Node is checked by `parse`, where there is one that can.
    """
    root = find_root(folder).absolute()
    layout, findings = find_files(root), Findings(root)
    for link in layout.links:
        findings.errors.add(
            link, "", "A link to a folder is not followed.", "a folder", str(link.readlink()), "Copy it here."
        )
    for bare in layout.bare:
        hint = f"Write {APP_FILE} with id, name, description and allowedDomains."
        findings.errors.add(bare / APP_FILE, "", "An app needs an app.json.", "a file", "nothing", hint)
    apps = _read_apps(layout, taken, findings)
    templates = [made for path in layout.templates if (made := _read_template(path, layout, apps, findings))]
    templates = _tell_apart(templates)
    _refuse_twins(templates, findings)
    for template in templates:
        check_script(template, findings)
    check_lone_scripts(layout, findings)
    if parse is not None:
        parse_where_possible(templates, parse, findings)
    found = tuple(each for each in apps.values() if each is not None)
    return Library(folder, root, found, tuple(templates), tuple(findings.warnings)), findings


def _read_apps(layout: Layout, taken: Collection[str], findings: Findings) -> dict[Path, LibraryApp | None]:
    """Read every `app.json`; None for one with mistakes, so that its templates are not judged by it."""
    apps: dict[Path, LibraryApp | None] = {}
    ids: dict[str, Path] = {}
    for folder in layout.apps:
        file = folder / APP_FILE
        document = _read(file, APP, findings)
        apps[folder] = None if document is None else LibraryApp.from_json(folder, document)
        if document is None:
            continue
        check_app_names(file, document, taken, findings)
        check_domains(file, document, findings)
        if (twin := ids.setdefault(document["id"], file)) != file:
            message = f"There are two apps {document['id']!r}: also in {relative(twin, findings.root)}."
            findings.errors.add(file, "/id", message, "an id used once", brief(document["id"]))
    return apps


def _read_template(
    path: Path, layout: Layout, apps: dict[Path, LibraryApp | None], findings: Findings
) -> Template | None:
    kind: TemplateType = "auth" if path.parent.name == "auth" else "tool"
    before = len(findings.errors)
    document = _read(path, TEMPLATES[kind], findings)
    if document is None:
        return None
    folder = layout.app_of(path)
    if folder is None and not path.is_relative_to(layout.root / GENERIC):
        message = "A template belongs to an app: there is no app.json above it."
        findings.errors.add(path, "/app", message, f"a folder below apps/ or {GENERIC}/auth/", brief(document["app"]))
        return None
    app = None if folder is None else apps[folder]
    if folder is not None and app is None:
        return None
    if app is None and kind == "tool":
        message = "Only logins can be generic."
        findings.errors.add(path, "/type", message, "'auth'", brief(document["type"]), "Move the tool into an app.")
    check_template_names(path, document, None if app is None else app.id, findings)
    check_credential_types(path, document, findings)
    _check_parameters(path, document, findings)
    if len(findings.errors) > before:
        return None
    base = path.parent if app is None else app.folder
    packages = path.parent.parent.relative_to(base).parts if app is not None else ()
    return Template(path, document, app, packages, layout.root)


def _check_parameters(path: Path, document: Object, findings: Findings) -> None:
    for key in ("inputSchema", "outputSchema"):
        try:
            Schema.from_parameters(document.get(key, []))
        except Fault as fault:
            findings.errors.add_issues(path, *(issue.below(key) for issue in fault.issues))
        else:
            check_parameter_names(path, key, document.get(key, []), findings)


def _tell_apart(templates: list[Template]) -> list[Template]:
    """Mark those whose slug their app has in several product folders: the folder is part of their names."""
    count = Counter((each.type, each.app_id, each.slug) for each in templates)
    return [replace(each, clashes=count[each.type, each.app_id, each.slug] > 1) for each in templates]


def _refuse_twins(templates: list[Template], findings: Findings) -> None:
    first: dict[tuple[str, str], Template] = {}
    for each in templates:
        if (twin := first.setdefault((each.type, each.name), each)) is not each:
            message = f"The app {each.app_id!r} has two of type {each.type} called {each.name.partition('.')[2]!r}."
            findings.errors.add(
                each.path, "/slug", message, "a slug used once", f"also in {relative(twin.path, findings.root)}"
            )


def _read(file: Path, schema: Schema, findings: Findings) -> Object | None:
    """Return a file's document if it has the form that it must have; unknown keys are found and left out."""
    content = findings.read(file)
    if content is None:
        return None
    try:
        document = read_json(content, file.name)
    except Fault as fault:
        findings.errors.add(file, "", fault.message, fault.expected or "a JSON object", fault.received, fault.hint)
        return None
    checked = schema.check(document, repair=False)
    findings.errors.add_issues(file, *checked.issues)
    if checked.issues and isinstance(document, dict) and isinstance(schema.document, dict):
        known = schema.document["properties"]
        checked = schema.check({key: value for key, value in document.items() if key in known}, repair=False)
    return None if checked.issues else dict(checked.value)
