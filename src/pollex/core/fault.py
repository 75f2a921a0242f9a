"""Failures that a reader can act on: a code, a place, what was expected, what was received, what to do.

Fault                one failure of one call; raised by `page.*` methods, carried by a Result elsewhere
└── issues: Issue    every single mistake found, each with its own pointer
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Any, Final, Literal

from .json import Object

Code = Literal[
    "invalid_json",
    "invalid_input",
    "unknown_tool",
    "unknown_reference",
    "not_found",
    "ambiguous",
    "blocked_domain",
    "denied",
    "timeout",
    "cancelled",
    "failed",
    "invalid_output",
    "unavailable",
    "limit",
    "conflict",
]

CODES: Final[dict[Code, str]] = {
    "invalid_json": "The arguments are not JSON.",
    "invalid_input": "The arguments are JSON but do not fit the tool's input schema.",
    "unknown_tool": "No tool has this name.",
    "unknown_reference": "A template names a variable, input, alias or secret that does not exist.",
    "not_found": "What the call names (an element, a file, a row, a run) is not there.",
    "ambiguous": "Several things fit what the call names, and none is clearly meant.",
    "blocked_domain": "The address lies outside the allowed domains.",
    "denied": "A person or a policy said no.",
    "timeout": "The tool did not answer within its time limit.",
    "cancelled": "The call was stopped by its cancel token.",
    "failed": "The tool ran and raised an error.",
    "invalid_output": "The tool answered with something that its own output schema refuses.",
    "unavailable": "Something the tool needs (a package, a browser, a process, a service) is missing or gone.",
    "limit": "A limit or budget is used up: size, depth, number, tokens, money.",
    "conflict": "The call contradicts an earlier one, for example the same key with other arguments.",
}

RETRY: Final[frozenset[Code]] = frozenset(
    {
        "invalid_json",
        "invalid_input",
        "unknown_tool",
        "unknown_reference",
        "not_found",
        "ambiguous",
        "timeout",
        "unavailable",
    }
)
"""Codes after which the caller may try again, with the mistake corrected or a little later."""


@dataclass(frozen=True, slots=True)
class Issue:
    """One mistake in what the caller sent.

    `pointer` is RFC 6901 into that document, `file` names it where there are several.
    """

    pointer: str
    message: str
    expected: str | None = None
    received: str | None = None
    hint: str | None = None
    file: str | None = None
    keyword: str | None = field(default=None, compare=False)
    """The keyword of JSON Schema that was broken, if it was one. It stays in this process."""

    def to_json(self) -> Object:
        data: Object = {
            "pointer": self.pointer,
            "message": self.message,
            "expected": self.expected,
            "received": self.received,
            "hint": self.hint,
        }
        if self.file is not None:
            data["file"] = self.file
        return data

    @classmethod
    def from_json(cls, data: Object) -> Issue:
        return cls(**data)

    def below(self, segment: str | int) -> Issue:
        """Return this issue with its pointer seen from one level up."""
        escaped = str(segment).replace("~", "~0").replace("/", "~1")
        return replace(self, pointer=f"/{escaped}{self.pointer}")


class Fault(Exception):
    """A failure as data.

    `retry` says whether trying again makes sense, `uncertain` that the effect may have happened.
    """

    def __init__(
        self,
        code: Code,
        message: str,
        *,
        pointer: str | None = None,
        expected: str | None = None,
        received: str | None = None,
        hint: str | None = None,
        retry: bool | None = None,
        uncertain: bool = False,
        issues: Iterable[Issue] = (),
    ) -> None:
        super().__init__(message)
        self.code: Code = code
        self.message = message
        self.pointer = pointer
        self.expected = expected
        self.received = received
        self.hint = hint
        self.retry = (code in RETRY and not uncertain) if retry is None else retry
        self.uncertain = uncertain
        self.issues = tuple(issues)

    @classmethod
    def from_issues(cls, code: Code, issues: Iterable[Issue], *, what: str = "") -> Fault:
        """Return one fault for all issues: the first one is its message, the others are listed."""
        found = tuple(issues)
        first = found[0]
        more = f" (and {len(found) - 1} more)" if len(found) > 1 else ""
        prefix = f"{what}: " if what else ""
        return cls(
            code,
            f"{prefix}{first.message}{more}",
            pointer=first.pointer,
            expected=first.expected,
            received=first.received,
            hint=first.hint,
            issues=found,
        )

    def __str__(self) -> str:
        place = f" at {self.pointer}" if self.pointer else ""
        hint = f" Hint: {self.hint}" if self.hint else ""
        return f"[{self.code}]{place} {self.message}{hint}"

    def __repr__(self) -> str:
        return f"Fault({self.code!r}, {self.message!r}, pointer={self.pointer!r})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Fault) and self.to_json() == other.to_json()

    def __hash__(self) -> int:
        return hash((self.code, self.message, self.pointer))

    def __reduce__(self) -> tuple[Any, ...]:
        return Fault.from_json, (self.to_json(),)

    def to_json(self) -> Object:
        return {
            "code": self.code,
            "message": self.message,
            "pointer": self.pointer,
            "expected": self.expected,
            "received": self.received,
            "hint": self.hint,
            "retry": self.retry,
            "uncertain": self.uncertain,
            "issues": [issue.to_json() for issue in self.issues],
        }

    @classmethod
    def from_json(cls, data: Object) -> Fault:
        fields = {name: value for name, value in data.items() if name not in ("code", "message", "issues")}
        issues = [Issue.from_json(issue) for issue in data.get("issues", ())]
        return cls(data["code"], data["message"], issues=issues, **fields)


def placed(fault: Fault, pointer: str) -> Fault:
    """Return a fault whose pointers are seen from above: everything it points at lies behind `pointer`."""
    return Fault(
        fault.code,
        fault.message,
        pointer=pointer + (fault.pointer or ""),
        expected=fault.expected,
        received=fault.received,
        hint=fault.hint,
        retry=fault.retry,
        uncertain=fault.uncertain,
        issues=[replace(issue, pointer=pointer + issue.pointer) for issue in fault.issues],
    )
