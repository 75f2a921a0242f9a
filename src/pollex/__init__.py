"""Pollex gets things done on the web and with any library, through tools that are declared as data.

Nothing is loaded until it is used: `import pollex` is cheap.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .app.app import App
    from .browser.evidence import Evidence
    from .core.budget import Budget
    from .core.call import Call
    from .core.context import Context
    from .core.declare import tool
    from .core.event import Event
    from .core.fault import Fault, Issue
    from .core.limits import Limits
    from .core.registry import Registry
    from .core.result import Result
    from .core.schema import Schema
    from .core.secret import Secret
    from .core.tool import Tool
    from .flow.workflow import Workflow
    from .page.action_results import run_action
    from .page.live import LivePage as Page
    from .runs.run import Run
    from .settings import Settings

__version__ = "0.1.0"

__all__ = [
    "App",
    "Budget",
    "Call",
    "Context",
    "Event",
    "Evidence",
    "Fault",
    "Issue",
    "Limits",
    "Page",
    "Registry",
    "Result",
    "Run",
    "Schema",
    "Secret",
    "Settings",
    "Tool",
    "Workflow",
    "run_action",
    "tool",
]

_HOMES = {
    "App": "app.app",
    "Page": "page.live:LivePage",
    "Run": "runs.run",
    "Settings": "settings",
    "Workflow": "flow.workflow",
    "Budget": "core.budget",
    "Call": "core.call",
    "Context": "core.context",
    "Event": "core.event",
    "Evidence": "browser.evidence",
    "Fault": "core.fault",
    "Issue": "core.fault",
    "Limits": "core.limits",
    "Registry": "core.registry",
    "Result": "core.result",
    "Schema": "core.schema",
    "Secret": "core.secret",
    "Tool": "core.tool",
    "run_action": "page.action_results",
    "tool": "core.declare",
}


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'pollex' has no attribute {name!r}")
    module, _, attribute = _HOMES[name].partition(":")
    found = getattr(import_module(f"pollex.{module}"), attribute or name)
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    return [*globals(), *__all__]
