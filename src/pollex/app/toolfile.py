"""Tools that Python files declare at their top level."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

from ..core.failure import class_name, exception_message
from ..core.fault import Fault
from ..core.tool import Tool

PATTERNS = ("tools.py", "*_tools.py")
"""The files of a folder that declare tools; others are not run."""


def load_tools(path: Path) -> list[Tool]:
    """Return the tools of a file, or of a folder's `tools.py` and `*_tools.py`; raise a Fault if one cannot be run."""
    if not _exists(path):
        raise Fault(
            "not_found", f"There is no {str(path)!r}.", received=str(path), hint="Name a Python file or a folder."
        )
    files = sorted({file for pattern in PATTERNS for file in path.glob(pattern)}) if path.is_dir() else [path]
    return [tool for file in files for tool in _declared(file.resolve())]


def _exists(path: Path) -> bool:
    try:
        return path.exists()
    except OSError:
        return False


def _declared(file: Path) -> list[Tool]:
    module = _run(file)
    return [
        tool.replace(source=f"{file}:{name}")
        for name, tool in vars(module).items()
        if type(tool) is Tool and getattr(tool.function, "__module__", None) == module.__name__
    ]


def _run(file: Path) -> ModuleType:
    name = f"pollex_file_{abs(hash(str(file)))}_{file.stem}"
    spec = importlib.util.spec_from_file_location(name, file)
    if spec is None or spec.loader is None:
        raise Fault("invalid_input", f"{str(file)!r} is not a Python file.", expected="a .py file", received=str(file))
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    try:
        spec.loader.exec_module(module)
    except Fault:
        raise
    except BaseException as error:
        raise Fault(
            "failed",
            f"{str(file)!r} could not be run: {exception_message(error)}",
            received=class_name(error),
            hint=f"Try: python {file}",
        ) from error
    return module
