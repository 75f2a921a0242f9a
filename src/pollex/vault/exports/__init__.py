"""Exports of password managers, read as items. Messages about them hold no values."""

from .export import ExportSource, read_export
from .item import ExportedItem

__all__ = ["ExportSource", "ExportedItem", "read_export"]
