"""The hard pages, declared: the index, the routes and the tests come from this table."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final


@dataclass(frozen=True)
class HardPage:
    """One exercise: `tests` names the difficulty, `todo` the visitor's task."""

    name: str
    title: str
    tests: str
    todo: str
    group: str = ""
    policy: str = ""

    @property
    def template(self) -> str:
        return f"{self.name}.html"


P = HardPage

# Two lines an entry, so that the table can be read as one.
# fmt: off
GROUPS: Final[dict[str, tuple[HardPage, ...]]] = {
    "Frames and shadow roots": (
        P("iframe", "Form in a frame", "A frame of the same origin.",
          "Type any name into the form and send it."),
        P("iframe-cross", "Payment in a foreign frame", "A frame of another origin, in another process.",
          "Pay with card 4242 4242 4242 4242, valid until 12/28."),
        P("iframe-nested", "Frames in frames", "Three frames inside one another, with the same button in each.",
          "Press “Continue” in the innermost frame."),
        P("iframe-srcdoc", "A frame without address", "A frame whose document is in its srcdoc.",
          "Vote yes."),
        P("iframe-late", "A frame that comes late", "A frame that is put in after 700 ms.",
          "Wait for the form, type any name and send it."),
        P("shadow-open", "Open shadow root", "Buttons inside a web component.",
          "Rate with four stars."),
        P("shadow-closed", "Closed shadow root", "A form that page scripts cannot reach.",
          "Type the word heron and check it."),
        P("shadow-nested", "Shadow roots and slots", "A shadow root in a shadow root, and a button in a slot.",
          "Tick that you have read the terms, then join."),
    ),
    "Lists and tables": (
        P("list-virtual", "Virtual list", "10,000 rows of which 30 are in the document.",
          "Open parcel 7321."),
        P("list-infinite", "Infinite list", "Rows that come from the server while you scroll.",
          "Scroll until you find “Entry 137” and click it."),
        P("pagination", "Pages of a list", "Twelve pages with real addresses.",
          "Find the entry “Marsh warbler” and open its details."),
        P("table-actions", "Row actions", "The same two buttons in each row.",
          "Remove Tomasz Wolski."),
        P("same-names", "Same words everywhere", "Six buttons with the same name in different cards.",
          "Put the wool scarf into the basket."),
        P("scroll-box", "Boxes that scroll", "Buttons below the edge of a scroll container, named twice.",
          "Press box 24 on the right shelf."),
        P("buttons-5000", "5,000 buttons", "Far more controls than fit into any observation.",
          "Press seat 4242."),
        P("table-35000", "35,000 elements", "A very large table.",
          "Mark row 3817."),
    ),
    "Time and movement": (
        P("late-timer", "Late by a timer", "The button appears after 800 ms.",
          "Accept the offer."),
        P("late-fetch", "Late by a request", "The content comes by fetch after the page has loaded.",
          "Pay invoice R-1043."),
        P("moving-target", "Moving target", "A button that slides while you aim.",
          "Press the button."),
        P("moving-banner", "Late banner", "After 900 ms a banner pushes everything down by one button.",
          "Keep the account."),
        P("slow-response", "Slow answer", "A navigation that takes five seconds.",
          "Make the report and wait for it."),
        P("endless-request", "Request without end", "The network is never idle.",
          "Go on without waiting for the network."),
        P("toast", "Vanishing notice", "A code is shown for 2.5 seconds only.",
          "Make a code, type it into the field and check it."),
        P("carousel", "Carousel", "Slides that change every 1.5 seconds.",
          "Book Porto."),
    ),
    "What lies above": (
        P("cookie-banner", "Cookie banner", "A banner covers the button.",
          "Answer the banner, then order."),
        P("overlay-loading", "Veil", "A transparent overlay takes all clicks for two seconds.",
          "Save."),
        P("sticky-header", "Sticky header", "A fixed header covers what is scrolled to.",
          "Ask about contact."),
        P("modal", "Modal dialog", "A dialog opens by itself and makes the page inert.",
          "Say no to the dialog, then download the brochure."),
    ),
    "Choosing": (
        P("dropdown-custom", "Dropdown of divs", "No roles, options only after a click, chosen by mousedown.",
          "Choose the quince."),
        P("dropdown-listbox", "Listbox", "A button with role combobox and a listbox, also by keyboard.",
          "Choose size Large."),
        P("select-native", "Native select", "A select whose options are drawn by the browser.",
          "Choose Portugal and save."),
        P("select-multiple", "Multiple select", "A multiple select with groups and a disabled option.",
          "Choose exactly the rubber mats and the roof rack, then save."),
        P("dates-native", "Native date fields", "Inputs of type date, datetime-local, month and time.",
          "Arrival 24 December 2026, call 1 December 2026 at 14:30, card until July 2028, dinner at 19:15; save."),
        P("calendar", "Calendar widget", "A readonly input and a calendar made by script.",
          "Pick 9 February 2027."),
        P("typeahead", "Suggestions from the server", "Only a chosen suggestion counts.",
          "Choose Freiburg in Switzerland."),
        P("range", "Range input", "A native slider in steps of five.",
          "Set the volume to 75 and save."),
        P("slider-drag", "Drag to unlock", "A slider that listens to pointer events only.",
          "Drag the handle to the right end."),
        P("drag-drop", "Drag and drop", "HTML5 drag and drop between two lists.",
          "Drag the tart onto the tray."),
        P("switch", "Styled switch", "A checkbox hidden inside its label.",
          "Turn on mentions, and nothing else."),
        P("click-through", "Transparent input", "An input without opacity over what looks like a button.",
          "Subscribe."),
    ),
    "Showing and hiding": (
        P("tabs", "Tabs", "A tablist whose panels are hidden.",
          "Print the return label."),
        P("accordion", "Accordion", "Only one answer is open at a time.",
          "Find the code for members, type it and check it."),
        P("tooltip", "Tooltips", "Text that shows on hover or focus only.",
          "Find the price of Plus, type the number and check it."),
        P("hover-menu", "Hover menu", "A menu that opens only under the mouse.",
          "Open “Repairs” in the help menu."),
    ),
    "Typing and forms": (
        P("contenteditable", "Editable element", "A contenteditable element that already holds text.",
          "Replace the note by “Call the plumber” and save."),
        P("phone-mask", "Masked input", "Takes keys one by one; setting its value does nothing.",
          "Enter the phone number 202 555 0147 and save."),
        P("autofocus", "Six boxes", "The focus moves by itself; the form sends itself.",
          "Enter the code 481516."),
        P("readonly", "Readonly field", "A field that must be unlocked first.",
          "Change the street to Mill Lane 5 and save."),
        P("login", "Password form", "A login that is checked on the server.",
          "Sign in as grace with the password cobol-1959."),
        P("validation-client", "Validation in the page", "The page refuses what does not fit and says why.",
          "Register with any valid e-mail, age and postcode of five digits."),
        P("validation-server", "Validation on the server", "The server sends the form back with what is wrong.",
          "Book a table for 4 guests on any day after 15.11.2026, in any name."),
        P("double-submit", "Slow button", "The server counts every press; the page stays silent for a second.",
          "Donate exactly once."),
    ),
    "Files": (
        P("file-visible", "File input", "A visible file input that takes several files.",
          "Upload any file."),
        P("file-label", "Hidden file input", "A hidden input behind a label.",
          "Choose any file; it is sent at once."),
        P("file-drop", "Drop zone", "A zone for dropped files; a click makes an input that is never in the document.",
          "Give it any file."),
        P("download-link", "Download by link", "The server answers with an attachment.",
          "Download the price list."),
        P("download-blob", "Download made in the page", "A blob that has no address on the server.",
          "Export the hours."),
    ),
    "What can be clicked": (
        P("canvas", "Canvas", "Shapes without elements.",
          "Click the triangle."),
        P("click-listener", "Listener on a div", "Nothing but addEventListener makes it a control.",
          "Choose the upper box."),
        P("click-cursor", "Hand cursor", "Only the cursor tells; the listener is on the document.",
          "Choose Wednesday."),
        P("click-delegated", "Delegated listener", "One listener on the list serves all entries.",
          "Choose dill."),
        P("click-role", "Role and tab stop", "A div with role button.",
          "Start it."),
        P("anchor-bare", "Link without address", "An a element without href.",
          "Show the rest."),
        P("disabled-buttons", "Disabled buttons", "disabled, and aria-disabled which still takes clicks.",
          "Make both buttons usable, then press the first and the second."),
        P("double-click", "Double click", "A name that turns into an input.",
          "Rename the list to Market; Enter keeps it."),
        P("context-menu", "Context menu", "A menu behind the right mouse button.",
          "Archive the file."),
        P("keys", "Keyboard only", "A command palette without a button.",
          "Give the command “dark”."),
    ),
    "Windows and dialogs": (
        P("window-blank", "New tab", "A link with target=_blank.",
          "Read the terms, type their last word and check it."),
        P("window-open", "New window", "A window by window.open that answers to its opener.",
          "Choose the private account."),
        P("dialog-alert", "Alert", "A dialog of the browser that stops the page.",
          "Show the number and close the notice."),
        P("dialog-confirm", "Confirm", "A question of the browser.",
          "Press the button, but keep the drafts."),
        P("dialog-prompt", "Prompt", "A question of the browser that wants text.",
          "Name the file summer."),
        P("dialog-beforeunload", "Question on leaving", "The browser asks before an unsaved form is left.",
          "Type anything, then leave without saving."),
    ),
    "Navigation": (
        P("redirects", "Chain of redirects", "Five redirects before the page.",
          "Track the parcel."),
        P("push-state", "History by script", "Pages that are not loaded; back must work.",
          "Go to the library, then to the garden, then back with the browser's history."),
    ),
    "Strange pages": (
        P("csp-self", "Strict policy", "Inline scripts and eval are forbidden.",
          "Vote.", policy="script-src 'self'"),
        P("csp-none", "No scripts at all", "No script of the page may run.",
          "Send any word.", policy="script-src 'none'"),
        P("quirks", "Quirks mode", "No doctype, tables for layout, no labels.",
          "Sign the guest book with any name."),
        P("globals", "Overridden globals", "The page has replaced what page scripts rely on.",
          "Press the button."),
        P("deep", "Deep nesting", "A button 2,000 elements deep.",
          "Press the button."),
        P("long-text", "Long text", "400 paragraphs; one holds the answer.",
          "Answer the question at the end."),
        P("right-to-left", "Right to left", "An Arabic form that runs from right to left.",
          "Enter the name ليلى, ask for the news and send."),
        P("injection", "Text that gives orders", "Reviews that try to give instructions to an agent.",
          "Put the kettle into the basket."),
    ),
}
# fmt: on


def all_pages() -> Iterator[HardPage]:
    """Yield every page with the name of its group."""
    for group, entries in GROUPS.items():
        for entry in entries:
            yield replace(entry, group=group)


PAGES: Final[dict[str, HardPage]] = {entry.name: entry for entry in all_pages()}
