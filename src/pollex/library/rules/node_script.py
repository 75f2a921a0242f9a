"""Scripts in TypeScript and JavaScript: only their addresses are judged here; a build also parses them."""

from __future__ import annotations

import re
from typing import Final

from ..findings import Findings
from ..template import Template
from .address import check_addresses

COMMENT: Final = re.compile(r"/\*.*?\*/|(?m:^\s*//.*$)", re.DOTALL)


def check_node(template: Template, content: bytes, findings: Findings) -> None:
    """Check the addresses in a script, and say what is not held."""
    source = content.decode(errors="replace")
    check_addresses(template, COMMENT.sub(lambda found: "\n" * found[0].count("\n"), source), findings)
    message = "What the script fetches by itself, outside the browser, is not held to the app's domains."
    hint = "Write it as a .py script or a workflow where that matters."
    findings.warning(template.script, "", message, hint=hint)
