"""The generic login: one way for people's orders, agents, workflows and scripts, on pages that it has never seen."""

from .tool import login_tool, looks_logged_in

__all__ = ["login_tool", "looks_logged_in"]
