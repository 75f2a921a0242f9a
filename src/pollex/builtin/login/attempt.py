"""One attempt to log in: looks what the page asks for, types it, submits each part at most once, and waits."""

from __future__ import annotations

import asyncio
from time import monotonic
from typing import Final

from ...core.context import Context
from ...core.fault import Fault
from ...core.template import Scope
from ...page.controls import FormControl
from .credential import LoginCredential
from .form import LoginForm, submit_button
from .login_page import PAUSE, LoginPageDriver
from .no_login import NoLogin
from .outcome import Exchange, LoginOutcome, Verdict, verdict
from .person import ask_code, ask_link
from .sight import Sight
from .ways import way_on
from .words import says

STEPS: Final = 12
"""Pages that a login may lead through."""
APPEARING: Final = 10.0
"""Seconds that a page has to show its form."""
QUIET: Final = 4.0
"""Seconds after which a page that loads nothing more will not show one."""
ANSWERING: Final = 25.0
"""Seconds that a site has to answer."""
SILENT: Final = 6.0
"""Seconds after which a page that has nothing more to wait for will not answer."""
FILLINGS: Final = 3
"""How often a form is filled in that the page draws anew meanwhile."""
AGREEING: Final[dict[Verdict, int]] = {"go on": 1, "refused": 3, "trouble": 3, "unsure": 10}
"""Looks after the first that must agree; most where something is concluded from what a page does not say.

Where the site led on to another document, and that has loaded, one look says that it goes on.
"""
BY_ITSELF: Final = 1.0
"""Seconds in which a page without a button submits a code by itself once it is complete."""
AT_ONCE: Final = 0.3
"""The same for one that has a button; one that listens to no typing does not."""
NO_ANSWER: Final = "The site did not answer; whether anybody is logged in is not known."


