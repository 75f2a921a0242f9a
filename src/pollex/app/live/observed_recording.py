"""A recording in which a person acts in the window of the browser itself: what is observed there becomes its steps."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Final
from urllib.parse import urlsplit

from ...agent.look import Look
from ...browser.evidence import Evidence
from ...core.domain import in_domain
from ...core.fault import Fault
from ...core.json import Object
from ...core.result import Result
from ...core.secret import Secret, placeholder
from ...core.snapshots import moved
from ...core.template import escape
from ...page.live import LivePage
from ...page.observer import PageObserver
from ...page.observer_act import ObservedAct
from ...runs.live_run import LiveRun
from .confidential import asks_for_code
from .keyboard import TYPED
from .person_steps import DoneCall, PersonSteps

if TYPE_CHECKING:
    from ...runs.control import Runs
    from ...vault import Vault
    from ...vault.credential import Credential

WRITTEN: Final = ("text", "option", "url")
"""Arguments whose braces are no references."""


async def observe_recording(runs: Runs, vault: Vault, live: LiveRun, record: Object) -> None:
    """Begin to observe the person of a recording, which is finished when they have left its browser."""
    stored = vault.credentials() if record.get("credentials") else {}
    recording = ObservedRecording(live, [stored[name] for name in record.get("credentials", ())])
    await recording.start()

    async def finish() -> None:
        await recording.left()
        await runs.finish_if_open(live.id)

    async def end() -> None:
        finishing.cancel()
        await asyncio.wait((finishing,))

    finishing = asyncio.ensure_future(finish())
    live.releasing.append(end)


class ObservedRecording:
    """Observes the page of a recording, and keeps each act as a step of its person."""

    def __init__(self, live: LiveRun, credentials: Sequence[Credential] = ()) -> None:
        """`credentials` take the place of what is typed into secret fields on their domains."""
        if not isinstance(live.page, LivePage):
            raise Fault("unavailable", f"The run {live.id!r} has no browser to observe.", retry=False)
        self.page = live.page
        self._credentials = credentials
        self._steps = PersonSteps(live.environment, self.page)
        self._observer = PageObserver(self.page, self._keep)
        live.releasing.append(self._observer.finish)

    async def start(self) -> None:
        """Begin to observe; what is done so far is kept when the recording is finished."""
        await self._observer.start()

    async def left(self) -> None:
        """Return when the person has closed the browser."""
        await self._observer.left()

    async def _keep(self, act: ObservedAct) -> None:
        if act.tool == "page.type" and asks_for_code(Evidence.from_json(act.evidence or {})):
            self._steps.context.redactor.learn(Secret(TYPED, str(act.args["text"])))
            act = replace(act, secret=True)
        args = {
            name: escape(each) if name in WRITTEN and isinstance(each, str) else each for name, each in act.args.items()
        }
        reference = self._reference(act)
        private = act.secret and reference is None
        if act.secret or reference is not None:
            args["text"] = reference or placeholder(TYPED)
        proof = {} if act.evidence is None else {"/selector": act.evidence}
        if act.goal is not None:
            args["to"], proof["/to"] = act.goal.get("css") or act.goal.get("xpath") or "", act.goal
        result = Result.success(act.data, proof=proof)
        done = DoneCall(act.tool, args, result, act.ms, moved(act.tool, act.data), None, Look(act.url, act.title, ""))
        await self._steps.keep(done, private=private)

    def _reference(self, act: ObservedAct) -> str | None:
        """Return the stored field that was typed, where a credential for this page has it."""
        if act.tool != "page.type":
            return None
        host = (urlsplit(act.url).hostname or "").lower()
        fitting = [each for each in self._credentials if any(in_domain(host, domain) for domain in each.domains)]
        found = (_field(each, act) for each in fitting)
        return next((placeholder(each) for each in found if each is not None), None)


def _field(credential: Credential, act: ObservedAct) -> str | None:
    """Return the field of a credential that an act typed: of a secret by its kind, of others by what it holds."""
    fields: Object = dict(credential.fields)
    if not act.secret:
        own = next((name for name in credential.references() if fields.get(name) == act.args.get("text")), None)
    else:
        kind = "password" if (act.evidence or {}).get("type") == "password" else "code"
        own = kind if kind in credential.references() else None
    return None if own is None else f"{credential.name}.{own}"
