"""What a run did, kept as a workflow among those of the home folder."""

from __future__ import annotations

from pathlib import Path

from ...core.json import Object
from ...disk.private import private_folder
from ...flow.director.file import free_file, write_workflow
from ...runs.run import Run
from ..workflows.files import ENDING, narrow_kept


async def keep_run(run: Run, folder: Path, name: str | None, *, partial: bool = False, replay: bool = True) -> Object:
    """Compile a run into a new file of the folder; return its name, what was made and what is unsure."""
    workflow = await run.compile(name=name, partial=partial, replay=replay)
    file = free_file(folder, workflow.name)
    private_folder(folder)
    write_workflow(workflow, file)
    narrow_kept(file)
    made = workflow.document
    said = made["changes"][0] if made.get("changes") else {}
    return {
        "name": file.name.removesuffix(ENDING),
        "file": str(file),
        "nodes": len(workflow.nodes),
        "inputs": [each["display_name"] for each in made.get("inputs", ())],
        "did": said.get("did", []),
        "unsure": said.get("unsure", []),
    }
