"""One attempt to log in: looks what the page asks for, types it, submits each part at most once, and waits."""

from __future__ import annotations

import asyncio
from time import monotonic
from typing import Any, Final
from urllib.parse import urlsplit

from ...core.context import Context
from ...core.fault import Fault
from ...core.result import Result
from ...core.template import Scope
from ...page.controls import Control
from .credential import LoginCredential
from .form import submit_button
from .outcome import Exchange, LoggedIn, Outcome, Verdict, verdict
from .person import ask_code, ask_link
from .sight import Sight, live_page, look
from .ways import way_on
from .words import says

STEPS: Final = 12
"""Pages that a login may lead through."""
PAUSE: Final = 0.25
"""Seconds between two looks."""
APPEARING: Final = 10.0
"""Seconds that a page has to show its form."""
QUIET: Final = 4.0
"""Seconds after which a page that loads nothing more will not show one."""
ANSWERING: Final = 25.0
"""Seconds that a site has to answer."""
LOOKING: Final = 5.0
"""Seconds after which a page that is on its way somewhere cannot be read."""
PRESSING: Final = 15.0
"""Seconds after which what was pressed is still on its way."""
FILLINGS: Final = 3
"""How often a form is filled in that the page draws anew meanwhile."""
SILENT: Final = 6.0
"""Seconds after which a page that has nothing more to wait for will not answer."""
DOUBTFUL: Final = 4
"""Looks that must agree before something is concluded from what a page does not say."""
BY_ITSELF: Final = 1.0
"""Seconds in which a page submits a code by itself once it is complete."""
ENABLING: Final = 3.0
"""Seconds until a button can be pressed once the form is filled in."""


