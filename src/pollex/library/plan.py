"""The plan of a library tool's run: what it runs, as whom and where, frozen when the run begins."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

from ..core.fault import Fault
from ..core.json import Object
from ..core.schema import Schema
from ..core.tool import Effect
from ..flow.definition import WorkflowDefinition
from ..flow.workflow import Workflow
from .template import Template

RUN_SECONDS: Final = 600.0
"""The time limit of a library tool, where the caller gives none."""
LONGEST_RUN: Final = 1_000_000.0
"""The longest time limit, in seconds."""
OPTIONS: Final = Schema(
    {
        "type": "object",
        "properties": {
            "name": {"type": "string"},
            "credentials": {"type": "object", "additionalProperties": {"type": "string"}},
            "auth": {"type": "string"},
            "timeout": {"type": "number", "exclusiveMinimum": 0, "maximum": LONGEST_RUN},
        },
        "required": ["name"],
    }
)
"""What a caller says about a run, apart from its inputs."""


def check_options(**given: Any) -> None:
    """Raise a Fault for options of a run that are of a wrong kind; None is one that was not given."""
    checked = OPTIONS.check({name: value for name, value in given.items() if value is not None}, repair=False)
    if checked.issues:
        raise Fault.from_issues("invalid_input", checked.issues)


@dataclass(frozen=True, slots=True)
class ScriptPlan:
    """One script: a tool's or a login's."""

    name: str
    """`APP.SLUG`."""
    kind: str
    """The script's ending."""
    file: str
    digest: str
    credentials: Mapping[str, str]
    """The name of the credential that stands for each type."""
    optional: tuple[str, ...]
    """The types that it may use and that are missing."""
    library: str
    """The folder of its library, which it may read."""
    output: Any = None
    """The schema of the answer, if the template has one."""
    workflow: Object | None = None
    """The workflow, where the script is one."""
    start: str | None = None
    """The page that it begins on, where it is a generic login."""

    @classmethod
    def of(cls, template: Template, credentials: Mapping[str, str]) -> ScriptPlan:
        workflow = Workflow.load(template.script) if template.script_kind == ".workflow.json" else None
        return cls(
            name=template.name,
            kind=template.script_kind,
            file=str(template.script.absolute()),
            digest=_digest(template.script),
            credentials=dict(credentials),
            optional=tuple(kind for kind in template.credentials if kind not in credentials),
            library=str(template.root.absolute()),
            output=None if template.output is None else template.output.document,
            workflow=None if workflow is None else workflow.frozen(),
        )

    @classmethod
    def from_json(cls, data: Object) -> ScriptPlan:
        return cls(**{**data, "optional": tuple(data["optional"])})

    def definition(self) -> WorkflowDefinition:
        assert self.workflow is not None
        return WorkflowDefinition.thawed(self.workflow)

    def path(self) -> Path:
        """Return the script's file; raise a Fault if it is another one than when the run began."""
        path = Path(self.file)
        if not path.is_file() or _digest(path) != self.digest:
            message = f"The script {self.file!r} has changed since the run began."
            raise Fault("conflict", message, hint="Start a new run.", retry=False)
        return path

    def checked(self, answer: Any) -> Object:
        """Return the answer of the script; raise a Fault if it does not fit the template's outputs."""
        if not isinstance(answer, dict):
            message = f"The script of {self.name!r} returned no object."
            raise Fault("invalid_output", message, pointer="", expected="an object", received=type(answer).__name__)
        if self.output is None:
            return answer
        checked = Schema(self.output).check(answer, repair=False)
        if checked.issues:
            raise Fault.from_issues("invalid_output", checked.issues, what=f"The answer of {self.name!r}")
        return dict(checked.value)


@dataclass(frozen=True, slots=True)
class ToolPlan:
    """A script with everything around it."""

    script: ScriptPlan | None
    """None where the run is only a login, which is kept."""
    app: str
    domains: tuple[str, ...]
    login: ScriptPlan | None = None
    """How to log in first, where the tool needs credentials."""
    timeout: float = RUN_SECONDS
    effect: Effect = "act"
    """`read` where every request of its script that changes something is refused."""

    @property
    def name(self) -> str:
        script = self.script or self.login
        assert script is not None
        return script.name

    def with_inputs(self, inputs: Object) -> Object:
        """Return the plan of a run as it is stored: this one, and the inputs."""
        return {"tool": asdict(self), "inputs": inputs}

    @classmethod
    def from_json(cls, data: Object) -> ToolPlan:
        login = None if data["login"] is None else ScriptPlan.from_json(data["login"])
        script = None if data["script"] is None else ScriptPlan.from_json(data["script"])
        return cls(**{**data, "script": script, "login": login, "domains": tuple(data["domains"])})


def _digest(path: Path) -> str:
    return sha256(path.read_bytes()).hexdigest()
