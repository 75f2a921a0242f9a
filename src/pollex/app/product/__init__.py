"""The product's own windows: runs, workflows, tools, credentials, settings, drawn with commands as any window is."""

from __future__ import annotations

from .catalog import PRODUCT_WINDOWS
from .windows import ProductWindows

__all__ = ["PRODUCT_WINDOWS", "ProductWindows"]
