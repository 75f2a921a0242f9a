"""Drafts for Python packages, from what their functions declare and their docstrings say."""

from .document import draft_package

__all__ = ["draft_package"]
