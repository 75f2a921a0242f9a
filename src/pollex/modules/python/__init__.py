"""Python packages as modules: found, imported, made ready and called in this process."""

from .runtime import PythonRuntime

__all__ = ["PythonRuntime"]
