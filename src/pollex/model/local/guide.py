"""The guide to the orders, made from the table: `docs/guides/orders.md` and `pollex orders`."""

from __future__ import annotations

from typing import Final

from .table import CONDITIONS, FREE, SAY, SLOTS, TABLE, Order

RULES: Final = """\
The model `local` needs no key, no network and no weights. It is not a model that understands English: it does **orders**,
one after the other, each of which is a form of the table below. What is no order is refused before anything is done, word
for word, with the nearest form. Free English is a model's work (`--model openai:…`, see [models](models.md)).

    pollex run --model local --url http://127.0.0.1:8766/shop/ 'Search for kettle. Sort by Price, low to high.
      Tell me Name and Price of the first row of results.'

## How orders are written

* **One order a sentence.** It ends with a full stop (`.` `!` `?` `;`) before a space, or with its line. `then` begins the
  next order, and so do `and` and `,` where an order follows: `Type kettle into Search and press Enter`. Numbers and dashes at
  the beginning of lines (`1.`, `-`) are ignored, and so is `please`. Upper and lower case of the order's own words do not
  matter.
* **Quotes** (`"…"`, `“…”`, `'…'`) take words as they are. They are needed only where a name or value has a full stop before a
  space, ` and `, ` then `, `:` or `,` followed by what could be another order or label, a word of the form itself (` in `,
  ` into `, ` of `, ` where `, ` as `), or one of the words below that are refused: `type "Dinner, then a film." into Message`.
  Where in doubt, quote.
* **Things on the page** are named as the page names them: the words on a button, the label of a field, the heading of a
  column. A kind may stand behind (`the Save button`, `the Returns tab`), a number before (`the second Edit button`, `the last
  Remove`), and a place behind: `Remove in the row of Ada Byron`, `Edit in the section Address`, `the field below E-mail`,
  `the button next to Total`. Rows are named by a text that stands in them and in no other row. Where several things fit,
  nothing is done, and they are listed: name the place too.
* **Values** are typed letter by letter, without the quotes around them. The browser's own date and time fields take
  `2026-12-24`, `14:30`, `2026-12-24T14:30` and `2026-12`. A stored secret is `{{secret.NAME.field}}`, and never typed
  otherwise.
* **Lists of pairs** (`fill in`, `filter by`) are `Label: value, Label: value`. They may also stand one a line below a line
  that ends with `:`. A comma is a part of the value where no `Label:` follows.

        Fill in:
        Full name: Ewa Lind
        Street and number: Storgatan 12, second floor
        Country: Sweden
        Click Continue.

* **Labels.** `tell me LABEL` reads what stands beside or below a label: `Total: €24.90`, a line of a list of facts, a field
  and what it holds. `tell me COLUMN of ROW` reads one cell. For a sentence that has no label, `tell me the text of …` reads the
  element that is named (`the status line`, `the heading`, `the paragraph below Delivery`).
* **Answers.** Each `tell me` puts a value into the answer, under the label or column that was asked for, or under the NAME
  behind `as`. Later orders can use it: `Tell me Code as code. Type {code} into Code for members.` Lists become lists. A task
  that reads nothing answers `Done.`
* **Rows** are those of a table, the entries of a list, or cards that look alike. `where` keeps those that fit:
  `where Status is Open and Total is over 50`. Numbers, prices and dates are compared by value, texts without case; `the row
  contains X` looks at the whole row. Only what the page shows now is read; `on all pages` goes through the further pages
  of the list too.
* **For each** stands on one line, its orders separated by `,` or `;`, or on several: the orders below it with a dash or
  indented.

        For each row of Issues where Status is In review:
        - open the row
        - type "Please finish by Friday." into Comment
        - click Comment

* **Dialogs of the browser** are never accepted unasked: write `Accept the dialog.` directly behind the order that opens it.
  One that only tells something (an alert) is dismissed unasked. Dialogs that are a part of the page are things on the page:
  `Click Yes in the dialog`.
* **Seen or failed.** After each order the page must show that it was done, as the table says; otherwise the task ends as
  failed and names the order. Nothing is done twice. What the page refuses (a message that a field is wrong, a request that
  fails) ends the task too.
"""
REFUSED: Final = """\
## What is refused

Everything else, before anything is done. In particular:

* conditions and alternatives (`if …`, `unless`, `otherwise`), goals (`buy …`, `find out …`, `delete all mails from …`),
  questions beyond the forms (`which is better?`), summaries and judgements;
* words that stand for something else, in the name of a thing: {inside};
* names that begin with {first}: say `for each row …` or name the one thing;
* superlatives as names (`the cheapest kettle`): say `tell me Name of the row with the lowest Price`.

Those words are refused in lower case and outside quotes only: where a page has them in a name, quote it
(`click "How it works"`).
"""


def guide() -> str:
    """The whole guide as Markdown."""
    inside, first = (", ".join(f"`{word}`" for word in words) for words in FREE[:2])
    parts = ["# Orders", RULES, "## The table", _slots(), *map(_order, TABLE), _conditions()]
    return "\n\n".join(part.strip() for part in [*parts, REFUSED.format(inside=inside, first=first)]) + "\n"


def _slots() -> str:
    lines = "\n".join(f"| `{name}` | {about} |" for name, (_, about) in SLOTS.items())
    return (
        "In a form, CAPITALS are what you put in, `(a|b)` is one of several words, `[a]` may be left out. The first form\n"
        f"that fits is taken, from the top. TELL ME is one of `{SAY}`.\n\n| | what stands there |\n|---|---|\n{lines}"
    )


def _order(order: Order) -> str:
    forms = "\n".join(f"    {form.replace(SAY, 'TELL ME')}" for form in order.forms)
    examples = "\n".join(f"* `{example}`" for example in order.examples)
    return (
        f"### {order.name.capitalize()}\n\n{order.does}\n\n{forms}\n\n{examples}\n\n"
        f"Done when {order.done}. Calls: {order.calls}."
    )


def _conditions() -> str:
    forms = ", ".join(f"`COLUMN {words}{'' if how == 'empty' else ' VALUE'}`" for words, how in CONDITIONS)
    return f"### Conditions\n\nBehind `where`, joined by `and`: {forms}. COLUMN may be `the row`: then any cell counts."
