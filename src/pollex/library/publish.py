"""A workflow as a tool of a library: its template, its file, and the app where that is new."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path
from shutil import copytree
from typing import TYPE_CHECKING, Any, Final

from ..core.casing import titled
from ..core.credential import CREDENTIAL_TYPES, credential_type
from ..core.domain import in_domain
from ..core.fault import Fault
from ..core.json import Object, brief
from ..core.json_file import read_json
from ..core.leaves import map_leaves
from ..core.reference import references
from ..core.suggest import did_you_mean, one_of
from ..flow.check import structure
from ..flow.compile.marks import without_marks
from ..flow.definition import WorkflowDefinition
from .called_workflows import WORKFLOW, files_of
from .credentials import StoredCredential
from .formats import APP, GENERIC
from .layout import APP_FILE, SUFFIX
from .rules.domains import URL
from .rules.names import refuse_name
from .wording import ToolWording, examples, parameters, wording

if TYPE_CHECKING:
    from ..core.registry import Tools

SECRET: Final = re.compile(r"(\{\{\s*secret\.)([A-Za-z][A-Za-z0-9_-]*)((?:\.[A-Za-z0-9_]+)?\s*\}\})")
LOGIN: Final = "login"
"""The tool that logs in; a tool of a library is logged in by its app before it begins."""
LOGIN_TYPE: Final = "username_password"
"""The type of credential that a login uses where it names none."""

AROUND: Final = ("others", "neighbours", "row_texts", "options")
"""What evidence has of the elements around one."""
OWN: Final = re.compile(r"[€$£¥]\s?\d|\d\s?[€$£¥]|\d(?:[ -]?\d){7}")
"""An amount of money, or the number of an account, a card, a phone."""


@dataclass(frozen=True, slots=True)
class Publication:
    """The files of a tool that is about to be published, by their place below the library's root."""

    app: str
    slug: str
    files: Mapping[str, Object]
    credentials: Mapping[str, str]
    """The credential that the run used, by the type that now stands for it."""
    examples: Object = field(default_factory=dict)
    """The inputs of the run."""

    @property
    def name(self) -> str:
        """The name of the tool in the registry."""
        return f"{self.app}.{self.slug}"

    @property
    def template(self) -> Object:
        return self.files[self._place(SUFFIX)]

    @property
    def asked(self) -> Object:
        """The inputs that every call of the tool gives, with the values of the run."""
        needed = [each["display_name"] for each in self.template["inputSchema"] if each.get("required")]
        return {name: self.examples.get(name, "…") for name in needed}

    def _place(self, ending: str) -> str:
        return f"apps/{self.app}/tool/{self.slug}{ending}"

    def that_only_reads(self) -> Publication:
        """Return the tool as one that only reads, which its page is held to."""
        return replace(self, files={**self.files, self._place(SUFFIX): {**self.template, "effect": "read"}})

    def may_change(self, tools: Tools) -> bool:
        """Whether one of its nodes changed something in the run, or calls what may: whatever way the replay took."""
        workflows = [each for name, each in self.files.items() if name.endswith(WORKFLOW)]
        return any(_may_change(node, tools) for each in workflows for node in each["nodes"])

    def stage(self, root: Path, staging: Path) -> None:
        """Write the app as it will be into another folder."""
        for part in (f"apps/{self.app}", GENERIC):
            if (root / part).exists():
                copytree(root / part, staging / part, symlinks=True)
        self.write(staging)

    def write(self, root: Path) -> list[Path]:
        """Write the files, each as a whole; raise a Fault where one cannot be written."""
        paths = {root / name: (root / name).with_name(f".{Path(name).name}.new") for name in self.files}
        try:
            for (path, fresh), document in zip(paths.items(), self.files.values(), strict=True):
                path.parent.mkdir(parents=True, exist_ok=True)
                fresh.write_text(json.dumps(document, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")
            for path, fresh in paths.items():
                fresh.replace(path)
        except OSError as error:
            for fresh in paths.values():
                with suppress(OSError):
                    fresh.unlink(missing_ok=True)
            message = f"The file {str(path)!r} could not be written: {error.strerror}."
            raise Fault("failed", message, hint="Name a folder that you may write into.", retry=False) from error
        return list(paths)


def prepare(
    root: Path,
    workflow: Object,
    *,
    app: str,
    slug: str,
    stored: Mapping[str, StoredCredential],
    domains: Sequence[str] = (),
    name: str | None = None,
    written: ToolWording | None = None,
    replace: bool = False,
    called: Mapping[str, WorkflowDefinition] | None = None,
) -> Publication:
    """Return the files that make a workflow a tool; raise a Fault where something is missing. Writes nothing.

    `written` are the words that a model found for it, and `called` the workflows that it calls.
    """
    refuse_name(app, "id", "/app")
    refuse_name(slug, "slug", "/slug")
    folder = root / "apps" / app
    about, files = _app(folder, app, domains, workflow), {}
    if not (folder / APP_FILE).exists():
        files[f"apps/{app}/{APP_FILE}"] = about
    found = {file: _without_logins(each) for file, each in files_of(slug, workflow, called or {}).items()}
    logins = [credential for _, named in found.values() for credential in named]
    used = _credentials([*(secret for each, _ in found.values() for secret in _secrets(each)), *logins], stored)
    names = {each: kind for kind, each in used.items()}
    for file, (each, _) in found.items():
        bound = {**map_leaves(each, lambda leaf: _by_type(leaf, names)), "allowedDomains": about["allowedDomains"]}
        files[f"apps/{app}/tool/{file}"] = _next_version(folder / "tool" / file, bound, replace=replace)
    made = files[f"apps/{app}/tool/{slug}{WORKFLOW}"]
    template = _template(made, app, slug, wording(made, name, written))
    if used:
        template |= {"requiredCredentials": sorted(used), **({} if logins else {"logsIn": True})}
    files[f"apps/{app}/tool/{slug}{SUFFIX}"] = template
    return Publication(app, slug, files, used, examples(workflow))


def hosts_of(workflow: Object) -> list[str]:
    """Return the hosts that a workflow goes to, as far as its addresses and defaults say."""
    declared = [str(each) for each in workflow.get("allowedDomains", [])]
    text = json.dumps(workflow, ensure_ascii=False)
    seen = [found["host"].strip("[]").lower() for found in URL.finditer(text) if not found["open"]]
    return list(
        dict.fromkeys([*declared, *(host for host in seen if not any(in_domain(host, one) for one in declared))])
    )


def _app(folder: Path, app: str, domains: Sequence[str], workflow: Object) -> Object:
    file = folder / APP_FILE
    if file.exists():
        document = _existing(file)
        if issues := APP.check(document, repair=False).issues:
            raise Fault.from_issues("invalid_input", issues, what=str(file))
        return document
    if not domains:
        proposed = hosts_of(workflow)
        message = f"The app {app!r} is new, and it is not said which domains it may reach."
        hint = f"The run went to these: {' '.join(f'--domain {each}' for each in proposed)}" if proposed else None
        raise Fault("invalid_input", message, pointer="/domains", expected="--domain D", hint=hint)
    title = titled(app)
    return {"id": app, "name": title, "description": f"{title}.", "allowedDomains": list(domains)}


def _existing(file: Path) -> Object:
    """Return the document of a file that is there."""
    try:
        document = read_json(file.read_bytes(), str(file))
    except OSError as error:
        raise Fault("failed", f"{str(file)!r} cannot be read: {error.strerror}.", expected="a file") from error
    if not isinstance(document, dict):
        message = f"{str(file)!r} is no JSON object."
        raise Fault("invalid_json", message, expected="a JSON object", received=brief(document), hint="Mend the file.")
    return document


def _without_logins(workflow: Object) -> tuple[Object, list[str]]:
    """Return a workflow without its logins, which a tool leaves to its app, and the credentials that they used."""
    top = structure(workflow).top
    logins = [each for each in workflow["nodes"] if each["position"] in top and each["config"].get("tool") == LOGIN]
    named = [str(each["config"].get("args", {}).get("credential", LOGIN_TYPE)) for each in logins]
    nodes = [each for each in workflow["nodes"] if each not in logins]
    if not nodes:
        message = f"The workflow {workflow['name']!r} only logs in, which the app does before a tool."
        hint = "Take the node that calls it out of the workflow."
        raise Fault("conflict", message, expected="a workflow that does more", hint=hint, retry=False)
    nodes = [_impersonal(each) for each in without_marks(nodes)]
    return {**workflow, "nodes": nodes}, named  # what the run read is not for others


def _impersonal(node: Object) -> Object:
    """Return a node without what stood around its element and has amounts of money or long numbers."""
    known: Object = node.get("evidence") or {}
    around = {name: [each for each in known[name] if not OWN.search(each)] for name in AROUND if name in known}
    return {**node, "evidence": {**known, **around}} if around else node


def _secrets(workflow: Object) -> list[str]:
    found = (each.path for each in references(workflow) if each.root == "secret" and len(each.path) > 1)
    return [str(path[1]) for path in found]


def _credentials(names: Sequence[str], stored: Mapping[str, StoredCredential]) -> dict[str, str]:
    """Return the names of the credentials that a workflow uses, by type."""
    used: dict[str, str] = {}
    for name in names:
        if name in CREDENTIAL_TYPES:
            used.setdefault(name, name)
            continue
        if name not in stored:
            message = f"The secret {name!r} is no stored credential, so its type is not known."
            hint = did_you_mean(name, stored) or f"Store it: pollex credentials set {name} --type … --domain …"
            raise Fault("not_found", message, expected=one_of(stored), received=name, hint=hint, retry=False)
        kind = stored[name].type
        if used.setdefault(kind, name) != name:
            message = f"The workflow uses two credentials of type {kind}: {used[kind]!r} and {name!r}."
            raise Fault("ambiguous", message, hint="A tool has one credential of each type.", retry=False)
    return used


def _by_type(leaf: Any, types: Mapping[str, str]) -> Any:
    """Return a text with credentials named by their types."""
    if not isinstance(leaf, str):
        return leaf

    def typed(found: re.Match[str]) -> str:
        kind = credential_type(types.get(found[2], ""))
        if kind is None:
            return found[0]
        default = CREDENTIAL_TYPES[kind].default
        field = found[3] if found[3].startswith(".") or default is None else f".{default}{found[3]}"
        return f"{found[1]}{kind}{field}"

    return SECRET.sub(typed, leaf)


def _next_version(file: Path, workflow: Object, *, replace: bool) -> Object:
    """Return the workflow as the next version of the one that is there."""
    if not file.exists():
        return {**workflow, "version": 1}
    if not replace:
        message = f"There is already {file.name!r}."
        raise Fault("conflict", message, received=file.name, hint="Choose another slug, or --replace.", retry=False)
    before = _existing(file)
    last, changes = before.get("version"), before.get("changes")
    version = (last if isinstance(last, int) else 1) + 1
    now = datetime.now(UTC).isoformat(timespec="seconds")
    change = {"version": version, "at": now, "did": ["Published again."], "unsure": []}
    return {**workflow, "version": version, "changes": [*(changes if isinstance(changes, list) else ()), change]}


def _may_change(node: Object, tools: Tools) -> bool:
    if node.get("taken"):
        return True
    called = str(node["config"].get("tool", ""))
    known = tools.find(called)
    return node["type"] == "tool" and not called.startswith("page.") and (known is None or known.effect != "read")


def _template(workflow: Object, app: str, slug: str, words: ToolWording) -> Object:
    return {
        "slug": slug,
        "name": words.title,
        "description": words.sentence,
        "type": "tool",
        "file": f"{slug}{WORKFLOW}",
        "app": app,
        "inputSchema": parameters(workflow, "inputs"),
        "outputSchema": parameters(workflow, "outputs"),
    }
