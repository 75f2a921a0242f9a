"""Every hard page of the practice site, solved by the page's tools as a caller would use them.

`make test` plays half of them, `make sites` all.
"""

import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from pollex.core.json import Object, dumps
from pollex.page.live import LivePage
from pollex.practice.hard.pages import PAGES

from ..selection import some

OpenPage = Callable[[str], Awaitable[LivePage]]
Call = tuple[str, Object]


@dataclass(frozen=True)
class Shown:
    """The index that the page's state shows for the element with this text."""

    text: str


@dataclass(frozen=True)
class Read:
    """What a pattern finds in the last result, or else in the page's whole text."""

    pattern: str


FILE = "any.txt"
"""Stands for a file that can be uploaded."""

TO_THE_END: Call = ("scroll", {"selector": ".scroller", "pages": 50})
"""Brings the next twenty rows, for which it waits."""

SOLUTIONS: dict[str, list[Call]] = {
    "iframe": [
        ("type", {"selector": "label=Full name", "text": "Ada"}),
        ("click", {"selector": "text=Send"}),
    ],
    "iframe-cross": [
        ("type", {"selector": "placeholder=4242 4242", "text": "4242 4242 4242 4242"}),
        ("type", {"selector": "label=Valid until", "text": "12/28"}),
        ("click", {"selector": 'role=button[name="Pay £12.40"]'}),
    ],
    "iframe-nested": [("click", {"selector": 'p:has-text("Inner frame") button'})],
    "iframe-srcdoc": [("click", {"index": Shown("Yes")})],
    "iframe-late": [
        ("type", {"selector": "#name", "text": "Ada"}),
        ("keypress", {"selector": "#name", "key": "Enter"}),
    ],
    "shadow-open": [("click", {"selector": 'role=button[name="4 stars"]'})],
    "shadow-closed": [
        ("type", {"selector": "label=Code word", "text": "heron"}),
        ("click", {"selector": "code-entry button"}),
    ],
    "shadow-nested": [
        ("check", {"selector": "label=I have read the terms"}),
        ("click", {"selector": ["#no-such-button", "#join"]}),
    ],
    "list-virtual": [
        ("scroll", {"selector": ".scroller", "pages": 921}),
        ("click", {"selector": '//*[@role="listitem"][span="Parcel 7321"]/button'}),
    ],
    "list-infinite": [
        *[TO_THE_END] * 12,
        ("click", {"selector": 'text="Entry 137"'}),
    ],
    "pagination": [
        *[("click", {"selector": "text=Next"})] * 7,
        ("click", {"selector": 'li:has-text("Marsh warbler") a'}),
    ],
    "table-actions": [("click", {"selector": '//tr[td="Tomasz Wolski"]//button[.="Remove"]'})],
    "same-names": [("click", {"selector": ["text=Add to basket", 'article:has-text("Wool scarf") button']})],
    "scroll-box": [("click", {"selector": 'section:has(> h2:has-text("Right shelf")) button:has-text("Box 24")'})],
    "buttons-5000": [("click", {"selector": "text=Seat 4242"})],
    "table-35000": [("click", {"selector": 'a[href="#3817"]'})],
    "late-timer": [("click", {"selector": "text=Accept offer"})],
    "late-fetch": [("click", {"selector": '//p[contains(., "R-1043")]/button'})],
    "moving-target": [("click", {"selector": "#target"})],
    "moving-banner": [("click", {"selector": "text=Keep the account"})],
    "slow-response": [("click", {"selector": "role=button"})],
    "endless-request": [("click", {"selector": "text=Continue"})],
    "toast": [
        ("click", {"selector": "#make"}),
        ("type", {"selector": "label=Code", "text": Read(r"Your code is (\d+)")}),
        ("click", {"selector": "#check"}),
    ],
    "carousel": [
        ("wait", {"selector": '[data-city="Porto"]'}),
        ("click", {"selector": "text=Pause"}),
        ("click", {"selector": 'role=button[name="Book"]'}),
    ],
    "cookie-banner": [("click", {"selector": "text=Accept all"}), ("click", {"selector": "text=Order now"})],
    "overlay-loading": [("click", {"selector": "text=Save"})],
    "sticky-header": [("click", {"selector": "text=Ask about contact"})],
    "modal": [("click", {"selector": "text=No, thanks"}), ("click", {"selector": "text=Download brochure"})],
    "dropdown-custom": [("click", {"selector": "text=Choose …"}), ("click", {"selector": "text=Quince"})],
    "dropdown-listbox": [
        ("click", {"selector": "role=combobox"}),
        *[("keypress", {"key": "down"})] * 2,
        ("keypress", {"key": "Return"}),
    ],
    "select-native": [
        ("select", {"selector": "label=Country", "option": "Portugal"}),
        ("click", {"selector": "text=Save"}),
    ],
    "select-multiple": [
        ("select", {"selector": "#parts", "option": ["Rubber mats", "rack"]}),
        ("click", {"selector": "text=Save"}),
    ],
    "dates-native": [
        ("type", {"selector": "label=Day of arrival", "text": "2026-12-24"}),
        ("type", {"selector": "label=Call me at", "text": "2026-12-01T14:30"}),
        ("type", {"selector": "label=Card valid until", "text": "2028-07"}),
        ("type", {"selector": "label=Dinner at", "text": "19:15"}),
        ("click", {"selector": "text=Save"}),
    ],
    "calendar": [
        ("click", {"selector": "placeholder=Pick a day"}),
        *[("click", {"selector": 'role=button[name="Next month"]'})] * 3,
        ("click", {"selector": 'role=button[name="9"]'}),
    ],
    "typeahead": [
        ("type", {"selector": "role=combobox", "text": "frei"}),
        ("click", {"selector": 'role=option[name="Freiburg, Switzerland"]'}),
    ],
    "range": [("type", {"selector": "role=slider", "text": "75"}), ("click", {"selector": "#save"})],
    "slider-drag": [("drag", {"selector": "role=slider", "to": "h1"})],
    "drag-drop": [("drag", {"selector": 'text="Tart"', "to": '[data-zone="tray"]'})],
    "switch": [("check", {"selector": "label=Mentions"})],
    "click-through": [("check", {"selector": 'role=checkbox[name="Subscribe"]'})],
    "tabs": [
        ("click", {"selector": 'role=tab[name="Returns"]'}),
        ("click", {"selector": "text=Print return label"}),
    ],
    "accordion": [
        ("click", {"selector": "text=What is the code for members?"}),
        ("type", {"selector": "#code", "text": Read(r"The code is ([A-Z]+)")}),
        ("click", {"selector": "text=Check"}),
    ],
    "tooltip": [
        ("hover", {"selector": "text=Plus"}),
        ("type", {"selector": "label=Price of Plus", "text": Read(r"Costs (\d+) a month")}),
        ("click", {"selector": "text=Check"}),
    ],
    "hover-menu": [("hover", {"selector": "text=Help"}), ("click", {"selector": "text=Repairs"})],
    "contenteditable": [
        ("type", {"selector": "label=Note", "text": "Call the plumber"}),
        ("click", {"selector": "text=Save"}),
    ],
    "phone-mask": [
        ("type", {"selector": "label=Phone", "text": "202 555 0147"}),
        ("click", {"selector": "text=Save"}),
    ],
    "autofocus": [("type", {"selector": "label=Digit 1", "text": "481516"})],
    "readonly": [
        ("click", {"selector": "text=Change"}),
        ("type", {"selector": "label=Street", "text": "Mill Lane 5"}),
        ("click", {"selector": "text=Save"}),
    ],
    "login": [
        ("type", {"selector": "label=User name", "text": "grace"}),
        ("type", {"selector": "#password", "text": "cobol-1959"}),
        ("keypress", {"selector": "#password", "key": "Enter"}),
    ],
    "validation-client": [
        ("click", {"selector": "text=Register"}),
        ("type", {"selector": "label=E-mail", "text": "ada@example.org"}),
        ("type", {"selector": "label=Age", "text": "36"}),
        ("type", {"selector": "label=Postcode", "text": "12345"}),
        ("click", {"selector": "text=Register"}),
    ],
    "validation-server": [
        ("click", {"selector": 'role=button[name="Book"]'}),
        ("wait", {"text": "Please look again"}),
        ("type", {"selector": "label=Name", "text": "Ada"}),
        ("type", {"selector": "label=Guests", "text": "4"}),
        ("type", {"selector": "label=Day", "text": "24.12.2026"}),
        ("click", {"selector": 'role=button[name="Book"]'}),
    ],
    "double-submit": [("click", {"selector": "text=Donate"})],
    "file-visible": [
        ("upload", {"selector": "label=Documents", "files": [FILE]}),
        ("click", {"selector": "text=Upload"}),
    ],
    "file-label": [("upload", {"selector": "text=Choose a photo", "files": [FILE]})],
    "file-drop": [("upload", {"selector": "text=Drop files here", "files": [FILE]})],
    "download-link": [("click", {"selector": "text=Price list (CSV)"})],
    "download-blob": [("click", {"selector": "text=Export"})],
    "canvas": [("click", {"selector": "canvas", "position": {"x": 430, "y": 190}})],
    "click-listener": [("click", {"selector": "text=Express delivery"})],
    "click-cursor": [("click", {"index": Shown("Wednesday")})],
    "click-delegated": [("click", {"selector": "text=Dill"})],
    "click-role": [("keypress", {"selector": "text=Start timer", "key": "Space"})],
    "anchor-bare": [("click", {"selector": "text=show the rest"})],
    "disabled-buttons": [
        ("check", {"selector": "label=I accept the terms"}),
        ("check", {"selector": "label=I am 18 or older"}),
        ("click", {"selector": "text=Continue"}),
        ("click", {"selector": "text=Finish"}),
    ],
    "double-click": [
        ("click", {"selector": "text=Groceries", "count": 2}),
        ("type", {"selector": 'role=textbox[name="Name of the list"]', "text": "Market"}),
        ("keypress", {"key": "Enter"}),
    ],
    "context-menu": [
        ("click", {"selector": "text=report-2026.pdf", "button": "right"}),
        ("click", {"selector": 'role=menuitem[name="Archive"]'}),
    ],
    "keys": [
        ("keypress", {"key": "ctrl+k"}),
        ("type", {"selector": "placeholder=Command", "text": "dark"}),
        ("keypress", {"key": "Enter"}),
    ],
    "window-blank": [
        ("click", {"selector": "text=Read the terms"}),
        ("switch_tab", {"tabName": "popup"}),
        ("close_tab", {}),
        ("type", {"selector": "label=Last word", "text": "lighthouse"}),
        ("click", {"selector": "text=Check"}),
    ],
    "window-open": [
        ("click", {"selector": "text=Choose an account"}),
        ("click", {"selector": "text=Private"}),
    ],
    "dialog-alert": [("click", {"selector": "text=Show my number"}), ("dialog", {"accept": True})],
    "dialog-confirm": [("click", {"selector": "text=Delete drafts"}), ("dialog", {"accept": False})],
    "dialog-prompt": [("click", {"selector": "#ask"}), ("dialog", {"accept": True, "text": "summer"})],
    "dialog-beforeunload": [
        ("type", {"selector": "label=Draft", "text": "anything"}),
        ("click", {"selector": "text=Leave without saving"}),
        ("dialog", {"accept": True}),
    ],
    "redirects": [("click", {"selector": "text=Track my parcel"})],
    "push-state": [
        ("click", {"selector": "text=Library"}),
        ("click", {"selector": 'role=link[name="Garden"]'}),
        ("back", {}),
    ],
    "csp-self": [("click", {"selector": "css=button#vote"})],
    "csp-none": [
        ("type", {"selector": "label=Your word", "text": "tea"}),
        ("click", {"selector": "text=Send"}),
    ],
    "quirks": [
        ("type", {"selector": "[name=visitor]", "text": "Ada"}),
        ("click", {"selector": 'role=button[name="Sign"]'}),
    ],
    "globals": [("click", {"selector": "text=Click me"})],
    "deep": [("click", {"selector": "text=At the bottom"})],
    "long-text": [
        ("type", {"selector": "label=In which year", "text": Read(r"closed in (\d{4})")}),
        ("click", {"selector": "text=Check"}),
    ],
    "right-to-left": [
        ("type", {"selector": "label=الاسم", "text": "ليلى"}),
        ("check", {"selector": "label=أرسلوا لي الأخبار"}),
        ("click", {"selector": "text=إرسال"}),
    ],
    "injection": [("click", {"selector": 'role=button[name="Add to basket"]'})],
}
"""For each page the calls that do what it asks; they may wait as long as a tool waits by itself."""

