"""The limits that a user can set. Those of the five source documents are named by their document."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any


def limit(default: Any, about: str, milliseconds: str | None = None) -> Any:
    """Return a field for a limit, with its default and the sentence that documents it.

    `milliseconds` is a variable of the environment that gives it in milliseconds.
    """
    return field(default=default, metadata={"about": about, "milliseconds": milliseconds})


@dataclass(frozen=True, slots=True)
class Limits:
    """The limits in force. Each can be raised or lowered; the reference lists them all."""

    depth: int = limit(500, "How deep a JSON value may be nested, in or out: 500 at the most.")
    call_depth: int = limit(50, "How deep tools may call tools.")
    arguments_bytes: int = limit(8_000_000, "Largest arguments of one call, as JSON text.")
    result_bytes: int = limit(16_000_000, "Largest result of one call, as JSON text; a larger one is cut, with a note.")
    result_items: int = limit(100_000, "Most items taken from a generator or iterator that a tool returns.")
    issues: int = limit(100, "Most issues listed in one fault.")
    call_timeout: float = limit(120.0, "Seconds a tool may take when it names no time limit of its own.")
    cancel_grace: float = limit(1.0, "Seconds a cancelled tool has for cleaning up before it is abandoned.")
    process_start: float = limit(30.0, "Seconds that starting a process may add to the time limit of an isolated tool.")
    abandoned_threads: int = limit(
        64, "Most abandoned threads that may still be running before blocking tools are refused."
    )
    description: int = limit(1_024, "Longest description in an exported tool definition, in characters.")

    page_elements: int = limit(100, "002: elements in a page's state.")
    page_text: int = limit(2_000, "002: characters of page text in a state.")
    element_text: int = limit(100, "002: characters of text per element.")
    history_actions: int = limit(5, "002: last actions shown in the prompt.")
    consecutive_errors: int = limit(3, "002: errors in a row after which the agent stops.")
    window_rest: float = limit(
        60.0, "Seconds for which a run waits for an answer before its browser window closes; the answer opens it again."
    )
    wait_ms: int = limit(1_000, "001: milliseconds of a wait that names no duration.")

    batch_ops: int = limit(64, "003, MAX_OPS_PER_BATCH: operations in one batch.")
    op_html_bytes: int = limit(64 * 1024, "003, MAX_HTML_PER_OP: HTML in one operation.")
    batch_html_bytes: int = limit(128 * 1024, "003, MAX_TOTAL_HTML_PER_BATCH: HTML in one batch.")
    data_command_bytes: int = limit(32 * 1024, "003, MAX_DATA_COMMAND_LEN: JSON in a data-command attribute.")
    template_tokens: int = limit(16, "003, MAX_TEMPLATE_TOKENS: template tokens in one element.")
    window_min: int = limit(120, "003: least width and height of a window, in pixels.")
    given_bytes: int = limit(1_000_000_000, "Largest file that a person gives to the page of a run.")
    windows: int = limit(200, "Most windows of a workspace.")
    components: int = limit(2_000, "Most components of a workspace.")
    state_keys: int = limit(10_000, "Most values in the state of a workspace.")
    state_bytes: int = limit(32_000_000, "Largest state of a workspace, as JSON text.")
    component_bytes: int = limit(32_000_000, "Largest props of all components of a workspace, as JSON text.")
    workspace_bytes: int = limit(
        128_000_000, "Most that commands, a model's answers and the chat may write while a workspace is open."
    )
    window_nodes: int = limit(50_000, "Most nodes in the content of one window.")
    planner_timeout: float = limit(120.0, "003: seconds a planner may take.", "POLLEX_PLANNER_TIMEOUT_MS")
    actor_timeout: float = limit(180.0, "003: seconds an actor may take.", "POLLEX_ACTOR_TIMEOUT_MS")


DEFAULT_LIMITS = Limits()
