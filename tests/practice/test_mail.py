"""The mail box over real HTTP: folders, drafts, attachments, rules."""

import json
import re
from typing import Any
from urllib.error import HTTPError
from urllib.parse import urlencode
from urllib.request import Request, urlopen

import pytest

from pollex.practice.server import Server


def text(server: Server, path: str, form: dict[str, str] | None = None) -> str:
    """A page, or the page that a sent form leads to."""
    data = None if form is None else urlencode(form).encode()
    with urlopen(Request(f"{server.url}/mail{path}", data)) as answer:
        content: bytes = answer.read()
        return content.decode()


def ask(server: Server, method: str, path: str, body: object) -> Any:
    kind = {"content-type": "application/json"}
    request = Request(f"{server.url}/mail/api/{path}", json.dumps(body).encode(), kind, method=method)
    try:
        with urlopen(request) as answer:
            return json.load(answer)
    except HTTPError as refusal:
        with refusal:
            return {"status": refusal.code, **json.load(refusal)}


def numbers(page: str) -> list[int]:
    """The numbers of the messages in a folder's list."""
    return [int(number) for number in re.findall(r'<(?:li|tr) class="[^"]*" data-number="(\d+)"', page)]


def start_draft(server: Server, **form: str) -> tuple[int, str]:
    page = text(server, "/compose", form or {"new": "1"})
    found = re.search(r'data-number="(\d+)"', page)
    assert found
    return int(found[1]), page


def test_the_seed_gives_200_messages() -> None:
    folders = ("inbox", "sent", "drafts", "archive", "travel", "invoices", "family", "spam", "trash")
    with Server() as server:
        assert sum(len(numbers(text(server, f"/folder/{folder}"))) for folder in folders) == 200


def test_opening_a_message_makes_it_read(server: Server) -> None:
    unread = numbers(text(server, "/folder/inbox?unread=1"))
    text(server, f"/folder/inbox/{unread[0]}")
    assert numbers(text(server, "/folder/inbox?unread=1")) == unread[1:]


def test_a_search_looks_through_all_folders(server: Server) -> None:
    found = numbers(text(server, "/folder/inbox?q=bergen+tickets"))
    inbox = numbers(text(server, "/folder/inbox"))
    assert set(found) & set(inbox)
    assert set(found) - set(inbox)


def test_messages_move_together(server: Server) -> None:
    first, second = numbers(text(server, "/folder/inbox"))[:2]
    assert ask(server, "POST", "messages/bulk", {"numbers": [first, second], "folder": "family"}) == {"count": 2}
    assert {first, second} <= set(numbers(text(server, "/folder/family")))
    assert not {first, second} & set(numbers(text(server, "/folder/inbox")))


def test_what_is_deleted_in_the_trash_is_gone(server: Server) -> None:
    number = numbers(text(server, "/folder/inbox"))[0]
    ask(server, "POST", "messages/bulk", {"numbers": [number], "folder": "trash"})
    assert number in numbers(text(server, "/folder/trash"))
    ask(server, "POST", "messages/bulk", {"numbers": [number], "folder": "trash"})
    assert number not in numbers(text(server, "/folder/trash"))


def test_a_star_puts_a_message_into_the_starred_view(server: Server) -> None:
    plain = [number for number in numbers(text(server, "/")) if number not in numbers(text(server, "/folder/starred"))]
    ask(server, "PATCH", f"messages/{plain[0]}", {"starred": True})
    assert plain[0] in numbers(text(server, "/folder/starred"))


def test_a_draft_is_saved_and_then_sent(server: Server) -> None:
    number, _ = start_draft(server)
    letter = {"to": ["Alma Brandt <alma@brandt.example>"], "subject": "Hello", "html": "<p>Good <b>day</b></p>"}
    ask(server, "PUT", f"drafts/{number}", letter)
    assert "Good <b>day</b>" in text(server, f"/compose/{number}")
    assert ask(server, "POST", f"drafts/{number}/send", letter) == {"id": number}
    assert numbers(text(server, "/folder/sent"))[0] == number
    assert number not in numbers(text(server, "/folder/drafts"))


