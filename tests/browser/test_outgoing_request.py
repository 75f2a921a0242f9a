"""What a request carries, whatever it is written in."""

import gzip

import pytest

from pollex.browser.outgoing_request import MAX_BODY, OutgoingRequest

FORM = (
    b'--x\r\nContent-Disposition: form-data; name="to"\r\n\r\nada\r\n'
    b'--x\r\nContent-Disposition: form-data; name="cv"; filename="cv.pdf"\r\n\r\n%PDF\r\n--x--\r\n'
)


@pytest.mark.parametrize(
    ("media", "body", "format_", "data"),
    [
        (
            "application/x-www-form-urlencoded",
            b"to=ada%40mail.example&n=2&x=1&x=2&e=",
            "form",
            {"to": "ada@mail.example", "n": "2", "x": ["1", "2"], "e": ""},
        ),
        ("application/json; charset=utf-8", b'{"to": ["a", "b"]}', "json", {"to": ["a", "b"]}),
        ("multipart/form-data; boundary=x", FORM, "form", {"to": "ada", "cv": "cv.pdf"}),
        ("text/plain", b"hello", "text", "hello"),
        ("text/plain;charset=UTF-8", b'{"beacon": 1}', "json", {"beacon": 1}),
        ("application/json", b"{broken", "unreadable", None),
        ("application/x-protobuf", b"\x08\x96\x01\xff", "unreadable", None),
        ("", b"", "empty", None),
        (
            "application/json",
            b'{"query": "mutation M($t: String) { add(t: $t) }", "variables": {"t": "x"}}',
            "graphql",
            {"t": "x"},
        ),
    ],
)
def test_a_body_as_data(media: str, body: bytes, format_: str, data: object) -> None:
    request = OutgoingRequest("POST", "http://a.example/x", media, body)
    assert (request.format, request.data) == (format_, data)


def test_a_compressed_body_is_unpacked() -> None:
    packed = OutgoingRequest("POST", "http://a.example/x", "application/json", gzip.compress(b'{"a": 1}'), "gzip")
    assert packed.data == {"a": 1}
    unknown = OutgoingRequest("POST", "http://a.example/x", "application/json", b"..", "br")
    assert unknown.format == "unreadable"


def test_a_body_that_is_too_large_is_not_read() -> None:
    body = b'{"a": "' + b"x" * MAX_BODY + b'"}'
    assert OutgoingRequest("POST", "http://a.example/x", "application/json", body).format == "unreadable"


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
    assert OutgoingRequest("POST", "http://a.example/graphql", "application/json", body.encode()).only_reads is reads
