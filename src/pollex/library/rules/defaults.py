"""Default values of parameters, held against the parameter's own type and schema."""

from __future__ import annotations

from pathlib import Path

from ...core.fault import Fault
from ...core.json import Object, brief
from ...core.schema import Schema
from ...core.schema.parameters import from_parameters
from ..findings import Findings


def check_defaults(file: Path, key: str, parameters: list[Object], findings: Findings) -> None:
    """Find defaults that the tool itself would refuse, and schemas that are none."""
    for at, parameter in enumerate(parameters):
        name, place = parameter["display_name"], f"/{key}/{at}"
        declared = from_parameters([parameter])["properties"][name]
        try:
            checked = Schema(declared).check(declared.get("default"), repair=False)
        except Fault as fault:
            findings.errors.add(
                file, f"{place}/schema", f"The schema of {name!r} is wrong: {fault.message}", "a JSON schema"
            )
            continue
        if "default_value" not in parameter or checked.ok:
            continue
        issue = checked.issues[0]
        inside = f" at {issue.pointer}" if issue.pointer else ""
        message = f"The default of {name!r} does not fit its schema{inside}: {issue.message}"
        received = issue.received or brief(parameter["default_value"])
        findings.errors.add(file, f"{place}/default_value", message, issue.expected, received, issue.hint)
