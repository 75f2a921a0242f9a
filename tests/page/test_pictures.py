"""What pictures must not show, read by a program that reads pictures."""

import base64
from collections.abc import Awaitable, Callable
from dataclasses import replace
from io import BytesIO
from urllib.parse import quote

import pytest
from PIL import Image, ImageChops, ImageOps

from pollex.core.call import Call
from pollex.core.invoke import invoke
from pollex.core.secret import Secret
from pollex.core.template import Scope
from pollex.page.live import LivePage
from pollex.page.playwright_driver import PlaywrightTab
from pollex.page.secrecy import concealed
from pollex.page.view import view
from pollex.testing import FakeSecrets

Reader = Callable[[str | bytes], str]
OpenPage = Callable[[str], Awaitable[LivePage]]
pytestmark = pytest.mark.asyncio(loop_scope="session")

SECRET = "kestrel-7294"
ALIKE = str.maketrans({"i": "l", "1": "l", "|": "l", "o": "0", " ": None, "–": "-", "—": "-"})
"""Signs that look like one another are one: who reads a picture takes one for the other."""

SHOWN = """<label>Password <input id=p type=password></label>
<button onclick="p.type = p.type === 'password' ? 'text' : 'password'">Show password</button>"""
TYPED = "<label>Pass code <input id=code></label>"
REPEATED = """<label>Pass code <input id=code oninput="again.textContent = copy.value = code.value"></label>
<p>You wrote <b id=again></b></p><textarea id=copy></textarea>"""


@pytest.fixture(scope="module")
def reader() -> Reader:
    """All text in a picture, in the order of the page, folded."""
    from rapidocr import RapidOCR

    threads = {f"EngineConfig.onnxruntime.{each}_op_num_threads": 1 for each in ("intra", "inter")}
    as_it_is = {"Det.limit_type": "max", "Det.limit_side_len": 1280}  # small pictures would be made large first
    read = RapidOCR(params={"Global.log_level": "error", **as_it_is, **threads})

    def text(picture: str | bytes) -> str:
        drawn = written_part(Image.open(BytesIO(picture) if isinstance(picture, bytes) else picture).convert("RGB"))
        return folded(" ".join(read(drawn, use_cls=False).txts or ()))

    return text


def written_part(picture: Image.Image) -> Image.Image:
    """A picture without the empty parts around what is drawn: there is nothing to read in them."""
    ground = picture.getpixel((picture.width - 1, picture.height - 1))
    assert isinstance(ground, tuple)
    box = ImageChops.difference(picture, Image.new("RGB", picture.size, ground)).getbbox()
    return picture if box is None else ImageOps.expand(picture.crop(box), 20, ground)


def folded(text: str) -> str:
    return text.lower().translate(ALIKE)


def drawn(body: str) -> str:
    style = "<style>* { font: 28px/1.6 monospace }</style>"
    return f"data:text/html,{quote('<!doctype html><meta charset=utf-8>' + style + body)}"


async def typed_secret(page: LivePage, selector: str) -> None:
    """As a workflow types a credential."""
    context = replace(page.context, secrets=FakeSecrets({"pass": SECRET}))
    args = {"selector": selector, "text": "{{secret.pass}}"}
    (await invoke(Call("page.type", args, scope=Scope()), context)).unwrap()


async def picture(page: LivePage) -> str:
    return str((await page.do("screenshot"))["path"])


async def bare_picture(page: LivePage) -> bytes:
    """What a picture would show if nothing were concealed."""
    return await (await page.opened()).tab.picture(whole=True)


async def shown_password(open_page: OpenPage) -> LivePage:
    page = await open_page(drawn(SHOWN))
    await page.type("#p", SECRET)
    await page.click("text=Show password")
    return page


async def typed(open_page: OpenPage) -> LivePage:
    page = await open_page(drawn(TYPED))
    await typed_secret(page, "#code")
    return page


async def repeated(open_page: OpenPage) -> LivePage:
    page = await open_page(drawn(REPEATED))
    await typed_secret(page, "#code")
    return page


async def on_a_later_page(open_page: OpenPage) -> LivePage:
    page = await typed(open_page)
    await page.navigate(drawn(f"<h1>Your Pass</h1><p>It is {SECRET}</p>"))
    return page


async def in_a_frame(open_page: OpenPage) -> LivePage:
    page = await open_page(drawn(f'<iframe width=900 height=300 srcdoc="{SHOWN.replace(chr(34), "&quot;")}"></iframe>'))
    await page.type("label=Password", SECRET)
    await page.click("text=Show password")
    return page


async def test_the_password_of_a_bank_is_not_in_the_picture(open_page: OpenPage, reader: Reader) -> None:
    page = await open_page("/bank/login")
    await page.type("#password", SECRET)
    said = reader(await picture(page))
    tab = (await page.opened()).tab
    assert isinstance(tab, PlaywrightTab)
    await tab.page.evaluate("document.querySelector('#password').type = 'text'")
    assert folded(SECRET) in reader(await bare_picture(page))
    for each in (said, reader(await picture(page))):
        assert (folded("Password") in each, folded(SECRET) in each) == (True, False)


@pytest.mark.parametrize("scene", [shown_password, typed, repeated, on_a_later_page, in_a_frame])
async def test_what_is_shown_to_people_is_not_in_the_picture(
    open_page: OpenPage, reader: Reader, scene: Callable[[OpenPage], Awaitable[LivePage]]
) -> None:
    page = await scene(open_page)
    assert folded(SECRET) in reader(await bare_picture(page))
    watched = await view(page)
    assert watched is not None
    for each in (await picture(page), base64.b64decode(watched["image"])):
        said = reader(each)
        assert (folded("Pass") in said, folded(SECRET) in said) == (True, False)


async def test_a_secret_that_comes_while_the_picture_is_taken_is_not_shown(open_page: OpenPage) -> None:
    page = await open_page(drawn("<p id=said>Your Pass</p>"))
    page.context.redactor.learn(Secret("pass", SECRET))
    opened = await page.opened()

    async def late() -> None:
        assert isinstance(opened.tab, PlaywrightTab)
        await opened.tab.page.evaluate(f"said.textContent = {SECRET!r}")

    assert (await concealed(opened, lambda: page.context.redactor.known, late))[1] is False
    assert (await view(page)) is not None
