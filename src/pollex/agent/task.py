"""A task as the user gave it: its text, the start address, and the limits of the agent."""

from __future__ import annotations

import re
from dataclasses import asdict, dataclass, fields, replace
from typing import Any, Final, Literal
from urllib.parse import urlsplit

from ..core.context import EffectPolicy
from ..core.fault import Fault
from ..core.json import Object

ADDRESS: Final = re.compile(r"""(?:https?|file)://[^\s"'<>“”]+""", re.IGNORECASE)
HOST: Final = re.compile(
    r"(?<![\w@.-])(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,}(?::\d+)?(?![\w@-])", re.IGNORECASE
)
ENDINGS: Final = ("zip", "md", "py", "js", "json", "txt", "csv", "pdf", "html", "xml", "docx", "xlsx", "png", "jpg")
"""What looks like the end of a host and is the end of a file's name."""

Where = Literal["chrome"] | None
"""In which browser a run works: the person's own, by the extension, or one of ours."""
NO_JUDGE: Final = "off"
NOTHING_SAID: Final = "(The person has said nothing.)"
LONGEST: Final = 20_000
"""Characters of a task."""


@dataclass(frozen=True, slots=True)
class Task:
    """Everything that an agent run is started with; the engine stores it with the run."""

    text: str
    url: str | None = None
    """Where to begin."""
    authority: str | None = None
    """What the person said, where a model wrote the text; None means that the text is the person's own."""
    model: str = "local"
    fallback: str | None = None
    """A second model, for when the first cannot answer."""
    judge: str | None = None
    """The model that judges what the rules leave open, or `off`; None means the task's own."""
    model_timeout: float | None = None
    """Seconds for one answer of the model; None means the usual two minutes."""
    max_steps: int = 50
    history: int | None = None
    """How many of the last actions the prompt carries; None means as the limit `history_actions` says."""
    domains: tuple[str, ...] | None = None
    """Hosts that may be reached; None means all public ones, and those of the task without being asked."""
    tools: tuple[str, ...] = ()
    """Names of the tools that the model may use in addition to those of the page."""
    files: tuple[str, ...] = ()
    """Files that may be uploaded."""
    policy: EffectPolicy = "ask"
    """What becomes of actions that cannot be taken back or lie outside the task."""
    read_only: bool | None = None
    """Whether nothing may be changed; None means: where the task only asks."""
    pictures: bool = True
    """Whether a picture of each step is kept."""
    vision: Literal["auto", "always", "off"] = "auto"
    """Whether the model is shown pictures: where a page is drawn or it asks, if it is known to see; always; never."""
    trace: str | None = None
    """Where a Playwright trace goes, without secrets."""
    where: Where = None
    """The person's own browser, or None for one of ours."""
    tab: int | None = None
    """The tab there; None means any that is free."""
    output: Object | None = None
    """The JSON Schema that the values of the answer must fit."""

    def __post_init__(self) -> None:
        if not self.text.strip():
            raise Fault("invalid_input", "The task is empty.", pointer="/task", expected="what to do, in words")
        if len(self.text) > LONGEST:
            expected, received = f"at most {LONGEST:,} characters", f"{len(self.text):,}"
            message = "The task is too long."
            raise Fault("limit", message, pointer="/task", expected=expected, received=received, retry=False)
        if self.vision not in ("auto", "always", "off"):
            message, expected = f"There is no vision {self.vision!r}.", "auto, always or off"
            raise Fault("invalid_input", message, pointer="/vision", expected=expected, received=str(self.vision))
        if self.where is not None and self.trace is not None:
            message = "No trace is written in a person's own browser."
            raise Fault("invalid_input", message, pointer="/trace", received=self.trace, hint="Leave the trace out.")
        if self.model_timeout is not None and not self.model_timeout > 0:
            message, received = "A model needs some time to answer.", str(self.model_timeout)
            raise Fault(
                "invalid_input", message, pointer="/modelTimeout", expected="more than 0 seconds", received=received
            )
        if self.max_steps < 1:
            message = f"A run of {self.max_steps} steps does nothing."
            raise Fault(
                "invalid_input", message, pointer="/maxSteps", expected="at least 1", received=str(self.max_steps)
            )

    @property
    def as_said(self) -> Task:
        """The task as guards compare with it: in the words of the person."""
        return self if self.authority is None else replace(self, text=self.authority or NOTHING_SAID)

    @property
    def only_asks(self) -> bool:
        """Whether the task is only a question, so that nothing may be changed."""
        from .guard.questions import only_asks

        return not self.files and only_asks(self.text) if self.read_only is None else self.read_only

    @property
    def addresses(self) -> tuple[str, ...]:
        """The addresses that the task names."""
        named = [match.rstrip(".,;:!?)") for match in ADDRESS.findall(self.text)]
        return tuple(named if self.url is None else [self.url, *named])

    @property
    def home(self) -> tuple[str, ...]:
        """The hosts that the task is about; empty if it does not say."""
        if self.domains is not None:
            return self.domains
        hosts = [urlsplit(address).netloc.rpartition("@")[2].lower() for address in self.addresses]
        hosts += [host.lower() for host in HOST.findall(ADDRESS.sub(" ", self.text))]
        return tuple(dict.fromkeys(host for host in hosts if host and host.rpartition(".")[2] not in ENDINGS))

    def to_json(self) -> Object:
        return asdict(self)

    @classmethod
    def from_json(cls, data: Object) -> Task:
        known = {field.name for field in fields(cls)}
        values: dict[str, Any] = {name: value for name, value in data.items() if name in known}
        for name in ("domains", "tools", "files"):
            if values.get(name) is not None:
                values[name] = tuple(values[name])
        return cls(**values)
