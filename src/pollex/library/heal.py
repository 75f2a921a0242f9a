"""Healed workflows of a library: which file is meant by a name, and whether the library is right with it."""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping
from pathlib import Path
from shutil import copytree
from tempfile import TemporaryDirectory

from ..core.fault import Fault
from ..core.json import Object
from .formats import GENERIC
from .library import Library


def workflow_to_heal(library: Library, name: str) -> tuple[Path, str]:
    """Return the file of a tool or login, and the name of its runs; raise a Fault where it is no workflow."""
    wanted = name.replace("/", ".", 1)
    named = {each.name: each for kind in ("auth", "tool") for each in library.templates if each.type == kind}
    template = named.get(wanted) or library.find("tool", name)
    if template.script_kind != ".workflow.json":
        message = f"{template.name!r} is the script {template.script.name}; only a workflow can be healed."
        hint = f"Change the script, or publish a run in its place: pollex library publish {library.folder} --replace …"
        raise Fault("invalid_input", message, pointer="/name", received=template.script_kind, hint=hint, retry=False)
    return library.folder / template.script.relative_to(library.folder.absolute()), template.name


def check_healed(library: Library, documents: Mapping[Path, Object], *, taken: Collection[str] = ()) -> None:
    """Raise a Fault with all mistakes that the library would have with these documents of its files."""
    root = library.root.resolve()
    with TemporaryDirectory() as staging:
        for part in ("apps", GENERIC):
            if (root / part).exists():
                copytree(root / part, Path(staging, part), symlinks=True)
        for file, document in documents.items():
            if file.resolve().is_relative_to(root):
                copied = Path(staging, file.resolve().relative_to(root))
                copied.write_text(json.dumps(document, ensure_ascii=False), encoding="utf-8")
        Library.load(Path(staging), taken=taken)
