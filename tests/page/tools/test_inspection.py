"""JavaScript that only reads: held to that by the engine, kept from what nobody should see."""

from collections.abc import Awaitable, Callable
from urllib.parse import quote

import pytest

from pollex.core.fault import Fault
from pollex.page.live import LivePage

OpenPage = Callable[[str], Awaitable[LivePage]]
FaultOf = Callable[..., Awaitable[Fault]]
pytestmark = pytest.mark.asyncio(loop_scope="session")
BODY = """<ul><li class=done>One<li>Two</ul><input id=name value=Ada><input type=password>
<script>window.secret = 1; document.querySelector("li").onclick = () => { document.title = "clicked" }</script>"""
SECRET = '<input id=word type=password value="hunter-22"><p data-copy="hunter-22">x</p>'


def made(body: str) -> str:
    return "data:text/html," + quote(f"<!doctype html><meta charset=utf-8><title>Small</title><body>{body}")


PAGE = made(BODY)


@pytest.mark.parametrize(
    ("expression", "value"),
    [
        ("[...document.querySelectorAll('li')].map(({ textContent }) => textContent)", ["One", "Two"]),
        ("getComputedStyle(document.body).display", "block"),
        ("document.querySelector('li').getBoundingClientRect().height > 0", True),
        ("document.querySelector('#name').value.toUpperCase()", "ADA"),
        ("[3, 1, 2].sort().join()", "1,2,3"),
        ("typeof secret", "undefined"),
        ("return document.title;", "Small"),
        ("const two = [...document.querySelectorAll('li')];\nreturn two.length", 2),
        ("document.elementFromPoint(50, 20).textContent", "One"),
        ("document.elementsFromPoint(50, 20).map((each) => each.localName)", ["li", "ul", "body", "html"]),
        ("Object.keys(document.querySelector('li').getBoundingClientRect()).length > 7", True),
        ("[...document.querySelector('li').getClientRects()].map(({ x }) => x)", [48]),
        ("document.querySelector('li').outerHTML", '<li class="done">One</li>'),
        ("[...document.querySelectorAll('li')].map((each) => each.matches('.done'))", [True, False]),
        ("document.querySelector('li').closest('ul').children.length", 2),
        ("getComputedStyle(document.body).getPropertyValue('display')", "block"),
        ("document.querySelector('li').checkVisibility()", True),
        ("matchMedia('(min-width: 10px)').matches", True),
    ],
)
async def test_what_only_reads_works(open_page: OpenPage, expression: str, value: object) -> None:
    assert await (await open_page(PAGE)).do("inspect", expression=expression) == value


@pytest.mark.parametrize(
    "expression",
    [
        "document.querySelector('li').click()",
        "document.title = 'changed'",
        "fetch('/x')",
        "document.querySelector('li').dispatchEvent(new Event('click'))",
        "location.href = 'about:blank'",
        "document.body.append('x')",
        "history.back()",
        "new Image().src = 'http://127.0.0.1:9/x'",
        "matchMedia({ toJSON() { document.title = 'changed' } })",
    ],
)
async def test_what_would_do_something_is_refused(open_page: OpenPage, fault_of: FaultOf, expression: str) -> None:
    page = await open_page(PAGE)
    fault = await fault_of(page, "inspect", expression=expression)
    assert (fault.code, fault.pointer) == ("denied", "/expression")
    assert (await page.state())["title"] == "Small"


@pytest.mark.parametrize(
    "expression",
    [
        "document.cookie",
        "document['coo' + 'kie']",
        "globalThis['local' + 'Storage'].length",
        "self['par' + 'ent'].name",
    ],
)
async def test_what_nobody_should_see_is_not_seen(open_page: OpenPage, fault_of: FaultOf, expression: str) -> None:
    fault = await fault_of(await open_page(PAGE), "inspect", expression=expression)
    assert (fault.code, fault.message) == ("denied", "Passwords, cookies and storage are not read.")


@pytest.mark.parametrize(
    "body",
    [
        SECRET,
        '<input autocomplete=current-password value="hunter-22">',
        f"<p id=host></p><script>host.attachShadow({{mode: 'open'}}).innerHTML = `{SECRET}`</script>",
        '<iframe srcdoc="<input value=hunter-22>"></iframe>',
    ],
)
async def test_a_page_with_a_password_or_a_frame_of_its_own_is_not_inspected(
    open_page: OpenPage, fault_of: FaultOf, body: str
) -> None:
    """What is read could be brought out letter by letter, in an error, or by the frame's own functions."""
    page = await open_page(made(body))
    for expression in ("document.title", "(() => { throw new Error(document.body.innerHTML) })()", "self[0].name"):
        fault = await fault_of(page, "inspect", expression=expression)
        assert fault.code == "denied"
        assert "hunter" not in f"{fault} {fault.received}"


