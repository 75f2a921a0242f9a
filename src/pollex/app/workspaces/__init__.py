"""The workspaces of an app: opened, wired to its tools, and kept."""

from .handle import WorkspaceHandle
from .parts import AppParts
from .workspaces import Workspaces

__all__ = ["AppParts", "WorkspaceHandle", "Workspaces"]
