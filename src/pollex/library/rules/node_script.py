"""Scripts in TypeScript and JavaScript: their addresses are judged here, their syntax by whoever can parse them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Final, TypeAlias

from ...core.fault import Fault, Issue
from ..findings import Findings
from ..template import Template
from .address import check_addresses

ParseScripts: TypeAlias = Callable[[Sequence[Path]], list[Issue]]
"""Parses scripts without running them; each issue names its file. Raises a Fault where it cannot."""
NODE: Final = frozenset({".ts", ".js"})
COMMENT: Final = re.compile(r"/\*.*?(?:\*/|\Z)|(?m:^\s*//[^\n]*$)", re.DOTALL)


def check_node(template: Template, content: bytes, findings: Findings) -> None:
    """Check the addresses in a script, and say what is not held."""
    source = content.decode(errors="replace")
    check_addresses(template, COMMENT.sub(lambda found: "\n" * found[0].count("\n"), source), findings)
    message = "What the script fetches by itself, outside the browser, is not held to the app's domains."
    hint = "Write it as a .py script or a workflow where that matters."
    findings.warnings.add(template.script, "", message, hint=hint)


def parse_scripts(templates: Iterable[Template], parse: ParseScripts, findings: Findings) -> None:
    """Find mistakes in the syntax of all scripts at once."""
    for issue in parse(_scripts(templates)):
        findings.errors.add_issues(Path(issue.file or findings.root), issue)


def parse_where_possible(templates: Sequence[Template], parse: ParseScripts, findings: Findings) -> None:
    """Find mistakes in the syntax of all scripts; where they cannot be parsed, that is a warning of each."""
    try:
        parse_scripts(templates, parse, findings)
    except Fault as fault:
        for script in _scripts(templates):
            message = f"The script was not parsed: {fault.message}"
            findings.warnings.add(script, "", message, fault.expected, fault.received, fault.hint)


def _scripts(templates: Iterable[Template]) -> list[Path]:
    """Return the scripts for Node that lie where they must, each once."""
    found = {each.script: None for each in templates if each.script.suffix in NODE}
    return [each for each in found if each.is_file() and not each.is_symlink()]