@pytest.mark.parametrize(
    ("to", "error"),
    [([], "Add at least one recipient."), (["nobody"], "“nobody” is not an e-mail address.")],
)
def test_a_draft_without_a_good_recipient_stays_a_draft(server: Server, to: list[str], error: str) -> None:
    number, _ = start_draft(server)
    answer = ask(server, "POST", f"drafts/{number}/send", {"to": to})
    assert answer == {"status": 422, "error": error}
    assert number in numbers(text(server, "/folder/drafts"))


def test_an_attachment_can_be_fetched_as_it_was_sent(server: Server) -> None:
    number, _ = start_draft(server)
    papers = attach(server, number, "grüße.txt", b"\x00\x01hello")
    assert [(paper["name"], paper["size"]) for paper in papers] == [("grüße.txt", "7 bytes")]
    with urlopen(f"{server.url}/mail/messages/{number}/attachments/{papers[0]['id']}") as answer:
        assert answer.read() == b"\x00\x01hello"
        assert answer.headers["content-disposition"].startswith("attachment")


def attach(server: Server, number: int, name: str, data: bytes) -> list[dict[str, Any]]:
    head = f'--edge\r\nContent-Disposition: form-data; name="files"; filename="{name}"\r\n\r\n'
    body = head.encode() + data + b"\r\n--edge--\r\n"
    kind = {"content-type": "multipart/form-data; boundary=edge"}
    with urlopen(Request(f"{server.url}/mail/api/drafts/{number}/attachments", body, kind)) as answer:
        papers: list[dict[str, Any]] = json.load(answer)
        return papers


def test_a_reply_names_the_sender_and_quotes_the_text(server: Server) -> None:
    message = numbers(text(server, "/folder/family"))[0]
    sender = re.search(r'class="from">([^<]+)<', text(server, "/folder/family"))
    assert sender
    _, page = start_draft(server, reply=str(message))
    assert f"Remove {sender[1]}" in page
    assert f"{sender[1]} wrote on" in page
    assert 'value="Re: ' in page


def test_a_forwarded_message_keeps_its_attachments(server: Server) -> None:
    message = numbers(text(server, "/folder/invoices"))[0]
    _, page = start_draft(server, forward=str(message))
    assert re.search(r"invoice-\d+\.csv", page)
    assert 'aria-label="Chosen recipients"></ul>' in page


def test_a_letter_with_its_own_design_is_shown_in_a_sandbox(server: Server) -> None:
    letter = numbers(text(server, "/folder/inbox?q=fern+offers"))[0]
    assert 'sandbox="allow-popups"' in text(server, f"/folder/inbox/{letter}")
    assert text(server, f"/messages/{letter}/body").startswith("<!doctype html>")


def test_a_rule_can_be_applied_at_once(server: Server) -> None:
    letters = numbers(text(server, "/folder/inbox?q=letters%40fernandfield.example"))
    text(server, "/settings", {"words": "fernandfield", "folder": "travel", "at_once": "on"})
    assert set(letters) <= set(numbers(text(server, "/folder/travel")))
    assert "contains “fernandfield”" in text(server, "/settings")


def test_a_layout_changes_the_markup_but_not_the_messages() -> None:
    with Server(layout=1) as usual, Server(layout=2) as redesigned:
        pages = [text(server, "/folder/inbox") for server in (usual, redesigned)]
    assert numbers(pages[0]) == numbers(pages[1])
    assert ["<table" in page for page in pages] == [False, True]
    assert ["New message" in page for page in pages] == [True, False]


def test_the_same_seed_gives_the_same_box_and_a_reset_restores_it(server: Server) -> None:
    fresh = text(server, "/folder/inbox")
    with Server() as other:
        assert text(other, "/folder/inbox") == fresh
    ask(server, "POST", "messages/bulk", {"numbers": numbers(fresh)[:5], "folder": "trash"})
    assert text(server, "/folder/inbox") != fresh
    urlopen(Request(f"{server.url}/reset", b"{}", {"content-type": "application/json"})).close()
    assert text(server, "/folder/inbox") == fresh
