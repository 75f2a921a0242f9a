"""Fields that take no typing and open a calendar: it is turned to the month, and the day is picked."""

from collections.abc import Awaitable, Callable
from urllib.parse import quote

import pytest

from pollex.core.fault import Fault
from pollex.page.live import LivePage

OpenPage = Callable[[str], Awaitable[LivePage]]
FaultOf = Callable[..., Awaitable[Fault]]
pytestmark = pytest.mark.asyncio(loop_scope="session")

PICKER = """<style>#cal { position: absolute; top: 60px; background: white; width: 300px }
.day, .no { display: inline-block; width: 40px }</style>
<input id=field aria-label=Arrival readonly><div id=cal hidden></div>
<label>Name <input id=name style="margin-top: 40px"></label>
<script>
const NAMES = ["January", "February", "March", "April", "May", "June", "July", "August", "September", "October",
  "November", "December"];
let shown = new Date(2027, 2, 1), got = [];
const two = (number) => String(number).padStart(2, "0");
const iso = (day) => `${day.getFullYear()}-${two(day.getMonth() + 1)}-${two(day.getDate())}`;
function draw() {
  let said = MONTHS.map((add) => {
    const first = new Date(shown.getFullYear(), shown.getMonth() + add, 1), cells = [];
    for (let at = 1 - ((first.getDay() + 6) % 7); at <= 42 - ((first.getDay() + 6) % 7); at++) {
      const day = new Date(first.getFullYear(), first.getMonth(), at), own = day.getMonth() === first.getMonth();
      cells.push(`<span class=${own ? "day" : "no"} data-day=${own ? iso(day) : ""}>${day.getDate()}</span>`);
    }
    return `<div class=month><h4>HEAD</h4><div>${cells.join("")}</div></div>`
      .replace("HEAD", `${NAMES[first.getMonth()]} ${first.getFullYear()}`);
  }).join("");
  cal.innerHTML = `<button class=prev-year>«</button><button id=back>‹</button>
    <button id=on>›</button><button class=next-year>»</button>` + said;
}
field.onclick = () => { cal.hidden = false; draw() };
cal.onclick = ({ target }) => {
  const turn = { back: -1, on: 1 }[target.id] ?? { "prev-year": -12, "next-year": 12 }[target.className];
  if (turn) {
    shown = new Date(shown.getFullYear(), shown.getMonth() + turn, 1);
    if (shown < LEAST) shown = LEAST;
    draw();
  } else if (target.dataset.day) {
    got.push(target.dataset.day);
    if (got.length === MANY) { field.value = got.join(" – "); cal.hidden = true; got = [] }
  }
};
document.onkeydown = ({ key }) => { if (key === "Escape") cal.hidden = true };
</script>"""


def picker(months: str = "[0]", many: int = 1, least: str = "new Date(2020, 0, 1)") -> str:
    page = PICKER.replace("MONTHS", months).replace("MANY", str(many)).replace("LEAST", least)
    return "data:text/html," + quote(f"<!doctype html><meta charset=utf-8><title>Dates</title><body>{page}")


@pytest.mark.parametrize("months", ["[0]", "[0, 1]"])
@pytest.mark.parametrize("day", ["2027-03-31", "2026-11-05", "2 July 2027"])
async def test_a_day_is_picked_in_the_month_that_it_is_turned_to(open_page: OpenPage, months: str, day: str) -> None:
    page = await open_page(picker(months))
    filled = (await page.do("fill", fields={"Arrival": day, "Name": "Ada"}))["filled"]
    held = {"2027-03-31": "2027-03-31", "2026-11-05": "2026-11-05", "2 July 2027": "2027-07-02"}[day]
    assert filled == {"Arrival": {"tool": "page.type", "holds": held}, "Name": {"tool": "page.type", "holds": "Ada"}}


BUTTONS = {"back": "<button id=back>‹</button>", "on": "<button id=on>›</button>"}
WAYS = {
    "double": {"back": "<button id=back>«</button>", "on": "<button id=on>»</button>"},
    "picture": {
        name: f"<i id={name} data-action={said} style='cursor: pointer'>o</i>"
        for name, said in (("back", "prev"), ("on", "next"))
    },
    "class": {
        name: f"<i id={name} class=arrow-{side} style='cursor: pointer'>o</i>"
        for name, side in (("back", "left"), ("on", "right"))
    },
}


@pytest.mark.parametrize("way", WAYS)
async def test_what_turns_a_calendar_is_known_by_its_names(open_page: OpenPage, way: str) -> None:
    url = picker()
    for name, button in BUTTONS.items():
        url = url.replace(quote(button), quote(WAYS[way][name]))
    url = url.replace(quote("<button class=prev-year>«</button>"), "").replace(
        quote("<button class=next-year>»</button>"), ""
    )
    page = await open_page(url)
    assert (await page.do("type", selector="label=Arrival", text="2027-06-05"))["holds"] == "2027-06-05"


