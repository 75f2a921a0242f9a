"""The contracts that every part builds on: names, shapes and closed lists. Change one in a commit of its own."""

import inspect
from dataclasses import fields
from typing import get_args

from pollex.browser.evidence import Evidence
from pollex.core import protocols
from pollex.core.call import Call
from pollex.core.context import Context
from pollex.core.event import KINDS, Event, EventKind, MemoryLog
from pollex.core.fault import CODES, Code, Fault, Issue
from pollex.core.limits import Limits
from pollex.core.result import Cost, Repair, Result
from pollex.core.secret import EnvironmentSecrets, Secret
from pollex.core.tool import Effect, Tool


def test_fault_codes_are_a_closed_documented_list() -> None:
    assert list(CODES) == [
        "invalid_json", "invalid_input", "unknown_tool", "unknown_reference", "not_found", "ambiguous",
        "blocked_domain", "denied",
        "timeout", "cancelled", "failed", "invalid_output", "unavailable", "limit", "conflict",
    ]  # fmt: skip
    assert list(get_args(Code)) == list(CODES)
    assert all(CODES.values())


def test_event_kinds_are_a_closed_documented_list() -> None:
    assert list(get_args(EventKind)) == list(KINDS)
    assert all(KINDS.values())
    assert {"run.started", "run.finished", "call.started", "call.finished"} <= KINDS.keys()


def test_a_result_on_the_wire() -> None:
    result = Result(True, 3, repairs=(Repair("/a", "read the text as an integer"),), cost=Cost(1.5, 10, 20, 0.1))
    assert result.to_json() == {
        "ok": True,
        "data": 3,
        "fault": None,
        "repairs": [{"pointer": "/a", "did": "read the text as an integer"}],
        "notes": [],
        "files": [],
        "cost": {"ms": 1.5, "tokensIn": 10, "tokensOut": 20, "usd": 0.1},
    }
    assert Result.from_json(result.to_json()) == result


def test_a_fault_on_the_wire() -> None:
    fault = Fault.from_issues("invalid_input", [Issue("/a/b", "Expected integer.", "integer", "text", "Write 5.")])
    assert fault.to_json() == {
        "code": "invalid_input",
        "message": "Expected integer.",
        "pointer": "/a/b",
        "expected": "integer",
        "received": "text",
        "hint": "Write 5.",
        "retry": True,
        "uncertain": False,
        "issues": [
            {
                "pointer": "/a/b",
                "message": "Expected integer.",
                "expected": "integer",
                "received": "text",
                "hint": "Write 5.",
            }
        ],
    }
    assert Fault.from_json(fault.to_json()) == fault


def test_proof_names_the_element_of_a_value() -> None:
    result = Result(True, {"total": 9}, proof={"/total": Evidence(role="cell", text="9").to_json()})
    assert result.to_json()["proof"] == {"/total": {"role": "cell", "text": "9"}}
    assert Result.from_json(result.to_json()) == result


def test_an_event_on_the_wire() -> None:
    event = Event(
        "123e4567-e89b-12d3-a456-426614174000", 1, "2026-11-15T00:00:00.000000Z", "call.finished", {"call": "x"}
    )
    assert event.to_json() == {
        "run": "123e4567-e89b-12d3-a456-426614174000",
        "seq": 1,
        "at": "2026-11-15T00:00:00.000000Z",
        "kind": "call.finished",
        "data": {"call": "x"},
    }


def test_retry_says_whether_trying_again_makes_sense() -> None:
    assert Fault("invalid_input", "bad").retry
    assert Fault("not_found", "no such element").retry
    assert not any(Fault(code, "no").retry for code in ("denied", "blocked_domain", "cancelled"))
    assert not Fault("timeout", "late", uncertain=True).retry


def test_what_a_tool_is() -> None:
    assert [field.name for field in fields(Tool)][:8] == [
        "name", "description", "input", "run", "title", "output", "examples", "effect",
    ]  # fmt: skip
    assert {"timeout", "isolation", "idempotent", "output_check"} <= {field.name for field in fields(Tool)}
    assert get_args(Effect) == ("read", "act", "destroy")


def test_what_a_call_is() -> None:
    call = Call("add", {"a": 1})
    assert call.to_json() == {
        "id": call.id, "tool": "add", "args": {"a": 1}, "key": None, "trace": None, "group": None, "target": None,
        "attempt": 1,
    }  # fmt: skip


def test_the_context_carries_the_seams() -> None:
    names = {field.name for field in fields(Context)}
    assert {
        "tools",
        "run",
        "log",
        "secrets",
        "model",
        "page",
        "engine",
        "isolator",
        "cancel",
        "approve",
        "budget",
    } <= names


def test_the_protocols() -> None:
    def methods(protocol: type) -> set[str]:
        return {
            name for name, member in vars(protocol).items() if inspect.isfunction(member) and not name.startswith("_")
        }

    assert methods(protocols.Model) == {"ask", "stream"}
    assert methods(protocols.EventLog) == {"append", "append_all", "post", "find", "read", "follow", "alive", "close"}
    assert methods(protocols.Secrets) == {"get", "names"}
    assert {"state", "act", "extract", "call", "close"} <= methods(protocols.Page)
    assert methods(protocols.Steps) == {"step", "kept", "child", "sleep", "receive", "lease", "admit"}
    assert methods(protocols.Engine) == {
        "start", "outcome", "plan", "steps", "send", "cancel", "pause", "resume", "schedule", "schedules",
        "unschedule", "limit", "list", "recover", "dead", "purge", "close",
    }  # fmt: skip


def test_the_fakes_fill_their_protocols() -> None:
    log: protocols.EventLog = MemoryLog()
    secrets: protocols.Secrets = EnvironmentSecrets({})
    assert log.alive(log.owner)
    assert secrets.names() == []


def test_a_secret_is_not_text() -> None:
    secret = Secret("shop.password", "hunter2")
    assert str not in type(secret).__mro__
    assert "hunter2" not in f"{secret} {secret!r}"
    assert secret.reveal() == "hunter2"
    assert secret.placeholder == "{{secret.shop.password}}"


def test_the_numbers_of_the_documents() -> None:
    limits = Limits()
    assert (limits.page_elements, limits.page_text, limits.element_text) == (100, 2_000, 100)
    assert (limits.history_actions, limits.consecutive_errors, limits.wait_ms) == (5, 3, 1_000)
    assert (limits.batch_ops, limits.op_html_bytes, limits.batch_html_bytes) == (64, 65_536, 131_072)
    assert (limits.data_command_bytes, limits.template_tokens, limits.window_min) == (32_768, 16, 120)
    assert (limits.planner_timeout, limits.actor_timeout) == (120.0, 180.0)
