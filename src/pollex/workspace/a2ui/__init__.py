"""Importer of A2UI surfaces: their messages as batches of commands, and a list of what a workspace lacks for them."""

from .importer import A2uiImport, Imported, import_surface
from .lacks import LACKS

__all__ = ["LACKS", "A2uiImport", "Imported", "import_surface"]
