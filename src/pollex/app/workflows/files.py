"""The files of kept workflows, one a workflow, by name."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

from ...core.fault import Fault
from ...core.json import Object
from ...core.suggest import did_you_mean, one_of
from ...disk.private import narrow, private_folder
from ...flow.workflow import Workflow

ENDING: Final = ".workflow.json"
NAME: Final = re.compile(r"(?!\.)[\w.-]{1,80}")


def create_workflow(folder: Path, name: str) -> Object:
    """Keep a new workflow without nodes; raise a Fault where the name is taken or cannot be one."""
    if not NAME.fullmatch(name):
        message, expected = "No workflow can be called that.", "letters, digits, '-' and '_', and '.' inside"
        near = re.sub(r"[^\w.-]+", "-", name[:80]).strip(".-") or "orders"
        hint = f"Choose a name such as {near!r}."
        raise Fault("invalid_input", message, pointer="/name", expected=expected, received=repr(name[:100]), hint=hint)
    file = folder / f"{name}{ENDING}"
    if file.exists():
        hint = "Choose another name, or open it with workflows.open."
        raise Fault("conflict", f"There is a workflow {name!r} already.", pointer="/name", received=name, hint=hint)
    private_folder(folder)
    Workflow({"name": name, "nodes": []}).save(file)
    narrow_kept(file)
    return {"name": name}


def narrow_kept(file: Path) -> None:
    """Take the file of a workflow from others, unless its folder is a link to one that is kept elsewhere."""
    if not file.parent.is_symlink():
        narrow(file)


def kept_workflows(folder: Path) -> dict[str, Path]:
    """Return the files of workflows in a folder by their names. None begins with a dot: names are folders, too."""
    return {file.name.removesuffix(ENDING): file for file in sorted(folder.glob(f"[!.]*{ENDING}"))}


def find_workflow(folder: Path, name: str) -> Path:
    """Return the file of a workflow, or raise a Fault with those that there are."""
    kept = kept_workflows(folder)
    if name not in kept:
        raise Fault(
            "not_found",
            f"There is no workflow {name!r} here.",
            pointer="/name",
            expected=one_of(kept) if kept else "a workflow; none is kept yet",
            received=repr(name),
            hint=did_you_mean(name, kept) or "Build one: tell what it is to do, or compile a run.",
        )
    return kept[name]
