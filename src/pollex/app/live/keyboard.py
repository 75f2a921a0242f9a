"""A person's keyboard. What is typed into a field is one step, with what it holds in the end.

A click into a field is kept only where nothing was typed there. A secret is never in a step: a reference takes its
place, or an input that has no value.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Final

from ...core.fault import Fault
from ...core.json import Object
from ...core.pipeline.redact import Redactor
from ...core.result import Result
from ...core.secret import Secret, placeholder
from ...core.template import escape
from ...page.hands import Touched, focused_element
from ...page.live import LivePage
from .confidential import asks_for_code
from .person_steps import CAUSED, DoneCall, PersonSteps

EDITING: Final = frozenset({"Backspace", "Delete", "ArrowLeft", "ArrowRight", "Home", "End"})
"""Keys that belong to typing while a field has the focus."""
TYPED: Final = "typed.text"
"""The name of a secret that a person has typed, and that is stored nowhere."""


@dataclass
class FieldInput:
    """What goes on in one field."""

    into: Touched
    click: DoneCall | None = None
    calls: list[DoneCall] = field(default_factory=list)
    value: str = ""
    reference: str | None = None
    """The reference of a stored secret that was typed."""

    @property
    def private(self) -> bool:
        """Whether what it holds is nobody's business, and stored nowhere."""
        return bool(self.into.about["secret"]) and self.reference is None


class PersonKeyboard:
    """Types where the focus is."""

    def __init__(self, steps: PersonSteps, page: LivePage) -> None:
        self._steps = steps
        self._page = page
        self._input: FieldInput | None = None

    def entered(self, touched: Touched, click: DoneCall) -> None:
        """Take a click into a field, which is not kept yet."""
        self._input = FieldInput(_guarded(touched), click)

    async def type(self, text: str) -> None:
        """Type at the caret."""
        going = await self._going()
        field = going.into
        if field.about["secret"]:
            going.calls.append(await self._type_secret(field, text))
            going.reference, going.value = None, await field.secret() or going.value + text
        else:
            args: Object = {"index": field.index, "text": escape(text), "clear": False}
            going.calls.append(await self._steps.call("page.type", args))
            going.value = await _value(field, going.value + text)

    async def type_stored(self, name: str) -> None:
        """Type a stored secret in place of what the field holds."""
        going = await self._going()
        args: Object = {"index": going.into.index, "text": placeholder(name)}
        going.calls.append(await self._steps.call("page.type", args, hand=False))
        going.reference = placeholder(name)

    async def edit(self, key: str) -> bool:
        """Press a key that changes the text of a field; whether it is one, and a field has the focus."""
        if key not in EDITING and len(key) > 1:
            return False
        if (found := await self._focused()) is None or not found.about["editable"]:
            return False
        if key not in EDITING:  # a letter, which is nobody's business in a secret field
            await self.type(key)
            return True
        going = await self._going(found)
        going.calls.append(await self._steps.call("page.keypress", {"key": key}))
        going.value = await found.secret() if found.about["secret"] else await _value(found, going.value)
        return True

    async def finish(self) -> None:
        """Keep what was typed, or a click into a field where nothing was."""
        going, self._input = self._input, None
        if going is None:
            return
        if going.click is not None and (going.click.caused or not going.calls):
            await self._steps.keep(going.click)
        if going.calls:
            if going.private:
                self._steps.context.redactor.learn(Secret(TYPED, going.value))
            await self._steps.keep(_as_one(going), private=going.private)

    async def _type_secret(self, field: Touched, text: str) -> DoneCall:
        """Type a piece of a secret, of which neither the piece nor what is in the field then is told to anybody."""
        own, context = Redactor(), self._steps.context
        for known in (*context.redactor.known, text, await field.secret() + text):
            own.learn(Secret(TYPED, known))
        args: Object = {"index": field.index, "text": Secret(TYPED, text), "clear": False}
        return await self._steps.call("page.type", args, context=replace(context, redactor=own))

    async def _focused(self) -> Touched | None:
        found = await focused_element(self._page)
        return None if found is None else _guarded(found)

    async def _going(self, found: Touched | None = None) -> FieldInput:
        """What goes on in the field that has the focus; what went on in another one is kept."""
        found = found or await self._focused()
        if found is None:
            raise Fault("conflict", "Nothing takes text here.", hint="Click into a field first.", retry=False)
        if self._input is None or not self._input.into.is_same(found):
            await self.finish()
            self._input = FieldInput(found)
        return self._input


def _guarded(field: Touched) -> Touched:
    """Return a field with what it holds as a secret, where it says that it is for a code."""
    if not asks_for_code(field.evidence):
        return field
    return replace(field, about={**field.about, "secret": True, "value": None})


def _as_one(going: FieldInput) -> DoneCall:
    """Return all calls in a field as one that types what it holds."""
    first, last = going.calls[0], going.calls[-1]
    hidden = placeholder(TYPED) if going.private else escape(going.value)
    args: Object = {"index": going.into.index, "text": going.reference or hidden}
    told = () if going.private else (*CAUSED, "sent", "stays")
    outcome: Object = {name: last.data[name] for name in told if name in last.data}
    data: Object = {"index": going.into.index, "url": last.data.get("url", last.look.url), **outcome}
    result = Result.success(data, proof={"/selector": going.into.evidence.to_json()})
    ms = sum(each.ms for each in going.calls)
    return replace(first, tool="page.type", args=args, result=result, ms=ms, did=last.did, state=last.state)


async def _value(field: Touched, otherwise: str) -> str:
    """What a field holds now; where the page took it away, what was typed."""
    known = await field.again()
    value = None if known is None else known["value"]
    return otherwise if value is None else str(value)
