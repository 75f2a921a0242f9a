"""The script of a template: it exists, lies in its folder, and is one of the kinds that can be run."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from ...core.suggest import did_you_mean, one_of
from ..findings import COPY, LARGEST_SCRIPT, Findings
from ..formats import SCRIPTS
from ..template import Template
from .node_script import check_node
from .python_script import check_python
from .workflow_script import check_workflow

Check = Callable[[Template, bytes, Findings], None]
CHECKS: Final[dict[str, Check]] = {
    ".workflow.json": check_workflow,
    ".py": check_python,
    ".ts": check_node,
    ".js": check_node,
}


def check_script(template: Template, findings: Findings) -> None:
    """Check the script of a template whose own fields are right."""
    name, script = template.document["file"], template.script
    if "/" in name or "\\" in name or name in (".", ".."):
        message = f"The script {name!r} must lie in the template's own folder."
        findings.errors.add(
            template.path, "/file", message, "a file's name", repr(name), "Move it beside the template."
        )
    elif not name.endswith(SCRIPTS):
        message = f"{name!r} is no script."
        findings.errors.add(template.path, "/file", message, f"a name that ends with {one_of(SCRIPTS)}", repr(name))
    elif name not in (there := [each.name for each in script.parent.iterdir() if each.name.endswith(SCRIPTS)]):
        hint = did_you_mean(name, there) or f"Write the script {name!r}, or name another one."
        findings.errors.add(
            template.path, "/file", f"There is no file {name!r}.", "a file of this folder", repr(name), hint
        )
    elif script.is_symlink():
        message = f"The script {name!r} is a link."
        findings.errors.add(template.path, "/file", message, "the file itself", str(script.readlink()), COPY)
    elif (content := findings.read(script, LARGEST_SCRIPT)) is not None:
        CHECKS[template.script_kind](template, content, findings)
