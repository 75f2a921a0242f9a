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


def start_page(domains: Sequence[str], templates: Iterable[Template]) -> str:
    """Return the first address in the templates' scripts that lies in the domains; a site that asks for a login there
    leads to it. Where there is none, return the address of the first domain."""
    for template in templates:
        for found in ADDRESS.finditer(_source(template)):
            host = urlsplit(found[0]).hostname or ""
            if any(in_domain(host, domain.strip("[]")) for domain in domains):
                return found[0]
    return f"{'http' if is_local(domains[0]) else 'https'}://{domains[0]}/"


def _source(template: Template) -> str:
    """Return the text of a script; of a workflow, its nodes with the defaults of its inputs."""
    text = template.script.read_text(encoding="utf-8", errors="replace")
    if template.script_kind != ".workflow.json":
        return text
    document = cast("Object", loads(text))
    source = dumps(document["nodes"])
    for each in document.get("inputs", ()):
        source = source.replace(f"{{{{{each['display_name']}}}}}", str(each.get("default_value", "")))
    return source