class Attempt:
    """One attempt on the page of a context."""

    def __init__(self, context: Context, credential: LoginCredential) -> None:
        self._context = context
        self._page = live_page(context)
        self._credential = credential
        self._sent: frozenset[str] = frozenset()
        """The parts that were submitted: `username`, `password`, `code`, `link`."""
        self._start = self._page.url
        self._pressed: set[str] = set()
        self._heard: list[str] = []

    async def run(self) -> Outcome:
        """Log in, and return how that ended."""
        sight = await self._appeared()
        for _ in range(STEPS):
            found = await self._advance(sight)
            if isinstance(found, Outcome):
                return found
            sight = found
        return self._ended("attempt_failed", "The login leads from page to page without end.")

    async def _appeared(self) -> Sight:
        """Wait until the page shows something that a login can begin with."""
        begun, before = monotonic(), None
        while True:
            sight = await self._look()
            known = bool(sight.form.parts) or sight.is_inside or self._way(sight) is not None
            now = (sight.url, sight.form, sight.is_inside)
            patience = APPEARING if self._traffic.is_waiting(0) else QUIET
            if (known and now == before) or monotonic() - begun > patience:
                return sight
            before = now
            await asyncio.sleep(PAUSE)

    async def _advance(self, sight: Sight) -> Sight | Outcome:
        """Do what the page asks for next."""
        form = sight.form
        if sight.is_inside:
            return self._ended(True, "Logged in." if self._sent else "Already logged in.")
        if sight.asks_captcha and not self._sent:
            return self._ended("attempt_failed", "The page wants to know that a person is there.")
        if form.password is not None and "password" not in self._sent:
            return await self._send_password(sight)
        if form.code and "code" not in self._sent:
            return await self._send_code(sight)
        way = self._way(sight)
        if form.username is not None and "username" not in self._sent and way is None:
            return await self._send_name(sight)
        if "username" in self._sent and "link" not in self._sent and sight.asks_link and not form.parts - self._sent:
            return await self._open_link(sight)
        if self._sent and sight.asks_to_stay and await self._is_inside_elsewhere(self._start):
            return self._ended(True, "Logged in; what the page asks now is left to the person.")
        if way is not None:
            return await self._follow(way)
        if self._sent:
            return self._ended(False, "The site asks for nothing more, and nobody is logged in.")
        return self._ended("attempt_failed", "There is no login form on the page.")

    def _way(self, sight: Sight) -> Control | None:
        return way_on(sight, self._sent, self._pressed, has_code=self._credential.authenticator is not None)

    async def _send_name(self, sight: Sight) -> Sight | Outcome:
        """Submit the user name alone."""
        return await self._send(sight, "username")

    async def _send_password(self, sight: Sight) -> Sight | Outcome:
        """Submit the password, with the user name and the code where they are asked for on the same page."""
        form, parts = sight.form, ["password"]
        if form.username is not None and not ("username" in self._sent and form.username.filled):
            if self._credential.reference("username") is None:
                return self._ended("attempt_failed", "The page asks for a user name, and the credential has none.")
            parts.insert(0, "username")
        if form.code and self._credential.authenticator is not None:
            parts.append("code")
        elif form.code and form.code[0].required:
            return self._ended("attempt_failed", "The page asks for a one-time code, and no credential makes it.")
        return await self._send(sight, *parts)

    async def _send(self, sight: Sight, *parts: str) -> Sight | Outcome:
        """Fill in these parts of the form, and submit it."""
        for _ in range(FILLINGS):
            fields = [field for part in parts if (field := sight.form.first(part)) is not None]
            for part, field in zip(parts, fields, strict=False):
                await self._type(part, field)
            filled = await self._look()
            held = {each.index for each in filled.page.controls if each.filled}
            if len(fields) == len(parts) and all(field.index in held for field in fields):
                return await self._submit(sight, fields[-1], frozenset(parts))
            sight = await self._appeared()  # the page has drawn the form anew
        return self._ended("attempt_failed", "The page does not keep what is filled in.")

    async def _send_code(self, sight: Sight) -> Sight | Outcome:
        """Submit a one-time code: of the authenticator, or one that the person was sent."""
        boxes, mark = sight.form.code, self._traffic.mark
        sent_by_site = says(sight.text, "by message") and not says(sight.text, "authenticator")
        if not sent_by_site and await self._type("code", boxes[0]):
            return await self._submit(sight, boxes[-1], frozenset({"code"}), mark=mark)
        if (way := self._way(sight)) is not None and not sent_by_site:
            return await self._follow(way)
        if not says(sight.text, "by message"):
            return self._ended("attempt_failed", "The page asks for a one-time code, and no credential makes it.")
        code = await ask_code(self._context, self._host, len(boxes) if len(boxes) > 1 else boxes[0].length)
        if code is None:
            return self._ended("attempt_failed", "The site has sent a code, and nobody could say it.")
        mark = self._traffic.mark
        await self._enter(boxes[0], code)
        return await self._submit(sight, boxes[-1], frozenset({"code"}), mark=mark)

    async def _open_link(self, sight: Sight) -> Sight | Outcome:
        """Open the link that the person was sent."""
        link = await ask_link(self._context, self._host)
        if link is None:
            return self._ended("attempt_failed", "The site has sent a link, and nobody could say it.")
        mark = self._traffic.mark
        self._sent |= {"link"}
        await self._call("page.navigate", url=link)
        return await self._answer(sight, mark, frozenset({"link"}))

    async def _submit(
        self, sight: Sight, field: Control, parts: frozenset[str], mark: int | None = None
    ) -> Sight | Outcome:
        """Send the form once: by its button, or Enter; a page may have done that by itself since `mark`."""
        if mark is not None:
            await asyncio.sleep(BY_ITSELF)
            if self._exchange(mark).sent:
                return await self._answered(sight, mark, parts)
        filled = await self._look()
        button = await self._enabled(field, filled)
        mark = self._traffic.mark
        if button is None or not await self._press(button):
            await self._do("page.keypress", index=field.index, key="Enter")
        return await self._answered(sight, mark, parts)

    async def _enabled(self, field: Control, sight: Sight) -> Control | None:
        """Return the button that sends a form, once it can be pressed."""
        end = monotonic() + ENABLING
        while (button := submit_button(field, sight.page)) is not None and button.disabled:
            if monotonic() > end:
                return None
            await asyncio.sleep(PAUSE)
            sight = await self._look()
        return button

    async def _follow(self, way: Control) -> Sight | Outcome:
        """Press what leads on, and wait for the page that it leads to."""
        mark = self._traffic.mark
        self._pressed.add(way.name)
        if not await self._press(way):
            return self._ended("attempt_failed", f"{way.name!r} could not be pressed.")
        if self._exchange(mark).broken:
            return self._ended("attempt_failed", "The site is out of order.")
        return await self._appeared()

    async def _press(self, button: Control) -> bool:
        """Press a button, once what lies over it is dismissed; return whether that could be done."""
        mark = self._traffic.mark
        try:
            async with asyncio.timeout(PRESSING):
                result = await self._call("page.click", index=button.index)
        except TimeoutError:
            return True
        if result.fault is None or result.fault.uncertain or self._exchange(mark).sent:
            return True
        return await self._dismiss() and (await self._call("page.click", index=button.index)).ok

    async def _dismiss(self) -> bool:
        """Close what lies over the page: a dialog, or a banner about cookies."""
        sight = await self._look()
        banner = says(sight.text, "consent")
        found = [*sight.pressable("decline"), *(sight.pressable("agree") if banner else ())]
        last = sight.form.last
        over = [each for each in found if each.dialog and (last is None or each.dialog != last.dialog)]
        chosen = over or (found if banner else [])
        return bool(chosen) and (await self._call("page.click", index=chosen[0].index)).ok

    async def _answered(self, before: Sight, mark: int, parts: frozenset[str]) -> Sight | Outcome:
        self._sent |= parts
        return await self._answer(before, mark, parts)

    async def _answer(self, before: Sight, mark: int, parts: frozenset[str]) -> Sight | Outcome:
        """Wait for what the page says to what was submitted."""
        begun = quiet = monotonic()
        last, agreed = "wait", 0
        while monotonic() - begun < ANSWERING:
            sight, exchange = await self._glance(), self._exchange(mark)
            now = "wait" if sight is None else self._judge(before, sight, exchange, parts)
            agreed = agreed + 1 if now == last else 0
            if sight is not None and now != "wait" and agreed >= (DOUBTFUL if now == "unsure" else 1):
                return await self._concluded(now, before, sight)
            quiet = monotonic() if exchange.pending or now != last else quiet
            last = now
            if sight is not None and monotonic() - quiet > SILENT:
                return await self._silent(sight, exchange)
            await asyncio.sleep(PAUSE)
        return self._ended("attempt_failed", "The site did not answer; whether anybody is logged in is not known.")

    def _judge(self, before: Sight, sight: Sight, exchange: Exchange, parts: frozenset[str]) -> Verdict:
        found = verdict(before, sight, exchange, parts, self._sent)
        leads_on = sight.asks_link or self._way(sight) is not None
        return "go on" if found == "unsure" and leads_on else found

    async def _glance(self) -> Sight | None:
        """Look at the page; None where it is on its way to another one."""
        try:
            async with asyncio.timeout(LOOKING):
                return await self._look()
        except TimeoutError:
            return None

    async def _concluded(self, found: Verdict, before: Sight, sight: Sight) -> Sight | Outcome:
        match found:
            case "refused":
                return self._ended(False, "The site refused it.")
            case "trouble":
                return self._ended("attempt_failed", "The site is out of order.")
            case "unsure":
                return await self._doubted(before, sight)
        return sight

    async def _silent(self, sight: Sight, exchange: Exchange) -> Sight | Outcome:
        """Conclude from a page that did not change."""
        if not exchange.sent:
            return self._ended("attempt_failed", "The page did not send what was filled in.")
        if await self._is_inside_elsewhere(sight.url):
            return self._ended(True, "Logged in.")
        return self._ended(False, "The site answered, and asks for the same again.")

    async def _doubted(self, before: Sight, sight: Sight) -> Outcome:
        """Conclude from a page without a form that does not say who is logged in: another tab shows it."""
        if sight.page.document == before.page.document:
            inside = sight.entry is None
        else:
            inside = await self._is_inside_elsewhere(sight.url)
        if inside:
            return self._ended(True, "Logged in: the site no longer asks for a login.")
        return self._ended(False, "The site still asks for a login.")

    async def _is_inside_elsewhere(self, url: str) -> bool:
        """Return whether the address, opened in another tab, asks for no login."""
        here = (await self._page.opened(asking=True)).name
        opened = await self._call("page.open_tab", url=url)
        try:
            sight = await self._look()
            await asyncio.sleep(2 * PAUSE)
            sight = await self._look()
        finally:
            await self._call("page.close_tab")
            await self._call("page.switch_tab", tabName=here)
        if not opened.ok or (opened.data.get("status") or 200) >= 400:
            return False
        return sight.is_inside or (not sight.form.parts and sight.entry is None)

    @property
    def _traffic(self) -> Any:
        current = self._page.tabs.current
        assert current is not None
        return current.tab.traffic

    @property
    def _host(self) -> str:
        return urlsplit(self._page.url).hostname or ""

    def _exchange(self, mark: int) -> Exchange:
        return Exchange.since(mark, self._traffic, self._host)

    async def _look(self) -> Sight:
        return await look(self._context, self._heard)

    async def _type(self, part: str, field: Control) -> bool:
        """Type a part of the credential by its reference; return whether it has that part."""
        text = self._credential.reference(part)
        if text is not None:
            await self._enter(field, text, scope=Scope())
        return text is not None

    async def _enter(self, field: Control, text: str, scope: Scope | None = None) -> None:
        """Type into a field, once what lies over it is dismissed; one that has just gone is looked for again."""
        args = {"index": field.index, "text": text}
        result = await self._context.call("page.type", args, scope=scope)
        if result.fault is not None and result.fault.code in ("failed", "timeout") and await self._dismiss():
            result = await self._context.call("page.type", args, scope=scope)
        if result.fault is not None and result.fault.code != "not_found":
            raise result.fault

    async def _call(self, tool: str, **args: Any) -> Result:
        return await self._context.call(tool, args)

    async def _do(self, tool: str, **args: Any) -> None:
        (await self._call(tool, **args)).unwrap()

    def _ended(self, logged_in: LoggedIn, why: str) -> Outcome:
        return Outcome(logged_in, why, submitted=bool(self._sent))


async def attempt(context: Context, credential: LoginCredential, url: str | None) -> Outcome:
    """Log in at an address, or on the page that is open; what keeps it from being tried is an outcome too."""
    if url is not None:
        arrived = await context.call("page.navigate", {"url": url})
        if arrived.fault is not None:
            _raise_unless_page(arrived.fault)
            return Outcome("attempt_failed", arrived.fault.message)
    trying = Attempt(context, credential)
    try:
        return await trying.run()
    except Fault as fault:
        _raise_unless_page(fault)
        return Outcome("attempt_failed", fault.message)


def _raise_unless_page(fault: Fault) -> None:
    """Raise a fault that is not about the page: the run was stopped, or a policy forbids it."""
    if fault.code in ("cancelled", "denied", "blocked_domain", "limit", "unknown_reference", "invalid_input"):
        raise fault
