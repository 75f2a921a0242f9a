"""Pages made by rule, the same every time.

`table` is an administration's table of orders: a search form, filters, then rows with a checkbox, a link, a status, a
select and two buttons. `cards` is a shop's list: navigation, then articles with a heading, a link, a rating, a price,
an amount field and buttons. Both come in about 1,000, 7,000 and 35,000 elements. `buttons` is 5,000 buttons in one
block; `form` is one small form with all common controls.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

FIRST = ("Ada", "Bruno", "Chen", "Dalia", "Emil", "Farah", "Goran", "Hana", "Ivo", "Jun", "Kofi")
LAST = ("Abel", "Berg", "Costa", "Diaz", "Ekman", "Fischer", "Gupta", "Haas", "Ito", "Jansen", "Kim", "Lund", "Moreau")
STATES = ("New", "Paid", "Packed", "Sent", "Returned")
THINGS = ("lamp", "kettle", "chair", "shelf", "clock", "mirror", "basket", "blanket", "vase")
TRAITS = ("oak", "brass", "linen", "steel", "glass", "cork", "wool")
ROW = 19
CARD = 17
STYLE = """
body { font: 14px/1.4 sans-serif; margin: 16px } table { border-collapse: collapse; width: 100% }
td, th { border-bottom: 1px solid #ddd; padding: 4px 8px; text-align: left } nav a { margin-right: 12px }
.cards { display: grid; grid-template-columns: repeat(4, 1fr); gap: 16px }
article { border: 1px solid #ddd; padding: 12px } .badge { background: #eef; padding: 2px 6px }
label { display: block; margin: 8px 0 }
"""


def row(number: int) -> str:
    person = f"{FIRST[number % len(FIRST)]} {LAST[number % len(LAST)]}"
    order = 1000 + number
    state = STATES[number % len(STATES)]
    choices = "".join(f"<option{' selected' if each == state else ''}>{each}</option>" for each in STATES)
    return (
        f'<tr><td><input type="checkbox" name="order" value="{order}" aria-label="Choose order {order}"></td>'
        f'<td><a href="#order-{order}">Order {order}</a></td><td>{person}</td><td>2026-{number % 12 + 1:02}-'
        f'{number % 28 + 1:02}</td><td><span class="badge">{state}</span></td><td>{number * 37 % 900 + 5}.00</td>'
        f'<td><select name="state-{order}" aria-label="State of order {order}">{choices}</select></td>'
        '<td><button type="button">Edit</button> <button type="button">Delete</button></td></tr>'
    )


def table(elements: int) -> str:
    rows = "\n".join(row(number) for number in range(max(1, (elements - 40) // ROW)))
    heads = "".join(
        f'<th><a href="#by-{each.lower()}">{each}</a></th>' for each in ("Order", "Customer", "Date", "State", "Amount")
    )
    return f"""<header><h1>Orders</h1>{navigation("Dashboard", "Orders", "Customers", "Reports", "Settings")}</header>
<main><form role="search"><label>Search orders <input type="search" name="q"></label>
<label>From <input type="date" name="from"></label><label>To <input type="date" name="to"></label>
<button>Search</button></form>
<table><thead><tr><th><input type="checkbox" aria-label="Choose all"></th>{heads}<th>Change</th><th>Actions</th></tr>
</thead><tbody>{rows}</tbody></table></main>"""


def card(number: int) -> str:
    thing = f"{TRAITS[number % len(TRAITS)].title()} {THINGS[number % len(THINGS)]} {number + 1}"
    return (
        f'<article><h2><a href="#thing-{number}">{thing}</a></h2>'
        f"<p>Made of {TRAITS[number % len(TRAITS)]}, in <em>{number % 9 + 1}</em> days with you.</p>"
        f"<p><span>{number % 5 + 1} of 5</span> <a href='#reviews-{number}'>{number * 7 % 90} reviews</a></p>"
        f"<p><strong>{number * 13 % 300 + 9}.90</strong> <s>{number * 13 % 300 + 19}.90</s></p>"
        f'<label>Amount <input type="number" value="1" min="1" name="amount-{number}"></label>'
        '<div><button type="button">Add to basket</button> <button type="button" aria-label="Remember '
        f'{thing}"><span>♡</span></button></div></article>'
    )


def cards(elements: int) -> str:
    every = "\n".join(card(number) for number in range(max(1, (elements - 30) // CARD)))
    links = navigation("Kitchen", "Living", "Garden", "Offers", "Basket", "Account")
    return f"""<header><h1>Household</h1>{links}</header>
<aside><h2>Filter</h2><label><input type="checkbox"> In stock</label><label><input type="checkbox"> On offer</label>
<label>Sort by <select><option>Newest</option><option>Price</option><option>Rating</option></select></label></aside>
<main><div class="cards">{every}</div></main>"""


def buttons(count: int) -> str:
    return "<h1>Buttons</h1>" + "\n".join(f'<button type="button">Button {number}</button>' for number in range(count))


def form() -> str:
    countries = "".join(f"<option>{each}</option>" for each in ("Austria", "Chile", "Ghana", "Japan", "Norway"))
    return f"""<h1>Create an account</h1><form><label>Name <input name="name" required></label>
<label>Email <input type="email" name="email" placeholder="you@example.org"></label>
<label>Password <input type="password" name="password"></label><label>Born <input type="date" name="born"></label>
<label>Country <select name="country">{countries}</select></label>
<fieldset><legend>Plan</legend><label><input type="radio" name="plan" checked> Free</label>
<label><input type="radio" name="plan"> Paid</label></fieldset>
<label>About you <textarea name="about"></textarea></label>
<label><input type="checkbox" name="terms"> I agree to the <a href="#terms">terms</a></label>
<button>Create account</button> <a href="#login">Log in instead</a></form>"""


def navigation(*names: str) -> str:
    return "<nav><ul>" + "".join(f'<li><a href="#{each.lower()}">{each}</a></li>' for each in names) + "</ul></nav>"


def document(title: str, body: str) -> str:
    head = f'<meta charset="utf-8"><title>{title}</title><style>{STYLE}</style>'
    return f'<!doctype html><html lang="en"><head>{head}</head><body>{body}</body></html>\n'


def pages() -> Iterator[tuple[str, str]]:
    """Every generated page: its name and its HTML."""
    makers: dict[str, Callable[[int], str]] = {"table": table, "cards": cards}
    for kind, make in makers.items():
        for size in (1, 7, 35):
            yield f"{kind}-{size}k", document(f"{kind.title()} {size}k", make(size * 1000))
    yield "buttons-5k", document("Buttons", buttons(5000))
    yield "form", document("Create an account", form())


def write(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for name, html in pages():
        (folder / f"{name}.html").write_text(html)
