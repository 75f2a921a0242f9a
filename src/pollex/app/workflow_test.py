"""A workflow over a table of inputs, without effects: each row in a fresh window, up to its first effect."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from ..browser.effect import HIDDEN
from ..core.fault import Fault
from ..core.json import Object
from ..flow.workflow import Workflow
from ..library.publish import hosts_of
from ..runs.control import private_inputs
from .effect_stop import EffectStop
from .input_table import InputRow, InputTable

if TYPE_CHECKING:
    from ..runs.control import Runs


@dataclass(frozen=True, slots=True)
class RowOutcome:
    """What came of one row: done, stopped before its first effect, or refused by a fault."""

    row: InputRow
    outputs: Object
    stopped: str = ""
    fault: Fault | None = None

    @property
    def outcome(self) -> Literal["done", "stopped", "failed"]:
        if self.stopped:
            return "stopped"
        return "done" if self.fault is None else "failed"

    def to_json(self) -> Object:
        fault = None if self.fault is None or self.stopped else self.fault.to_json()
        place = {"row": self.row.number, "line": self.row.line, "inputs": self.row.inputs}
        return {
            **place,
            "outcome": self.outcome,
            "outputs": self.outputs,
            "stopped": self.stopped or None,
            "fault": fault,
        }


async def row_outcomes(
    workflow: Workflow, table: InputTable, runs: Runs, *, offline: bool = False
) -> AsyncIterator[RowOutcome]:
    """Run a workflow for each row of a table, which was checked, and yield what came of it."""
    hosts, private = hosts_of(workflow.document), private_inputs(workflow)
    for row in table.rows():
        stop = EffectStop(hosts, offline=offline)
        result = await runs.replay_workflow(workflow, row.inputs, **stop.checks)
        outputs = result.data.get("outputs", {}) if isinstance(result.data, dict) else {}
        shown = {name: HIDDEN if name in private else value for name, value in row.inputs.items()}
        yield RowOutcome(row._replace(inputs=shown), outputs, stop.reason, result.fault)
