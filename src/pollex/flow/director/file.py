"""The file of a draft: reading one to mend it, and writing what can run."""

from __future__ import annotations

from itertools import count
from pathlib import Path
from typing import Any

from ...core.fault import Fault
from ...core.json import Object
from ...core.json_file import read_json
from ..compile.names import slug
from ..document import DOCUMENT
from ..workflow import Workflow


def read_draft(file: Path) -> Object:
    """The draft in a file, which need not be able to run; a Fault where it has not the shape of a workflow."""
    try:
        document: Any = read_json(file.read_bytes(), str(file))
    except OSError as error:
        message = f"The workflow {str(file)!r} cannot be read: {error.strerror or error}."
        raise Fault("not_found", message, received=str(file), hint="Give the path of a .workflow.json file.") from error
    checked = DOCUMENT.check(document)
    if checked.issues:
        raise Fault.from_issues("invalid_input", checked.issues, what=f"{str(file)!r} cannot be edited")
    made: Object = checked.value
    return made


def free_file(folder: Path, name: str) -> Path:
    """A file for a workflow of this name; where there is one already, with a number."""
    wanted = slug(name, "workflow")
    names = (wanted if number == 1 else f"{wanted}_{number}" for number in count(1))
    files = (folder / f"{each}.workflow.json" for each in names)
    return next(file for file in files if not file.exists())


def write_workflow(workflow: Workflow, file: Path) -> None:
    """Write the file, with its fields in the order of the reference."""
    shape = DOCUMENT.document
    assert isinstance(shape, dict)
    document = {name: workflow.document[name] for name in shape["properties"] if name in workflow.document}
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        Workflow(document).save(file)
    except OSError as error:
        message = f"{str(file)!r} cannot be written: {error.strerror or error}."
        raise Fault("failed", message, received=str(file), hint="Set it with 'save' false.", retry=False) from error
