"""One look at a page of a login: its form, the controls that lead on, and what it says."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from ...core.context import Context
from ...core.fault import Fault
from ...page.controls import FormControl, PageControls, read_controls
from ...page.live import LivePage
from .form import LoginForm, read_form
from .words import count, is_named, says

ATTEMPTS: Final = 20
PAUSE: Final = 0.15
"""Seconds between two looks at a page that cannot be read yet."""
LEADS_ELSEWHERE: Final = ("sign up", "forgot", "elsewhere", "newsletter")


@dataclass(frozen=True)
class Sight:
    """What a page shows at one moment."""

    page: PageControls
    messages: tuple[str, ...] = ()
    """What the page has said in dialogs of the browser."""

    @cached_property
    def form(self) -> LoginForm:
        return read_form(self.page)

    @cached_property
    def text(self) -> str:
        return "\n".join((self.page.text, *self.messages))

    @property
    def url(self) -> str:
        return self.page.url

    def pressable(self, meaning: str) -> Iterator[FormControl]:
        """Yield what can be pressed and is named so."""
        for each in self.page.controls:
            if each.kind == "press" and each.shown and not each.disabled and is_named(each.name, meaning):
                yield each

    @cached_property
    def entry(self) -> FormControl | None:
        """What leads to the login form."""
        found = self.pressable("sign in")
        return next((each for each in found if not says(each.name, *LEADS_ELSEWHERE)), None)

    @cached_property
    def is_inside(self) -> bool:
        """Whether the page shows that somebody is logged in; pages that ask for a code offer to leave as well."""
        if self.form.code or next(self.pressable("sign out"), None) is None:
            return self.looks_inside
        return True

    @cached_property
    def looks_inside(self) -> bool:
        """Whether there is no form, and a menu or the text speak of somebody who is logged in."""
        if self.form.parts or self.entry is not None:
            return False
        leaving = any(each.kind == "press" and is_named(each.name, "sign out") for each in self.page.controls)
        return leaving or says(self.page.text, "inside")

    @cached_property
    def asks_captcha(self) -> bool:
        """Whether a field or box wants to know that a person is there."""
        fields = [each for each in self.page.controls if each.kind == "field" and each.shown and not each.filled]
        return any(says(f"{each.name} {each.placeholder}", "captcha") for each in fields)

    @cached_property
    def asks_link(self) -> bool:
        """Whether the page says that a link was sent."""
        return says(self.text, "by message") and says(self.text, "link")

    @cached_property
    def asks_to_stay(self) -> bool:
        """Whether the page offers something between the login and what it leads to: to stay logged in, a passkey."""
        return not self.form.parts and says(self.text, "stay") and next(self.pressable("decline"), None) is not None

    def complaint(self, before: Sight) -> str:
        """Return what the page says now and did not say before that sounds like a refusal; nothing: no such thing."""
        said = [each for each in (*self.page.alerts, *self.messages) if each not in before.page.alerts]
        if said and not self.is_inside and (self.form.parts or any(says(each, "refused", "trouble") for each in said)):
            return " ".join(said)
        new = any(count(self.text, meaning) > count(before.text, meaning) for meaning in ("refused", "trouble"))
        return self.text if new else ""


async def look(context: Context, heard: list[str]) -> Sight:
    """Look at the current tab; what the page says in dialogs is read into `heard`, and answered."""
    page = live_page(context)
    for attempt in range(ATTEMPTS):
        opened = await page.opened(asking=True)
        try:
            if (dialog := opened.tab.dialog) is None:
                return Sight(await read_controls(opened), tuple(heard))
            heard.append(dialog.message)
            accepts = dialog.kind in ("alert", "beforeunload")
            (await context.call("page.dialog", {"accept": accepts})).unwrap()
        except Fault as fault:  # the page goes on to another document, or asks something, while it is read
            if attempt == ATTEMPTS - 1 or fault.code not in ("not_found", "conflict", "unavailable"):
                raise
            await asyncio.sleep(PAUSE)
    raise Fault("failed", "The page asks one thing after the other in dialogs.", retry=False)


def live_page(context: Context) -> LivePage:
    """Return the page of a call, or raise a Fault if it has none in a browser."""
    if isinstance(context.page, LivePage):
        return context.page
    raise Fault("unavailable", "Failed to log in: there is no page here.", expected="a page", retry=False)
