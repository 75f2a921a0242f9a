"""Apps and templates, as they are after reading and before anything is run."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from ..core.json import Object
from ..core.schema import Schema
from ..core.tool import Effect
from .formats import GENERIC, LOGGED_IN, SCRIPTS, UNHELD, TemplateType


@dataclass(frozen=True)
class LibraryApp:
    """A site or product, with the domains that its tools may reach."""

    folder: Path
    id: str
    name: str
    description: str
    domains: tuple[str, ...]

    @classmethod
    def from_json(cls, folder: Path, document: Object) -> LibraryApp:
        return cls(folder, document["id"], document["name"], document["description"], tuple(document["allowedDomains"]))


@dataclass(frozen=True)
class Template:
    """A tool or a login of a library: what it is called with, what it needs, and the script that does it."""

    path: Path
    """The template's own file."""
    document: Mapping[str, Any]
    app: LibraryApp | None
    """None for a generic login, which works on the domains of the app that uses it."""
    packages: tuple[str, ...]
    """The folders from the app's root to the template, for its place in the exports."""
    root: Path
    """The library's, which its script may read."""
    clashes: bool = False
    """Whether another product of its app has one of the same slug."""

    @property
    def slug(self) -> str:
        return str(self.document["slug"])

    @property
    def type(self) -> TemplateType:
        return "auth" if self.document["type"] == "auth" else "tool"

    @property
    def name(self) -> str:
        """The name in the registry: `APP.SLUG`; with the product's folder before a slug that the app has twice."""
        return f"{self.app_id}.{'-'.join((*self.packages, self.slug)) if self.clashes else self.slug}"

    @property
    def app_id(self) -> str:
        return GENERIC if self.app is None else self.app.id

    @property
    def title(self) -> str:
        return str(self.document["name"])

    @property
    def description(self) -> str:
        return str(self.document.get("description") or f"{self.title}.")

    @property
    def tool_description(self) -> str:
        """The description for whoever chooses among many tools: also where it works, and that it logs in."""
        if self.app is None:
            return self.description
        login = "; it logs in by itself" if self.required_credentials else ""
        return f"{self.description} On {self.app.name!r}, in a window of its own{login}."

    @property
    def script(self) -> Path:
        return self.path.parent / str(self.document["file"])

    @property
    def script_kind(self) -> str:
        """The ending of the script: `.py`, `.workflow.json`, `.ts` or `.js`."""
        return next(ending for ending in SCRIPTS if self.script.name.endswith(ending))

    @property
    def domains(self) -> tuple[str, ...]:
        return () if self.app is None else self.app.domains

    @property
    def required_credentials(self) -> tuple[str, ...]:
        return tuple(self.document.get("requiredCredentials", ()))

    @property
    def optional_credentials(self) -> tuple[str, ...]:
        return tuple(self.document.get("optionalCredentials", ()))

    @property
    def credentials(self) -> tuple[str, ...]:
        return (*self.required_credentials, *self.optional_credentials)

    @cached_property
    def input(self) -> Schema:
        return Schema.from_parameters(self.document.get("inputSchema", []))

    @cached_property
    def shown_input(self) -> Schema:
        """The schema of the inputs that models see and give: all but the hidden ones, which keep their defaults."""
        shown = [each for each in self.document.get("inputSchema", []) if not each.get("hidden")]
        return Schema.from_parameters(shown)

    @property
    def logs_in(self) -> bool:
        """Whether its script logs in by itself, so that nobody is to be logged in before it."""
        return bool(self.document.get("logsIn"))

    @property
    def effect(self) -> Effect:
        """`read` where it says that it only reads, and its page can be held to that."""
        holds = self.script_kind not in UNHELD
        return "read" if holds and self.document.get("effect") == "read" else "act"

    @cached_property
    def output(self) -> Schema | None:
        """The schema of the answer; None where the template does not say."""
        parameters = LOGGED_IN if self.type == "auth" else self.document.get("outputSchema")
        return None if parameters is None else Schema.from_parameters(parameters)
