"""How a script ended, as its process reports it: its value, or a fault with the line where it stopped."""

from __future__ import annotations

import linecache
import os
from collections import deque
from collections.abc import Callable
from types import TracebackType
from typing import Any, Final

from ..core.failure import class_name, exception_message, well_formed_fault
from ..core.fault import Fault
from ..core.json import Object, brief
from ..core.size import is_plain

SIGNATURES: Final = {
    "run": "async def run(page, inputs, credentials) -> dict",
    "logged_in": "async def logged_in(page) -> bool",
}
RETURNS: Final[dict[str, tuple[type, str]]] = {"run": (dict, "a dict"), "logged_in": (bool, "True or False")}
"""What each function must return, as a type and in words."""


class ScriptEnding:
    """Turns what a script returned or raised into the message that ends it."""

    def __init__(self, file: str, function: str) -> None:
        self.faults: deque[Fault] = deque()
        """Faults of the page's calls: their pointers are into the arguments of those calls."""
        self._file = file
        self._name = os.path.basename(file)  # noqa: PTH119 - pathlib need not be loaded
        self._function = function

    def entry(self, module: Any) -> Callable[..., Any]:
        """Return the function of the script that is to be called."""
        found = getattr(module, self._function, None)
        if callable(found):
            return found  # type: ignore[no-any-return]
        raise Fault(
            "unavailable",
            f"The script {self._name!r} has no function {self._function!r}.",
            expected=SIGNATURES[self._function],
            hint=f"Write {SIGNATURES[self._function]}.",
            retry=False,
        )

    def of_value(self, value: Any) -> Object:
        kind, name = RETURNS[self._function]
        if not isinstance(value, kind):
            message = f"{self._function!r} of the script {self._name!r} did not return {name}."
            hint = f"Write {SIGNATURES[self._function]}, and return {name}."
            return fault_message(
                Fault("invalid_output", message, pointer="", expected=name, received=brief(value), hint=hint)
            )
        return {"data": value, "notes": []} if is_plain(value) else self._converted(value)

    def of_error(self, error: BaseException) -> Object:
        line = self._line(error)
        place = "" if line is None else f" (line {line})"
        if isinstance(error, Fault):
            fault = well_formed_fault(self._name, error)
            fault.message += "" if line is None else f" (line {line} of the script {self._name!r})"
            if any(error is each for each in self.faults):
                fault.pointer = None
            return fault_message(fault)
        if isinstance(error, SystemExit):
            message = f"The script {self._name!r} ended its process with sys.exit({error.code!r}){place}."
            hint = "Return a value, or raise an exception that says what is wrong."
            return fault_message(Fault("failed", message, received="SystemExit", hint=hint, retry=False))
        said = exception_message(error)
        text = class_name(error) if said == class_name(error) else f"{class_name(error)}: {said}"
        message = f"The script {self._name!r} raised {text}{place}."
        source = "" if line is None else linecache.getline(self._file, line).strip()
        about = f"Line {line} is: {source}" if source else None
        return fault_message(Fault("failed", message, received=class_name(error), hint=about, retry=False))

    def _converted(self, value: Any) -> Object:
        """Return a value with parts that are no JSON by the rule of `core.plain`; what has no JSON form is a fault."""
        from ..core.plain import plain  # rarely needed: a script should start quickly

        data, notes = plain(value)
        opaque = next(unreadable(data, ""), None)
        if opaque is None:
            return {"data": data, "notes": notes}
        pointer, kind = opaque
        return fault_message(
            Fault(
                "invalid_output",
                f"The script {self._name!r} returned a value that has no JSON form.",
                pointer=pointer,
                expected="text, a number, true, false, null, a list or a dict of these",
                received=kind,
                hint="Return the text or the number that is meant by it.",
                retry=False,
            )
        )

    def _line(self, error: BaseException) -> int | None:
        """Return the line of the script where it stopped."""
        if isinstance(error, SyntaxError) and error.filename == self._file:
            return error.lineno
        line, trace = None, error.__traceback__
        while isinstance(trace, TracebackType):
            if trace.tb_frame.f_code.co_filename == self._file:
                line = trace.tb_lineno
            trace = trace.tb_next
        return line


def fault_message(fault: Fault) -> Object:
    return {"fault": fault.to_json()}


def unreadable(value: Any, pointer: str) -> Any:
    """Yield the pointer and the class of each part that `core.plain` could only name."""
    if isinstance(value, dict):
        if type(value.get("$type")) is str:
            yield pointer, value["$type"]
        for key, item in value.items():
            yield from unreadable(item, f"{pointer}/{key.replace('~', '~0').replace('/', '~1')}")
    elif isinstance(value, list):
        for index, item in enumerate(value):
            yield from unreadable(item, f"{pointer}/{index}")
