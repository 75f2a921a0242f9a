"""Answers as HTTP responses: data as JSON, failures as a Result with its fault."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from starlette.responses import Response

from ..core.fault import Fault
from ..core.json import dumps
from ..core.result import Result
from .refusal import HttpRefusal, status_of


def json_answer(data: Any, status: int = 200, headers: Mapping[str, str] | None = None) -> Response:
    # A lone surrogate becomes the escape that JSON has for it.
    body = dumps(data).encode("utf-8", "backslashreplace")
    return Response(body, status, headers, media_type="application/json")


def result_answer(result: Result, status: int | None = None) -> Response:
    """Return a Result, with the status of its fault."""
    if status is None:
        status = 200 if result.fault is None else status_of(result.fault)
    headers = result.fault.headers if isinstance(result.fault, HttpRefusal) else None
    return json_answer(result.to_json(), status, headers)


def fault_answer(fault: Fault) -> Response:
    return result_answer(Result.failure(fault))