CANVAS = """<canvas id=drawn width=4 height=2></canvas><canvas id=bare></canvas><script>
const brush = drawn.getContext("2d"); brush.fillStyle = "#ff0080"; brush.fillRect(0, 0, 2, 2)</script>"""


async def test_the_pixels_of_a_canvas(open_page: OpenPage, fault_of: FaultOf) -> None:
    page = await open_page(made(CANVAS))
    drawn = "document.querySelector('#drawn')"
    read = f"[...{drawn}.getContext('2d').getImageData(1, 0, 2, 1).data]"
    assert await page.do("inspect", expression=read) == [255, 0, 128, 255, 0, 0, 0, 0]
    assert (await page.do("inspect", expression=f"{drawn}.toDataURL()")).startswith("data:image/png;base64,")
    await page.do("inspect", expression="document.querySelector('#bare').getContext('2d').canvas.id")
    assert page.tabs.current is not None
    bare = "document.querySelector('#bare').getContext('bitmaprenderer') !== null"
    assert await page.tabs.current.tab.page.evaluate(bare)  # type: ignore[attr-defined]
    fault = await fault_of(page, "inspect", expression=f"{drawn}.getContext('2d').fillRect(0, 0, 1, 1)")
    assert fault.code == "failed"


@pytest.mark.parametrize("named", ["click", "toString", "pixels"])
async def test_a_question_that_an_expression_makes_up_does_nothing(open_page: OpenPage, named: str) -> None:
    page = await open_page(PAGE)
    made_up = f"(() => {{ throw 'pollex asks [\"{named}\",[0,1,0],[],[]]' }})()"
    assert (await page.call("page.inspect", {"expression": made_up})).fault is not None
    assert (await page.state())["title"] == "Small"


async def test_what_looks_at_too_many_places_says_so(open_page: OpenPage, fault_of: FaultOf) -> None:
    expression = "[...Array(400).keys()].map((x) => document.elementFromPoint(x, 1)?.localName)"
    fault = await fault_of(await open_page(PAGE), "inspect", expression=expression)
    assert (fault.code, "more than 300 places" in fault.message) == ("failed", True)


@pytest.mark.parametrize("expression", ["'a'.repeat(2 ** 18)", "[...'a'.repeat(60000)]"])
async def test_what_is_too_much_is_not_sent(open_page: OpenPage, fault_of: FaultOf, expression: str) -> None:
    fault = await fault_of(await open_page(PAGE), "inspect", expression=expression)
    assert (fault.code, fault.expected) == ("limit", "at most 200,000")


async def test_a_long_error_is_cut(open_page: OpenPage, fault_of: FaultOf) -> None:
    fault = await fault_of(
        await open_page(PAGE), "inspect", expression="(() => { throw new Error('a'.repeat(1e5)) })()"
    )
    assert len(fault.message) < 400


@pytest.mark.parametrize("expression", ["undefined", "(() => {})()", "NaN", "null"])
async def test_nothing_is_none(open_page: OpenPage, expression: str) -> None:
    result = await (await open_page(PAGE)).call("page.inspect", {"expression": expression})
    assert (result.data, result.notes) == (None, ("The value is null or undefined.",))


async def test_what_takes_too_long_is_ended(open_page: OpenPage, fault_of: FaultOf) -> None:
    page = await open_page(PAGE)
    fault = await fault_of(page, "inspect", expression="(() => { while (true) {} })()")
    assert fault.code == "timeout"
    assert await page.do("inspect", expression="1 + 1") == 2


async def test_what_fails_says_why(open_page: OpenPage, fault_of: FaultOf) -> None:
    fault = await fault_of(await open_page(PAGE), "inspect", expression="nobody.there")
    assert (fault.code, fault.message) == ("failed", "The expression failed: ReferenceError: nobody is not defined.")


@pytest.mark.parametrize("where", ["self[0]", "window[0]"])
async def test_nor_through_a_frame_of_the_same_site(open_page: OpenPage, fault_of: FaultOf, where: str) -> None:
    page = await open_page("/hard/iframe")
    assert page.tabs.current is not None
    await page.tabs.current.tab.page.evaluate(  # type: ignore[attr-defined]
        "document.cookie = 'token=c00kie-5f0c1d9a'; localStorage.token = 'st0red-5f0c1d9a-77aa'"
    )
    for expression in (f"{where}.document['coo' + 'kie']", f"{where}['local' + 'Storage']['token']"):
        fault = await fault_of(page, "inspect", expression=expression)
        assert fault.code in ("denied", "failed")
        assert "5f0c1d9a" not in f"{fault} {fault.received}"
