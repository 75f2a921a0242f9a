"""Writes healed selectors into workflow files: each file completely or not at all, and never during a run."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

from ...core.event import Event
from ...core.fault import Fault
from ...core.json import Object
from ...core.json_file import read_json
from ...disk.replace import replace_file
from ..workflow import Workflow
from .healing import Healing, healings, located, went_well
from .version import Version, next_version

CheckDocuments: TypeAlias = Callable[[Mapping[Path, Object]], None]
"""Raises a Fault where the new documents of some files have a mistake."""


@dataclass(frozen=True, slots=True)
class RevisedFile:
    """A workflow file and its new version."""

    file: Path
    version: Version

    def to_json(self) -> Object:
        return {
            "file": str(self.file),
            "version": self.version.document.get("version", 1),
            "changes": list(self.version.changes),
            "passedOver": list(self.version.passed_over),
        }

    def in_words(self) -> list[str]:
        """Return lines for people: each changed node with the reason and its selectors before and after."""
        lines = [f"{self.file}: version {self.version.document.get('version', 1)}"] if self.version.changes else []
        for change in self.version.changes:
            sure = f"fits {change['score']:.2f}, the next {change['runnerUp']:.2f}"
            lines.append(f"  node {change['node']}: {change['why']} ({sure})")
            lines += [f"    + {way}" for way in change["to"]]
            lines += [f"      {way}" for way in change["from"] if way not in change["to"]]
        return lines + [f"  passed over {each}" for each in self.version.passed_over]


def revise_by(
    path: Path,
    workflow: Workflow,
    logs: Sequence[Sequence[Event]],
    *,
    asked: str | None,
    write: bool,
    check: CheckDocuments | None = None,
) -> list[RevisedFile]:
    """Revise by the first of some runs that succeeded and healed something; `asked` is the one that was requested."""
    if asked and not logs[0]:
        hint = "See: pollex runs list"
        raise Fault("not_found", f"There is no run {asked!r}.", pointer="/run", received=asked, hint=hint, retry=False)
    if asked and not went_well(logs[0]):
        message = "The run did not go well, so nobody knows whether what it found was right."
        hint = "Run it again: pollex flow run FILE --heal"
        raise Fault("conflict", message, pointer="/run", received=asked, hint=hint, retry=False)
    for events in logs:
        made = revise(path, workflow, healings(events), write=write, check=check) if went_well(events) else []
        if any(each.version.changes for each in made) or (made and asked):
            return made
    return []


def revise(
    path: Path,
    workflow: Workflow,
    found: Sequence[Healing],
    *,
    write: bool = True,
    check: CheckDocuments | None = None,
) -> list[RevisedFile]:
    """Make the next version of a workflow's file, and of those that it calls, where something in them was healed.

    `workflow` is the one that ran; a node that was changed since then is skipped. Where the new documents have a
    mistake, also by `check`, none is written.
    """
    by_file: dict[Path, list[tuple[int, Healing]]] = {}
    for healing in found:
        called, position = located(workflow, healing.path)
        file = path
        for name in called:
            file = (file.parent / name).resolve()
        by_file.setdefault(file, []).append((position, healing))
    made = [RevisedFile(file, next_version(_read(file), healed)) for file, healed in by_file.items()]
    changed = {each.file: each.version.document for each in made if each.version.changes}
    for file, document in changed.items():
        Workflow.from_json(document, folder=file.parent)
    if check is not None and changed:
        check(changed)
    for file, document in changed.items() if write else ():
        _write(file, document)
    return made


def _read(file: Path) -> Object:
    try:
        document: Object = read_json(file.read_bytes(), str(file))
    except OSError as error:
        message = f"The workflow {str(file)!r} cannot be read: {error.strerror or error}."
        raise Fault("not_found", message, received=str(file)) from error
    return document


def _write(file: Path, document: Object) -> None:
    text = json.dumps(document, indent=2, ensure_ascii=False) + "\n"
    try:
        replace_file(file, text)
    except OSError as error:
        message = f"{str(file)!r} cannot be written: {error.strerror or error}."
        raise Fault("failed", message, received=str(file)) from error
