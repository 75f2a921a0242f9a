"""The table of orders: the whole language that `local` understands, from which reader, guide and messages are made.

A form is written as people read it: CAPITALS are slots, `(a|b)` is one of several words, `[a]` may be left out. The
first form that fits a sentence is taken, from the top.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Order:
    """One row of the table."""

    name: str
    forms: tuple[str, ...]
    does: str
    done: str
    """What must be seen for it to count as done."""
    calls: str
    """The tools it becomes."""
    examples: tuple[str, ...]


SLOTS: Final = {
    "ADDRESS": (r"(?:\w+://|about:|/)\S*|(?:localhost|[\w-]+(?:\.[\w-]+)+)(?::\d+)?(?:[/?#]\S*)?", "`https://…`, `example.org/help`, or a path of the same site such as `/shop/basket`"),
    "KEY": (r"(?:(?:control|ctrl|shift|alt|meta|cmd|command|option)\s*\+\s*)*(?:enter|return|escape|esc|tab|space|spacebar|backspace|delete|home|end|page ?up|page ?down|(?:arrow ?|cursor )?(?:up|down|left|right)|f\d{1,2}|insert)(?: key)?|(?:(?:control|ctrl|shift|alt|meta|cmd|command|option)\s*\+\s*)+\w", "`Enter`, `Escape`, `Tab`, `ArrowDown`, `Control+a`"),
    "N": (r"\d+(?:\.\d+)?|one|two|three|four|five|six|seven|eight|nine|ten", "a number"),
    "NTH": (r"first|last|second|third|fourth|fifth|\d+(?:st|nd|rd|th)", "`first`, `second`, `3rd`, … `last`"),
    "WAY": (r"\(?(?:in )?(?:ascending|descending|(?:from )?(?:low(?:est)? to high(?:est)?|high(?:est)? to low(?:est)?|a to z|z to a)|(?:lowest|highest|newest|oldest|latest|earliest|cheapest|smallest|largest|biggest|most expensive) first)(?: order)?\)?", "`ascending` (also `low to high`, `lowest first`, `oldest first`, `A to Z`) or `descending` (also `high to low`, `highest first`, `newest first`, `Z to A`)"),
    "WORDS": (r".+?", "an element, as the page names it: `Save`, `the second Buy button`, `Remove in the row of Ada Byron`"),
    "FIELD": (r".+?", "a field, by its label"),
    "LIST": (r".+?", "a list, menu or group of options, by its label"),
    "PLACE": (r".+?", "an element to drop something on"),
    "OPTION": (r".+?", "an option as it is shown; several as `\"A\" and \"B\"`"),
    "VALUE": (r".+?", "what is typed, letter by letter"),
    "QUOTED": ("[\ue000-\uf8ff]", "what is typed, in quotes"),
    "TEXT": (r".+?", "words that the page shows"),
    "FILE": (r".+?", "a file's path, one of those given with `--file`"),
    "CREDENTIAL": (r"[\w.@-]+|[\ue000-\uf8ff]", "the name of a stored credential"),
    "PAIRS": (r".+", "`Label: value, Label: value`, also one pair a line"),
    "TABLE": (r".+?", "a table, list or set of cards, by its caption, its heading or what it lists; left out, it is the main one of the page"),
    "COLUMN": (r".+?", "a column, or what each entry shows: `Price`"),
    "COLUMNS": (r".+?", "one or several: `Name, Price and Rating`"),
    "LABELS": (r".+?", "what the page names: `Total`; several: `Date, Amount and Purpose`"),
    "ROW": (r".+?", "a row, by a text in it: `HP-1017-952`, `the row of Ada Byron`"),
    "NAME": (r"[\w][\w -]*", "a name of your choice, for the answer and for `{NAME}`"),
    "CONDITION": (r".+?", "`COLUMN is VALUE`; further ones behind `and`"),
    "ORDERS": (r".+", "orders, separated by `,` or `;` or `then`, or one a line"),
}  # fmt: skip
"""By name: the pattern of a slot, and what stands there."""

SAY: Final = "(tell me|read|show me|give me|what is|what are)"
OF: Final = "[(of|in) TABLE]"
WHERE: Final = "[where CONDITION]"
PAGES: Final = "[on all pages]"
AS: Final = "[as NAME]"
SHOWN: Final = "(appears|appear|is shown|are shown|is visible|is there|comes up)"
GONE: Final = "(disappears|is gone|are gone|goes away|is not shown|is no longer shown)"

TABLE: Final = (
    Order(
        "go",
        ("(go to|open|visit|navigate to) ADDRESS", "(go to|open|visit|navigate to) [the] (page|address|url) ADDRESS"),
        "Open an address.",
        "the page has come, and its server has not refused it",
        "page.navigate",
        ("Go to /shop/basket.", "Open https://docs.python.org/3/."),
    ),
    Order(
        "back",
        ("go back [one page]", "go forward", "(reload|refresh) [the page]"),
        "Go back or forward in the history, or load the page again.",
        "the page has come",
        "page.back, page.forward, page.refresh",
        ("Go back.", "Reload the page."),
    ),
    Order(
        "page",
        (
            "[(go to|open|click|show)] [the] (next|previous|first|last) page [of TABLE]",
            "(go to|open|click|show) page N [of TABLE]",
        ),
        "Turn the pages of a list.",
        "other rows are shown, or another address",
        "page.click",
        ("Go to the next page.", "Go to page 3."),
    ),
    Order(
        "tab",
        (
            "(switch|go) to the (new|other|next|first|last) (tab|window)",
            "(switch|go) to the (tab|window) TEXT",
            "close the (tab|window)",
        ),
        "Go to another tab of the browser, by a part of its title or address, or close the current one.",
        "the tab is the current one, or is gone",
        "page.list_tabs, page.switch_tab, page.close_tab",
        ("Switch to the new tab.", "Close the tab."),
    ),
    Order(
        "log in",
        ("(log|sign) in with [the] [stored] [credential] CREDENTIAL [credential]",),
        "Log in with a stored credential: user name, password, and the one-time code where the page asks for one.",
        "the page no longer asks for the password or the code",
        "login",
        ("Log in with bank.",),
    ),
    Order(
        "dialog",
        (
            "(accept|confirm|ok) the (dialog|alert|question|confirmation|prompt)",
            "(dismiss|cancel|refuse|decline) the (dialog|alert|question|confirmation|prompt)",
            "answer the (dialog|question|prompt) with VALUE",
        ),
        "Answer a dialog of the browser (alert, confirm, prompt). It stands directly behind the order that opens the "
        "dialog; without it a dialog is dismissed, and the task ends as failed.",
        "the dialog was open, and is closed",
        "page.dialog",
        ("Click Delete in the row of KES-389. Accept the dialog.", 'Answer the dialog with "Ada".'),
    ),
    Order(
        "wait",
        (
            "wait [for] N (seconds|second)",
            f"wait until TEXT {GONE}",
            f"wait for TEXT to (disappear|go away|go)",
            f"wait until TEXT {SHOWN}",
            f"wait for TEXT [to (appear|come|be shown)]",
        ),
        "Wait until the page shows a text, or no longer shows it, at most 30 seconds; or for a time.",
        "the text is there, or gone",
        "page.wait",
        ("Wait for Invoice R-1043.", 'Wait until "Loading" is gone.', "Wait 2 seconds."),
    ),
    Order(
        "scroll",
        (
            f"scroll [(down|up)] (until|till) [you see] TEXT [{SHOWN}]",
            "scroll [down] to the (bottom|end) [of the page]",
            "scroll [up] to the top [of the page]",
            "scroll (down|up) [[by] N (pages|page|screens|screen)]",
            "scroll to WORDS",
        ),
        "Scroll the page: to an end, by screens, to an element, or on until a text has come.",
        "the text or element is in view; to an end or by screens: the page has been scrolled",
        "page.scroll",
        ('Scroll until "Entry 137" appears.', "Scroll to the bottom.", "Scroll down 2 pages."),
    ),
    Order(
        "press a key",
        (
            "press [the] KEY [in FIELD] [N times]",
            "press [the] KEY [N times] [in FIELD]",
        ),
        "Press a key or a combination, in a field or where the cursor is.",
        "the key was pressed",
        "page.keypress",
        ("Press Enter.", "Press ArrowDown 3 times in Volume."),
    ),
    Order(
        "click until",
        (f"(click|press) [on] WORDS until TEXT {SHOWN}", f"(click|press) [on] WORDS until TEXT {GONE}"),
        "Click again and again, at most 50 times, until the page shows a text, or no longer shows it.",
        "the text is there, or gone",
        "page.click, page.wait",
        ('Click Next month until "February 2027" is shown.',),
    ),
    Order(
        "click",
        (
            "(double-click|double click) [on] WORDS",
            "(right-click|right click) [on] WORDS",
            "(click|press) [on] WORDS (twice|N times)",
            "(click|press|tap|open|follow) [on] WORDS",
            "go to WORDS",
        ),
        "Click a button, a link, a tab, a row, or anything else that is shown.",
        "something of the page changed: address, text, a state, a request, a file, a tab or a dialog",
        "page.click",
        ('Click "Add to basket" in the row of Halden Enamel Kettle.', "Open My account.", "Press the second Edit button."),
    ),
    Order(
        "hover",
        ("(hover|move the mouse) (over|on|onto) WORDS",),
        "Move the mouse over an element, so that its menu or tip opens.",
        "the mouse is over it",
        "page.hover",
        ("Hover over Help.",),
    ),
    Order(
        "drag",
        ("drag WORDS (to|onto|into|on) PLACE",),
        "Drag an element onto another one.",
        "something of the page changed",
        "page.drag",
        ('Drag KES-394 to "In progress".',),
    ),
    Order(
        "type",
        (
            "(type|enter|write) VALUE into FIELD",
            "append VALUE to FIELD",
            "(clear|empty) FIELD",
            "(type|enter|write) VALUE in FIELD",
            "(type|enter|write) QUOTED",
        ),
        "Put text into a field in place of what it holds, or at its end (`append`). Without a field: into the one that "
        "has the cursor.",
        "the field holds the text when it is read back",
        "page.type",
        ('Type "Storgatan 12" into Street and number.', "Type 5 into Quantity in the row of Kestrel Oak Notebook.", "Clear Search."),
    ),
    Order(
        "fill in",
        (
            "fill (in|out) the (form|fields) [with] [:] PAIRS",
            "(fill in|fill out|fill) [with] [:] PAIRS",
            "set FIELD to VALUE",
        ),
        "Fill in several fields of any kind: text is typed, an option is chosen, `yes`/`no` or `on`/`off` ticks or unticks a "
        "box.",
        "each field holds its value when it is read back",
        "page.type, page.select, page.check, page.click",
        (
            "Fill in Full name: Ewa Lind, Country: Sweden, I accept the terms: yes.",
            "Set Volume to 75.",
        ),
    ),
    Order(
        "choose",
        (
            "(choose|select|pick) OPTION (in|from) LIST",
            "(choose|select|pick) OPTION for LIST",
            "(choose|select|pick) OPTION as LIST",
            "(choose|select|pick) OPTION",
        ),
        "Choose an option of a list, a group of radio buttons, a menu, a set of swatches or of what a field suggests while "
        "one types. Without a list: the option wherever it stands on the page.",
        "the list shows the option as chosen, or the page changed",
        "page.select, page.check, page.click, page.type",
        ("Choose Sweden in Country.", 'Choose "Rubber mats" and "Roof rack" in Extras.', 'Choose "Freiburg, Switzerland" in City.'),
    ),
    Order(
        "tick",
        (
            "(untick|uncheck|turn off|switch off|deselect) WORDS",
            "(tick|check|turn on|switch on) WORDS",
        ),
        "Turn a checkbox, a switch or a radio button on or off; nothing is done where it is so already. Several: "
        '`tick "A", "B" and "C"`. `tick the row of X` is the box in that row.',
        "it is on, or off, when it is read back",
        "page.check",
        ("Tick In stock.", "Turn off Add my signature.", "Tick the row of KES-397."),
    ),
    Order(
        "search",
        ("search for VALUE in FIELD", "search for VALUE", "search FIELD for VALUE"),
        "Type into the search field of the page and send it off.",
        "the field held the text, and the page changed",
        "page.type, page.keypress, page.click",
        ("Search for kettle.", 'Search for "Rail Nord" in Name or purpose.'),
    ),
    Order(
        "sort",
        ("sort [TABLE] by COLUMN, WAY", "sort [TABLE] by COLUMN WAY", "sort [TABLE] by COLUMN"),
        "Sort a table or list by its column heading, or by the page's own list of ways to sort.",
        "the page says that it is sorted so, or its rows stand in that order",
        "page.click, page.select",
        ("Sort by Price, low to high.", "Sort by Due descending."),
    ),
    Order(
        "filter",
        ("filter [TABLE] by PAIRS",),
        "Narrow down a list: fill in its filters as `fill in` does, and press the page's button for it, where it has one "
        "(Apply, Filter, Show). `filter by Brand: Tarn and Kestrel` ticks both; `filter by In stock` ticks that box.",
        "the filters hold the values, and the page changed",
        "as fill in, page.click",
        ("Filter by Status: To do, Priority: Urgent.", "Filter by In stock."),
    ),
    Order(
        "upload",
        ("upload FILE (to|into|in|as) FIELD", "upload FILE"),
        "Choose a file of yours in a field for files. It must be given with `--file`.",
        "the field holds the file",
        "page.upload",
        ("Upload report.pdf to Attachments.",),
    ),
    Order(
        "download",
        ("download WORDS",),
        "Click something, and keep the file that comes.",
        "a file came",
        "page.click",
        ('Download "Statement October 2026".',),
    ),
    Order(
        "make sure",
        (f"make sure [that] TEXT {GONE}", f"make sure [that] TEXT {SHOWN}", "make sure [that] WORDS is [not] (ticked|checked|on|selected|off|unticked|unchecked)"),
        "Go on only where the page shows a text (or no longer shows it), or a box is on or off.",
        "it is so",
        "page.text, page.query",
        ("Make sure that Order confirmed is shown.", "Make sure Mentions is off."),
    ),
    Order(
        "for each",
        (f"for each row [(of|in) TABLE] {WHERE} [,] [do] : ORDERS", f"for every row [(of|in) TABLE] {WHERE} [,] [do] : ORDERS"),
        "Do orders for each row that is shown when the loop begins. In the orders, things are looked for in the row first, "
        "then on the page; `the row` is the row itself, `{Column}` is what the row has in that column. Where an order "
        "leads to another page, the page of the list is opened again before the next row.",
        "each order of each row is done",
        "those of its orders",
        (
            "For each row of Members where Role is Reader: click Remove, accept the dialog.",
            "For each row of Your orders where Status is Returned: open the row, tell me Total.",
        ),
    ),
    Order(
        "how many",
        (
            f"how many rows (does|do) TABLE have {WHERE} {PAGES} {AS}",
            f"[(tell me|count|say)] how many rows (of|in|are in) TABLE {WHERE} {PAGES} {AS}",
            f"[(tell me|count|say)] how many rows {WHERE} {PAGES} {AS}",
            f"[tell me] how many rows (are there|there are) {OF} {WHERE} {PAGES} {AS}",
            f"count [the] rows {OF} {WHERE} {PAGES} {AS}",
            f"{SAY} the number of rows {OF} {WHERE} {PAGES} {AS}",
        ),
        "Count the rows of a table, list or set of cards.",
        "the rows were read",
        "page.extract or page.collect, aggregate",
        ("Tell me how many rows of Your orders where Status is Returned.", "How many rows of results on all pages?"),
    ),
    Order(
        "lowest, highest",
        (
            f"{SAY} COLUMNS of the row with the (lowest|highest|smallest|largest|earliest|latest) COLUMN {OF} {WHERE} {PAGES} {AS}",
            f"{SAY} the row with the (lowest|highest|smallest|largest|earliest|latest) COLUMN {OF} {WHERE} {PAGES} {AS}",
            f"{SAY} the (lowest|highest|smallest|largest|earliest|latest) COLUMN {OF} {WHERE} {PAGES} {AS}",
        ),
        "Find the row with the lowest or highest number, price or date in a column, and read columns of it.",
        "the rows were read, and each has a number or date there",
        "page.extract or page.collect, aggregate",
        ("Tell me Name and Price of the row with the lowest Price.", "Tell me the highest Total of Your orders."),
    ),
    Order(
        "sum, average",
        (f"{SAY} the (sum|total|average|mean) of COLUMN (of|in) TABLE {WHERE} {PAGES} {AS}", f"{SAY} the (sum|average|mean) of COLUMN {WHERE} {PAGES} {AS}"),
        "Add up a column of numbers, or take its mean.",
        "the rows were read, and each has a number there",
        "page.extract or page.collect, aggregate",
        ("Tell me the sum of Total of Your orders where Date contains 2026.",),
    ),
    Order(
        "nth row",
        (f"{SAY} COLUMNS of the NTH row {OF} {WHERE} {PAGES} {AS}", f"{SAY} the NTH row {OF} {WHERE} {PAGES} {AS}"),
        "Read columns of the first, last or another row, counted from the top.",
        "the row was read, and has the columns",
        "page.extract or page.collect, aggregate",
        ("Tell me Name and Price of the first row of results.", "Tell me the last row of Your orders."),
    ),
    Order(
        "table",
        (
            f"{SAY} the (table|list) of COLUMNS (of|in) TABLE {WHERE} {PAGES} {AS}",
            f"{SAY} COLUMNS of (all|the|each|every) (rows|row) {OF} {WHERE} {PAGES} {AS}",
            f"{SAY} the (table|list) [of] TABLE {WHERE} {PAGES} {AS}",
            f"{SAY} all rows {OF} {WHERE} {PAGES} {AS}",
            f"{SAY} the rows {OF} {WHERE} {PAGES} {AS}",
            f"{SAY} the (table|list) {WHERE} {PAGES} {AS}",
        ),
        "Read a whole table, list or set of cards, or some of its columns.",
        "the rows were read",
        "page.extract or page.collect, aggregate",
        ("Tell me Key and Assignee of all rows of Issues where Status is To do.", "Tell me the table of Your orders."),
    ),
    Order(
        "whether",
        (
            f"{SAY} (whether|if) WORDS is (ticked|checked|on|selected) {AS}",
            f"{SAY} (whether|if) TEXT {SHOWN} {AS}",
        ),
        "Say yes or no: whether the page shows a text, or a box is on.",
        "the page was read",
        "page.text, page.query",
        ("Tell me whether Sold out is shown.",),
    ),
    Order(
        "page title, address",
        (f"{SAY} the (title|address|url) [of the page] {AS}", f"{SAY} the page (title|address|url) {AS}"),
        "Read the title or the address of the page.",
        "the page was read",
        "page.current_tab",
        ("Tell me the title of the page.",),
    ),
    Order(
        "text",
        (f"{SAY} [all] the text of WORDS {AS}", f"{SAY} what WORDS (says|say|shows|holds|contains) {AS}"),
        "Read the whole text of one element, or what a field holds.",
        "the element has a text",
        "page.query",
        ("Tell me the text of the status line.", "Tell me what Quantity holds as quantity."),
    ),
    Order(
        "tell me",
        (f"{SAY} LABELS (of|in) ROW {AS}", f"{SAY} LABELS {AS}"),
        "Read what the page shows for a label; with `of`, the column of one row, or a value in one part of the page.",
        "the label is on the page and has a value",
        "page.extract",
        ("Tell me Total.", "Tell me Status and Total of HP-1017-952.", "Tell me Balance of Savings as savings."),
    ),
)  # fmt: skip

FREE: Final = (
    ("it", "them", "him", "her", "they", "whichever", "whatever", "something", "anything", "everything", "unless",
     "otherwise", "because", "myself", "yourself", "if", "please", "mine", "theirs"),
    ("a", "an", "some", "any", "all", "every", "each", "which", "who", "whose", "why", "how", "when", "where", "what",
     "whether", "that", "about", "out", "both", "one of", "me", "up", "down"),
    ("cheapest", "dearest", "best", "worst", "nicest", "newest", "oldest", "latest", "biggest", "smallest", "shortest",
     "longest", "lowest", "highest", "most", "least", "right one", "wrong one", "same", "others", "other ones"),
)  # fmt: skip
"""Signs of free English in a slot that names something on the page: words in it, words that it begins with, words
behind `the`. In lower case and outside quotes only, so that labels of pages can have them."""
PAGE_SLOTS: Final = frozenset(
    {"WORDS", "FIELD", "LIST", "PLACE", "OPTION", "TABLE", "COLUMN", "COLUMNS", "LABELS", "ROW"}
)  # fmt: skip

CONDITIONS: Final = (
    ("is not", "ne"), ("does not contain", "lacks"), ("contains", "contains"), ("starts with", "starts"),
    ("begins with", "starts"), ("ends with", "ends"), ("is at least", "ge"), ("is at most", "le"),
    ("is (more|greater|higher|later|larger) than", "gt"), ("is (less|fewer|lower|smaller|earlier) than", "lt"),
    ("is (over|above|after)", "gt"), ("is (under|below|before)", "lt"), ("is empty", "empty"), ("is", "eq"),
)  # fmt: skip
"""What a condition may say, and the test of `aggregate` that it becomes."""
