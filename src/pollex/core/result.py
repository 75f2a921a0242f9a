"""The answer to a call: data or a fault, with its repairs, notes, files and cost."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from .fault import Fault
from .json import Object


@dataclass(frozen=True, slots=True)
class Repair:
    """A correction of a mistake whose meaning the schema made certain."""

    pointer: str
    did: str

    def to_json(self) -> Object:
        return {"pointer": self.pointer, "did": self.did}


class Cost(NamedTuple):
    """The time, tokens and money of a call."""

    ms: float = 0.0
    tokens_in: int = 0
    tokens_out: int = 0
    usd: float = 0.0

    def to_json(self) -> Object:
        return {"ms": round(self.ms, 3), "tokensIn": self.tokens_in, "tokensOut": self.tokens_out, "usd": self.usd}

    def plus(self, other: Cost) -> Cost:
        """Return the sum of two costs."""
        return Cost(
            self.ms + other.ms,
            self.tokens_in + other.tokens_in,
            self.tokens_out + other.tokens_out,
            self.usd + other.usd,
        )

    @classmethod
    def from_json(cls, data: Object) -> Cost:
        return cls(data["ms"], data["tokensIn"], data["tokensOut"], data["usd"])


NO_COST = Cost()


@dataclass(slots=True)
class Result:
    """A tool's answer. A failed result may still carry `data`: what succeeded before the failure.

    Only the pipeline that makes a result changes it. Not frozen, since that would triple the cost of making one.
    """

    ok: bool
    data: Any = None
    fault: Fault | None = None
    repairs: tuple[Repair, ...] = ()
    notes: tuple[str, ...] = ()
    files: tuple[str, ...] = ()
    cost: Cost = NO_COST
    proof: Mapping[str, Object] = field(default_factory=dict)
    """For each pointer into `data`, the element that shows the value, as `Evidence.to_json()` returns it."""

    @classmethod
    def success(cls, data: Any = None, **more: Any) -> Result:
        return cls(True, data, **more)

    @classmethod
    def failure(cls, fault: Fault, data: Any = None, **more: Any) -> Result:
        return cls(False, data, fault, **more)

    def unwrap(self) -> Any:
        """Return the data, or raise the fault."""
        if self.fault is not None:
            raise self.fault
        if not self.ok:
            raise Fault("failed", "The result is not ok, and says not why.", retry=False)
        return self.data

    def to_json(self) -> Object:
        shape: Object = {
            "ok": self.ok,
            "data": self.data,
            "fault": None if self.fault is None else self.fault.to_json(),
            "repairs": [repair.to_json() for repair in self.repairs],
            "notes": list(self.notes),
            "files": list(self.files),
            "cost": self.cost.to_json(),
        }
        if self.proof:
            shape["proof"] = dict(self.proof)
        return shape

    @classmethod
    def from_json(cls, data: Object) -> Result:
        return cls(
            ok=data["ok"],
            data=data["data"],
            fault=None if data["fault"] is None else Fault.from_json(data["fault"]),
            repairs=tuple(Repair(**repair) for repair in data["repairs"]),
            notes=tuple(data["notes"]),
            files=tuple(data["files"]),
            cost=Cost.from_json(data["cost"]),
            proof=dict(data.get("proof", {})),
        )
