"""What a request carries, whatever it is written in."""

import pytest

from pollex.browser.outgoing_request import OutgoingRequest

FORM = (
    '--x\r\nContent-Disposition: form-data; name="to"\r\n\r\nada\r\n'
    '--x\r\nContent-Disposition: form-data; name="cv"; filename="cv.pdf"\r\n\r\n%PDF\r\n--x--\r\n'
)


@pytest.mark.parametrize(
    ("media", "body", "values"),
    [
        ("application/x-www-form-urlencoded", "to=ada%40mail.example&n=2", [("to", "ada@mail.example"), ("n", "2")]),
        (
            "application/json; charset=utf-8",
            '{"to": ["a", "b"], "n": {"m": 2}, "x": null}',
            [("to", "a"), ("to", "b"), ("m", "2")],
        ),
        ("multipart/form-data; boundary=x", FORM, [("to", "ada"), ("cv", "cv.pdf")]),
        ("text/plain", "hello", [("", "hello")]),
        ("application/json", "{broken", [("", "{broken")]),
        ("", "", []),
    ],
)
def test_values(media: str, body: str, values: list[tuple[str, str]]) -> None:
    assert OutgoingRequest("POST", "http://a.example/x", media, body).values() == values


@pytest.mark.parametrize(
    ("body", "reads"),
    [
        ('{"query": "query A { a }"}', True),
        ('{"query": "# said\\n{ a }"}', True),
        ('[{"query": "{ a }"}, {"query": "{ b }"}]', True),
        ('[{"query": "{ a }"}, {"query": "mutation { b }"}]', False),
        ('{"query": "query A { a } mutation B { b }"}', False),
        ('{"query": "lamp"}', False),
        ('{"name": "x"}', False),
        ("[]", False),
    ],
)
def test_a_query_of_graphql_only_reads(body: str, reads: bool) -> None:
    assert OutgoingRequest("POST", "http://a.example/graphql", "application/json", body).only_queries is reads