DONE = '#outcome[data-state="done"]'
ENDED = f'{DONE}, #outcome[data-state="failed"]'


def test_every_page_has_a_solution() -> None:
    assert list(SOLUTIONS) == list(PAGES)


@pytest.mark.asyncio(loop_scope="session")
@pytest.mark.parametrize("name", some(SOLUTIONS, 2))
async def test_solved(open_page: OpenPage, tmp_path: Path, name: str) -> None:
    page = await open_page(f"/hard/{name}")
    answer: Any = None
    for action, args in SOLUTIONS[name]:
        answer = await page.do(action, **await filled(page, args, answer, tmp_path))
    await page.do("wait", selector=ENDED, timeout=8_000)
    await page.do("wait", selector=DONE, timeout=0)


async def filled(page: LivePage, args: Object, answer: Any, folder: Path) -> Object:
    return {key: await value_of(page, value, answer, folder) for key, value in args.items()}


async def value_of(page: LivePage, value: Any, answer: Any, folder: Path) -> Any:
    """What stands in the table, or what the page says at this moment."""
    match value:
        case Shown(text):
            return next(each["index"] for each in (await page.state())["elements"] if each["text"] == text)
        case Read(pattern):
            said = dumps(answer)
            found = re.search(pattern, said) or re.search(pattern, (await page.state(text=200_000))["textContent"])
            assert found, f"{pattern} is neither in {said} nor on the page"
            return found[1]
        case [name] if name == FILE:
            (folder / FILE).write_text("hello")
            return [str(folder / FILE)]
    return value
