"""Where the text files of a workspace go: into the person's own folders, or below one that a setting names."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Final, TypeAlias

from ...settings.own_folders import OWN_FOLDERS, find_own_folder

Place: TypeAlias = tuple[Path, list[str]]
"""A folder that is the person's, and the names below it, where no link is followed."""
ExportFolder: TypeAlias = Callable[[str], Place]
"""Returns where the files of a directory go, by its name in document 003."""
DIRECTORIES: Final = (*OWN_FOLDERS, "Temp")


def below(root: Path) -> ExportFolder:
    """Return folders of their own below `root`."""
    return lambda directory: (root, [directory])


def own_folders(otherwise: Path) -> ExportFolder:
    """Return the person's own folders; those that this machine does not have, as on a server, lie below `otherwise`."""
    return partial(_own, otherwise)


def _own(otherwise: Path, directory: str) -> Place:
    folder = find_own_folder(directory)
    return (otherwise, [directory]) if folder is None else (folder, [])
