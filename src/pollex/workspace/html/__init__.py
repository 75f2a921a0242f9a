"""The HTML gate: what a model writes becomes typed nodes of an allow-list, and notes on what was dropped."""

from .classes import CLASSES
from .gate import GatedHtml, gate

__all__ = ["CLASSES", "GatedHtml", "gate"]