class Attempt:
    """One attempt on the page of a context."""

    def __init__(self, context: Context, credential: LoginCredential) -> None:
        self._context = context
        self._credential = credential
        self._page = LoginPageDriver(context)
        self._start = self._page.url
        self._sent: frozenset[str] = frozenset()
        """The parts that were submitted: `username`, `password`, `code`, `link`."""
        self._pressed: set[str] = set()
        self._fillings = 0

    async def run(self) -> LoginOutcome:
        """Log in, and return how that ended."""
        sight = await self._appeared()
        for _ in range(STEPS):
            found = await self._advance(sight)
            if isinstance(found, LoginOutcome):
                return found
            sight = found
        return LoginOutcome("attempt_failed", "The login leads from page to page without end.")

    async def _appeared(self) -> Sight:
        """Wait until the page shows something that a login can go on with.

        Two looks agree, or the page is looked at again before what is typed into its form is submitted.
        """
        begun, before = monotonic(), None
        while True:
            sight = await self._page.look()
            known = bool(sight.form.parts) or sight.is_inside or self._way(sight) is not None
            now = (sight.url, sight.form, sight.is_inside)
            loading = self._page.is_loading
            patience = APPEARING if loading else QUIET
            settled = now == before or sight.form.password is not None
            if (known and settled and not loading) or monotonic() - begun > patience:
                return sight
            before = now
            await asyncio.sleep(PAUSE)

    async def _advance(self, sight: Sight) -> Sight | LoginOutcome:
        """Do what the page asks for next."""
        form, sent = sight.form, self._sent
        if sight.is_inside:
            return LoginOutcome(True, "Logged in." if sent else "Already logged in.")
        if sight.asks_captcha and not sent:
            return LoginOutcome("attempt_failed", "The page wants to know that a person is there.")
        if form.password is not None and "password" not in sent:
            return await self._send_password(sight)
        if form.code and "code" not in sent:
            return await self._send_code(sight)
        way = self._way(sight)
        if form.username is not None and "username" not in sent and way is None:
            return await self._send(sight, "username")
        if "username" in sent and "link" not in sent and sight.asks_link and not form.parts - sent:
            return await self._open_link(sight)
        if sent and sight.asks_to_stay and await self._is_inside_elsewhere(self._start):
            return LoginOutcome(True, "Logged in; what the page asks now is left to the person.")
        if way is not None:
            return await self._follow(way)
        if sent:
            return LoginOutcome(False, "The site asks for nothing more, and nobody is logged in.")
        raise NoLogin(sight)

    def _way(self, sight: Sight) -> FormControl | None:
        return way_on(sight, self._sent, self._pressed, has_code=self._credential.authenticator is not None)

    async def _send_password(self, sight: Sight) -> Sight | LoginOutcome:
        """Submit the password, with the user name and the code where they are asked for on the same page."""
        form, parts = sight.form, ["password"]
        if form.username is not None and not ("username" in self._sent and form.username.filled):
            if self._credential.reference("username") is None:
                return LoginOutcome("attempt_failed", "The page asks for a user name, and the credential has none.")
            parts.insert(0, "username")
        if form.code and self._credential.authenticator is not None:
            parts.append("code")
        elif form.code and form.code[0].required:
            return self._without_code()
        return await self._send(sight, *parts)

    async def _send(self, sight: Sight, *parts: str) -> Sight | LoginOutcome:
        """Fill in these parts of the form and submit it; where the page does not keep them, look what it asks for."""
        if (mark := await self._submitted(sight.form, parts)) is not None:
            return await self._answer(sight, mark, frozenset(parts))
        self._fillings += 1
        if self._fillings == FILLINGS:
            return LoginOutcome("attempt_failed", "The page does not keep what is filled in.")
        return await self._appeared()

    async def _submitted(self, form: LoginForm, parts: tuple[str, ...]) -> int | None:
        """Type the parts into their fields and submit them; return since when, or None if the form became another."""
        fields = [field for part in parts if (field := form.first(part)) is not None]
        try:
            for part, field in zip(parts, fields, strict=True):
                await self._type(part, field)
            await self._page.come_to_rest()
            sight = await self._page.look()
            held = {each.index for each in sight.page.controls if each.filled}
            mark = self._page.mark
            if sight.form.parts == form.parts and all(field.index in held for field in fields):
                await self._page.submit(fields[-1], sight)
                return mark
        except Fault as fault:
            if fault.code != "not_found":
                raise
        return None

    async def _send_code(self, sight: Sight) -> Sight | LoginOutcome:
        """Submit a one-time code: of the authenticator, or one that the person was sent."""
        boxes, mark = sight.form.code, self._page.mark
        sent_by_site = says(sight.text, "by message") and not says(sight.text, "authenticator")
        if not sent_by_site and await self._type("code", boxes[0]):
            return await self._submit_code(sight, mark)
        if not sent_by_site and (way := self._way(sight)) is not None:
            return await self._follow(way)
        if not says(sight.text, "by message"):
            return self._without_code()
        code = await ask_code(self._context, self._page.host, len(boxes) if len(boxes) > 1 else boxes[0].length)
        if code is None:
            return LoginOutcome("attempt_failed", "The site has sent a code, and nobody could say it.")
        mark = self._page.mark
        await self._page.type(boxes[0], code)
        return await self._submit_code(sight, mark)

    def _without_code(self) -> LoginOutcome:
        host, name = self._page.host, self._credential.stored
        command = f"`pollex credentials set {name}-code --type authenticator --domain {host}`"
        why = f"{host} asks for a one-time code, and {name!r} has no authenticator: {command}."
        return LoginOutcome("attempt_failed", why)

    async def _submit_code(self, sight: Sight, mark: int) -> Sight | LoginOutcome:
        """Submit a code that was typed, unless the page has done that by itself since `mark`."""
        last = sight.form.code[-1]
        waits = BY_ITSELF if submit_button(last, sight.page) is None else AT_ONCE
        if waits == AT_ONCE and not await self._page.hears_typing(last):
            waits = 0.0
        for _ in range(round(waits / PAUSE)):
            await asyncio.sleep(PAUSE)
            if self._page.exchange(mark).sent:
                break
        else:
            mark = self._page.mark
            await self._page.submit(last)
        return await self._answer(sight, mark, frozenset({"code"}))

    async def _open_link(self, sight: Sight) -> Sight | LoginOutcome:
        """Open the link that the person was sent."""
        link = await ask_link(self._context, self._page.host)
        if link is None:
            return LoginOutcome("attempt_failed", "The site has sent a link, and nobody could say it.")
        mark = self._page.mark
        await self._page.go(link)
        return await self._answer(sight, mark, frozenset({"link"}))

    async def _follow(self, way: FormControl) -> Sight | LoginOutcome:
        """Press what leads on, and wait for the page that it leads to."""
        mark = self._page.mark
        self._pressed.add(way.name)
        if not await self._page.press(way):
            return LoginOutcome("attempt_failed", f"{way.name!r} could not be pressed.")
        if self._page.exchange(mark).broken:
            return LoginOutcome("attempt_failed", "The site is out of order.")
        return await self._appeared()

    async def _answer(self, before: Sight, mark: int, parts: frozenset[str]) -> Sight | LoginOutcome:
        """Wait for what the page says to the parts that were submitted."""
        self._sent |= parts
        begun = quiet = monotonic()
        last, agreed = "wait", 0
        while monotonic() - begun < ANSWERING:
            sight, exchange = await self._page.glance(), self._page.exchange(mark)
            now = "wait" if sight is None else self._judge(before, sight, exchange, parts)
            agreed = agreed + 1 if now == last else 0
            if sight is not None and now != "wait" and (agreed >= AGREEING[now] or self._led_on(now, before, sight)):
                return await self._concluded(now, before, sight)
            quiet = monotonic() if exchange.pending or now != last else quiet
            last = now
            if sight is not None and monotonic() - quiet > SILENT:
                return await self._silent(sight, exchange)
            await asyncio.sleep(PAUSE)
        return LoginOutcome("attempt_failed", NO_ANSWER)

    def _led_on(self, found: Verdict, before: Sight, sight: Sight) -> bool:
        """Return whether the site went on to another document, and that has loaded."""
        is_other = sight.page.document != before.page.document
        return found == "go on" and is_other and not self._page.is_loading

    def _judge(self, before: Sight, sight: Sight, exchange: Exchange, parts: frozenset[str]) -> Verdict:
        found = verdict(before, sight, exchange, parts, self._sent)
        leads_on = sight.asks_link or self._way(sight) is not None
        return "go on" if found == "unsure" and leads_on else found

    async def _concluded(self, found: Verdict, before: Sight, sight: Sight) -> Sight | LoginOutcome:
        match found:
            case "refused":
                return LoginOutcome(False, "The site refused it.")
            case "trouble":
                return LoginOutcome("attempt_failed", "The site is out of order.")
            case "unsure":
                return await self._doubted(before, sight)
        return sight

    async def _silent(self, sight: Sight, exchange: Exchange) -> LoginOutcome:
        """Conclude from a page that did not change."""
        if not exchange.sent:
            return LoginOutcome("attempt_failed", "The page did not send what was filled in.")
        if await self._is_inside_elsewhere(sight.url):
            return LoginOutcome(True, "Logged in.")
        return LoginOutcome(False, "The site answered, and asks for the same again.")

    async def _doubted(self, before: Sight, sight: Sight) -> LoginOutcome:
        """Conclude from a page without a form that does not say who is logged in: another tab shows it."""
        is_same = sight.page.document == before.page.document
        inside = sight.entry is None if is_same else await self._is_inside_elsewhere(sight.url)
        if inside:
            return LoginOutcome(True, "Logged in: the site no longer asks for a login.")
        return LoginOutcome(False, "The site still asks for a login.")

    async def _is_inside_elsewhere(self, url: str) -> bool:
        """Return whether the address, opened in another tab, asks for no login."""
        sight = await self._page.look_elsewhere(url)
        return sight is not None and (sight.is_inside or (not sight.form.parts and sight.entry is None))

    async def _type(self, part: str, field: FormControl) -> bool:
        """Type a part of the credential by its reference; return whether it has that part."""
        text = self._credential.reference(part)
        if text is not None:
            await self._page.type(field, text, Scope())
        return text is not None


async def attempt(context: Context, credential: LoginCredential, url: str | None) -> LoginOutcome:
    """Log in at an address, or on the page that is open; what keeps a login from being tried is an outcome too."""
    try:
        if url is not None:
            (await context.call("page.navigate", {"url": url})).unwrap()
        return await Attempt(context, credential).run()
    except NoLogin:
        raise
    except Fault as fault:
        if fault.code in ("cancelled", "denied", "blocked_domain", "limit", "unknown_reference", "invalid_input"):
            raise  # the run was stopped, or a policy forbids it
        return LoginOutcome("attempt_failed", fault.message)
