"""The page that a generic login begins on: the first one that a script of its app opens, else the app's site."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Final, cast
from urllib.parse import urlsplit

from ..core.domain import in_domain
from ..core.json import Object, dumps, loads
from .rules.domains import is_local
from .template import Template

ADDRESS: Final = re.compile(r"https?://[^\s'\"`<>\\{}$|^]+")
"""An address in a script, up to what is filled in."""


def start_page(domains: Sequence[str], templates: Iterable[Template], inputs: Object | None = None) -> str:
    """Return the first address in the templates' scripts that lies in the domains; a site that asks for a login there
    leads to it. Where there is none, return the address of the first domain."""
    home = f"{'http' if is_local(domains[0]) else 'https'}://{domains[0]}/"
    return first_address(domains, templates, inputs or {}) or home


def first_address(domains: Sequence[str], templates: Iterable[Template], inputs: Object) -> str | None:
    """Return the first address in the templates' scripts that lies in the domains, or None."""
    for template in templates:
        for found in ADDRESS.finditer(_source(template, inputs)):
            host = urlsplit(found[0]).hostname or ""
            if any(in_domain(host, domain.strip("[]")) for domain in domains):
                return found[0]
    return None


def _source(template: Template, inputs: Object) -> str:
    """Return the text of a script; of a workflow, its nodes with its inputs, given or by default."""
    text = template.script.read_text(encoding="utf-8", errors="replace")
    if template.script_kind != ".workflow.json":
        return text
    document = cast("Object", loads(text))
    source = dumps(document["nodes"])
    for each in document.get("inputs", ()):
        name = each["display_name"]
        source = source.replace(f"{{{{{name}}}}}", str(inputs.get(name, each.get("default_value", ""))))
    return source
