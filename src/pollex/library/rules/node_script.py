"""Scripts in TypeScript and JavaScript: their addresses are judged here, their syntax by whoever can parse them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Final, TypeAlias

from ...core.fault import Fault
from ...core.parsed_scripts import ParsedScripts
from ..findings import Findings
from ..template import Template
from .address import check_addresses

ParseScripts: TypeAlias = Callable[[Sequence[Path]], ParsedScripts]
"""Parses scripts and what they import without running them. Raises a Fault where it cannot."""
NODE: Final = frozenset({".ts", ".js"})
COMMENT: Final = re.compile(r"/\*.*?(?:\*/|\Z)|(?m:^\s*//[^\n]*$)", re.DOTALL)


def check_node(template: Template, content: bytes, findings: Findings) -> None:
    """Check the addresses in a script."""
    source = content.decode(errors="replace")
    check_addresses(template, COMMENT.sub(lambda found: "\n" * found[0].count("\n"), source), findings)


def parse_scripts(templates: Sequence[Template], parse: ParseScripts, findings: Findings) -> ParsedScripts:
    """Find mistakes in the syntax of all scripts at once."""
    parsed = parse(_scripts(templates))
    for issues, found in ((findings.errors, parsed.errors), (findings.warnings, parsed.warnings)):
        for issue in found:
            issues.add_issues(Path(issue.file or findings.root), issue)
    return parsed


def parse_where_possible(templates: Sequence[Template], parse: ParseScripts, findings: Findings) -> ParsedScripts:
    """Find mistakes in the syntax of all scripts; where they cannot be parsed, that is a warning of each."""
    try:
        return parse_scripts(templates, parse, findings)
    except Fault as fault:
        for script in _scripts(templates):
            message = f"The script was not parsed: {fault.message}"
            findings.warnings.add(script, "", message, fault.expected, fault.received, fault.hint)
    return ParsedScripts()


def _scripts(templates: Iterable[Template]) -> list[Path]:
    """Return the scripts for Node that lie where they must, each once."""
    found = {each.script: None for each in templates if each.script.suffix in NODE}
    return [each for each in found if each.is_file() and not each.is_symlink()]
