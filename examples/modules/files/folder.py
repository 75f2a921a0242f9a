"""Text files in one folder."""

import tempfile
from pathlib import Path


class Folder:
    """Refuses every name that leads out of it."""

    def __init__(self, folder: str | None = None) -> None:
        self._folder = Path(folder or tempfile.mkdtemp(prefix="pollex-")).resolve()

    def list(self) -> list[str]:
        """The names of all files."""
        return sorted(entry.name for entry in self._folder.iterdir() if entry.is_file())

    def read(self, name: str) -> str:
        """A file's text."""
        return self._inside(name).read_text(encoding="utf-8")

    def write(self, name: str, text: str) -> int:
        """Write a file; answers how many characters."""
        return self._inside(name).write_text(text, encoding="utf-8")

    def delete(self, name: str) -> None:
        """Delete a file."""
        self._inside(name).unlink()

    def _inside(self, name: str) -> Path:
        path = (self._folder / name).resolve()
        if path.parent != self._folder:
            raise PermissionError(f"{name!r} is not a file of this folder")
        return path
