"""npm packages and local JavaScript files as modules, run in one Node process."""

from .runtime import NodeRuntime

__all__ = ["NodeRuntime"]