async def test_both_days_of_a_span_are_picked(open_page: OpenPage) -> None:
    page = await open_page(picker(many=2))
    typed = await page.do("type", selector="label=Arrival", text="2027-03-28 to 2027-04-03")
    assert typed["holds"] == "2027-03-28 – 2027-04-03"


async def test_a_calendar_that_ends_before_the_day_says_where_it_stays(open_page: OpenPage, fault_of: FaultOf) -> None:
    page = await open_page(picker(least="new Date(2027, 0, 1)"))
    fault = await fault_of(page, "type", selector="label=Arrival", text="2026-12-24")
    said = "Failed to type: the calendar of the textbox 'Arrival' does not show 2026-12-24: it stays at 2027-01."
    assert fault.message == said
    assert await page.inspect("document.querySelector('#cal').hidden")


@pytest.mark.parametrize("text", ["2026-12-24", "Ada"])
async def test_a_field_that_opens_nothing_takes_no_text(open_page: OpenPage, fault_of: FaultOf, text: str) -> None:
    page = await open_page("data:text/html," + quote("<title>Plain</title><input readonly aria-label=Fixed>"))
    fault = await fault_of(page, "type", selector="label=Fixed", text=text)
    assert fault.message.startswith("Failed to type: the textbox 'Fixed' takes no text (readonly)")
    assert fault.received == "readonly"


TIMED = {
    "fields": "<select class=hour>HOURS</select><input class=minute>",
    "sliders": "<input type=range name=hours max=23 value=0><input type=range name=minutes max=59 step=5 value=0>",
    "columns": "<ul style='float: left'>HOURS</ul><ul style='float: left'>MINUTES</ul>",
    "times": "<ul>TIMES</ul>",
}
TAKING = """<script>
const two_of = (text) => String(Number(text)).padStart(2, "0"), held = { hour: "00", minute: "00" };
const keep = () => { if (field.value.includes("-"))
  field.value = `${field.value.slice(0, 10)} ${held.hour}:${held.minute}` };
clock.onchange = clock.oninput = ({ target }) => {
  held[/hour/.test(target.className + target.name) ? "hour" : "minute"] = two_of(target.value); keep() };
clock.onclick = ({ target }) => { const said = target.closest("li")?.textContent; if (!said) return
  if (said.includes(":")) [held.hour, held.minute] = said.split(":")
  else held[target.closest("ul").previousElementSibling ? "minute" : "hour"] = said
  keep() };
const shown_day = cal.onclick
cal.onclick = (event) => { shown_day(event); cal.hidden = false; clock.hidden = false };
field.addEventListener("click", () => { clock.hidden = false });
document.addEventListener("keydown", ({ key }) => { if (key === "Escape") clock.hidden = true });
</script>"""


def timed(way: str) -> str:
    entries = [f"<li style='cursor: pointer'>{at:02}</li>" for at in range(60)]
    times = "".join(f"<li style='cursor: pointer'>{at // 2:02}:{at % 2 * 30:02}</li>" for at in range(48))
    options = "".join(f"<option>{at:02}</option>" for at in range(24))
    clock = TIMED[way].replace("HOURS", options if way == "fields" else "".join(entries[:24]))
    clock = clock.replace("MINUTES", "".join(entries[::5])).replace("TIMES", times)
    # the clock lies in the box of the calendar
    around = "<div id=pop style='position: absolute; top: 60px; background: white; width: 700px'>"
    body = PICKER.replace(
        "<div id=cal hidden></div>", f"{around}<div id=cal hidden></div><div id=clock hidden>CLOCK</div></div>"
    )
    body = body.replace("#cal { position: absolute; top: 60px;", "#cal {").replace(
        "margin-top: 40px", "margin-top: 600px"
    )
    page = (
        body.replace("MONTHS", "[0]")
        .replace("MANY", "1")
        .replace("LEAST", "new Date(2020, 0, 1)")
        .replace("CLOCK", clock)
    )
    return "data:text/html," + quote(f"<!doctype html><meta charset=utf-8><title>Times</title><body>{page}{TAKING}")


@pytest.mark.parametrize("way", TIMED)
@pytest.mark.parametrize("words", ["2027-04-16 14:30", "April 16, 2027 2:30 pm"])
async def test_a_day_with_its_time_is_picked(open_page: OpenPage, way: str, words: str) -> None:
    page = await open_page(timed(way))
    filled = (await page.do("fill", fields={"Arrival": words}))["filled"]
    assert filled == {"Arrival": {"tool": "page.type", "holds": "2027-04-16 14:30"}}


async def test_a_time_that_the_calendar_does_not_take_is_told_with_the_day_that_it_took(open_page: OpenPage) -> None:
    page = await open_page(picker())
    result = await page.call("page.fill", {"fields": {"Arrival": "2027-04-16 14:30", "Name": "Ada"}})
    assert result.fault is not None
    assert result.fault.message.startswith(
        "Not every field is filled (filled: 'Name'; 'Arrival' holds '2027-04-16'): Failed to type: the "
        "calendar of the textbox 'Arrival' has no hours and minutes that can be set. It holds '2027-04-16' now."
    )
