"""Addresses in scripts: each lies in the domains of the app."""

from __future__ import annotations

from ..findings import Findings
from ..template import Template
from .domains import foreign_hosts


def check_addresses(template: Template, text: str, findings: Findings, *, line: int = 1) -> None:
    """Check every address in a piece of a script that begins at a line; a generic login has no domains of its own."""
    if template.app is None:
        return
    for host, at in foreign_hosts(text, template.domains):
        place = line + text.count("\n", 0, at)
        message = f"Line {place} names {host!r}, which is not in the app's domains."
        hint = f"Add it to 'allowedDomains' of {template.app.id!r}, or leave the address out."
        findings.errors.add(template.script, "", message, ", ".join(template.domains), host, hint)
