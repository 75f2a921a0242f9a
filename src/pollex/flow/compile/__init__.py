"""From a run of an agent to a workflow that does the same without a model."""

from __future__ import annotations

from .compile import Compiled, compile_run

__all__ = ["Compiled", "compile_run"]
