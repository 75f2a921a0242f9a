"""Which addresses may stand in a window."""

import pytest

from pollex.workspace.address import is_file, is_image, is_link


@pytest.mark.parametrize(
    "address",
    [
        "https://example.com",
        "HTTP://example.com/a?b=c#d",
        "mailto:ann@example.com",
        "#",
        "#part",
        "https://bücher.example",
    ],
)
def test_links(address: str) -> None:
    assert is_link(address)


@pytest.mark.parametrize(
    "address",
    [
        "",
        "javascript:alert(1)",
        "JaVaScRiPt:alert(1)",
        " javascript:alert(1)",
        "java\tscript:alert(1)",
        "\x01javascript:alert(1)",
        "data:text/html,<script>",
        "vbscript:x",
        "file:///etc/passwd",
        "blob:https://example.com/1",
        "//example.com",
        "/api/files/a",
        "example.com",
        "https:",
        "https://",
        "https:///example.com",
        "https:\\\\example.com",
        "https://exa\nmple.com",
        "https://example.com/\u200b",
        "mailto:",
    ],
)
def test_no_links(address: str) -> None:
    assert not is_link(address)


@pytest.mark.parametrize("kind", ["png", "jpeg", "gif", "webp", "avif"])
def test_pictures(kind: str) -> None:
    assert is_image(f"data:image/{kind};base64,AAAA")


@pytest.mark.parametrize(
    "address",
    [
        "https://example.com/a.png",
        "data:image/svg+xml;base64,AAAA",
        "data:image/png,AAAA",
        "data:image/png;base64,<svg>",
        "data:text/html;base64,AAAA",
        "/api/files/",
        "/api/files/../secret",
        "/api/files/..",
        "/api/files/a/b",
        "/api/files/a?b",
        "/api/files/a\n",
        "/api/runs/a",
    ],
)
def test_no_pictures(address: str) -> None:
    assert not is_image(address)


def test_files() -> None:
    assert is_file("/api/files/123e4567-e89b-12d3-a456-426614174000")
    assert is_file("/api/files/orders_1.csv")
    assert not is_file("data:image/png;base64,AAAA")
