"""Pictures, PDF files and downloads. Files go into the run's own folder, and nowhere else."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from time import monotonic
from typing import Final
from urllib.parse import urlsplit

from ...core.context import Context
from ...core.fault import Fault
from ...core.json import Object
from ...core.result import Result
from ...core.tool import Tool
from ...disk.private import write_private
from ..driver import TALLEST
from ..files import free_file, log_file
from ..interaction import kept
from ..live import LivePage
from ..open_tab import OpenTab
from ..secrecy import concealed
from ..targets import aim
from .declare import ELEMENT, flag, page_tool, text
from .mouse import click

UNSAFE: Final = re.compile(r"[^\w-]+")
JPEG: Final = (".jpg", ".jpeg")
"""Names of pictures that are smaller and quicker to make, and not as sharp."""

ONCE: Final[Object] = {"button": "left", "count": 1, "times": 1}
"""How a download is clicked."""


async def screenshot(page: LivePage, args: Object, context: Context) -> Result:
    opened = await page.opened()
    asked = Path(args.get("path") or "").suffix.lower()
    file = kept_as(page, args, opened, asked if asked in JPEG else ".png")
    box = None
    if "selector" in args or "index" in args:
        aimed = await aim(page, args, context, "screenshot", enabled=False)
        x, y = await opened.tab.offset(aimed.found.frame)
        left, top, width, height = aimed.reach["box"]
        box = (left + x, top + y, width, height)
    texts = page.context.redactor.known
    jpeg = file.suffix in JPEG
    height = await opened.tab.height() if args["fullPage"] and box is None else 0
    write_private(file, await pictured(opened, whole=args["fullPage"], box=box, texts=texts, jpeg=jpeg))
    log_file(context, file, "screenshot")
    cut = {"shown": f"the first {TALLEST} of {height} pixels of its height"} if height > TALLEST else {}
    return Result.success({"path": str(file), "url": opened.tab.url, **cut}, files=(str(file),))


async def pictured(
    opened: OpenTab,
    *,
    whole: bool,
    box: tuple[float, float, float, float] | None = None,
    texts: Sequence[str] = (),
    jpeg: bool = False,
) -> bytes:
    """A picture without secrets: for its instant, passwords, fields that hold a secret and whatever says one of the
    `texts` show dots, in all frames."""
    picture, _ = await concealed(opened, lambda: texts, lambda: opened.tab.picture(whole=whole, box=box, jpeg=jpeg))
    return picture


async def pdf(page: LivePage, args: Object, context: Context) -> Result:
    opened = await page.opened()
    file = kept_as(page, args, opened, ".pdf")
    write_private(file, await opened.tab.pdf())
    log_file(context, file, "pdf")
    return Result.success({"path": str(file), "url": opened.tab.url}, files=(str(file),))


async def download(page: LivePage, args: Object, context: Context) -> Result:
    """A click that must bring a file."""
    result = await click(page, {**ONCE, **args}, context)
    if "files" in result.data:
        return result
    opened = await page.opened()
    end = monotonic() + page.options.patience
    while not (files := await kept(page, opened)):
        if monotonic() >= end:
            message = "Failed to download: no file came."
            raise Fault("timeout", message, expected="a file", hint="It may open in the page or in a new tab.")
        await opened.tab.wait(await opened.tab.main(), "breathe")
    return Result.success({**result.data, "files": files}, files=tuple(files), proof=result.proof)


def kept_as(page: LivePage, args: Object, opened: OpenTab, suffix: str) -> Path:
    """Where a picture or PDF goes."""
    name = named(opened, args.get("path"), suffix)
    if page.context.redactor.value(name) != name:
        message = "Failed to name the file: a secret cannot be its name."
        raise Fault("invalid_input", message, pointer="/path", hint="Give another 'path'.", retry=False)
    try:
        return free_file(page.options.files, name)
    except Fault as fault:
        fault.received = args.get("path")
        raise


def named(opened: OpenTab, path: str | None, suffix: str) -> str:
    """The name of a file: the one that was given, else one made of the address."""
    place = urlsplit(opened.tab.url)  # without what is asked for: it may hold what nobody should read
    wanted = path or UNSAFE.sub("-", f"{place.netloc}{place.path}")[:60].strip("-") or "page"
    return wanted if Path(wanted).suffix == suffix else f"{wanted}{suffix}"


TOOLS: tuple[Tool, ...] = (
    page_tool(
        "screenshot",
        screenshot,
        "Take a picture of the page, or of one element. Passwords and typed secrets are not readable in it.",
        {
            **ELEMENT,
            "path": text("A name for the file, in the run's folder; one that ends with .jpg makes it a JPEG."),
            "fullPage": flag("The whole page, or only what is in view.", True),
        },
        examples=({}, {"selector": "role=table", "path": "orders.png"}),
        effect="read",
    ),
    page_tool(
        "pdf",
        pdf,
        "Save the page as a PDF file (headless browsers only).",
        {"path": text("A name for the file, in the run's folder.")},
        effect="read",
    ),
    page_tool(
        "download",
        download,
        "Click what starts a download, and keep the file in the run's folder.",
        ELEMENT,
        examples=({"selector": "text=Download statement"},),
    ),
)
