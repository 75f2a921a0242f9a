"""Results as content blocks."""

from pathlib import Path

import pytest
from mcp_types import (
    AudioContent,
    BlobResourceContents,
    EmbeddedResource,
    ImageContent,
    ResourceLink,
    TextContent,
    TextResourceContents,
)

from pollex.core.fault import Fault, Issue
from pollex.core.result import Repair, Result
from pollex.serve.mcp import content
from pollex.serve.mcp.content import fault_text, render_result


def lines(result: Result) -> list[str]:
    return [block.text for block in render_result(result).content if isinstance(block, TextContent)]


def test_an_object_is_structured_and_text() -> None:
    shown = render_result(Result.success({"total": 3}))
    assert (shown.structured_content, shown.is_error) == ({"total": 3}, False)
    assert lines(Result.success({"total": 3})) == ['{"total":3}']


@pytest.mark.parametrize(("data", "text"), [("plain", "plain"), ([1, 2], "[1,2]"), (None, "Done."), (0, "0")])
def test_other_values_are_text_alone(data: object, text: str) -> None:
    assert lines(Result.success(data)) == [text]
    assert render_result(Result.success(data)).structured_content is None


def test_repairs_and_notes_follow() -> None:
    result = Result.success("it", repairs=(Repair("/a", "read the text as a number"),), notes=("late",))
    assert lines(result) == ["it", "repaired /a: read the text as a number", "note: late"]


def test_a_fault_says_what_to_do() -> None:
    fault = Fault("not_found", "No such row.", pointer="/row", expected="1 to 3", received="4", hint="Look again.")
    shown = render_result(Result.failure(fault))
    assert shown.is_error
    assert shown.structured_content is None
    assert shown.meta == {"pollex/fault": fault.to_json()}
    assert fault_text(fault).splitlines() == [
        "not_found: No such row.",
        "at: /row",
        "expected: 1 to 3",
        "received: 4",
        "hint: Look again.",
    ]


def test_all_mistakes_are_listed() -> None:
    issues = [Issue("/a", "Too small.", expected="at least 1"), Issue("/b", "Missing.")]
    fault = Fault.from_issues("invalid_input", issues)
    assert fault_text(fault).splitlines()[1:] == ["- /a: Too small.", "expected: at least 1", "- /b: Missing."]


def test_what_is_uncertain_is_said() -> None:
    assert "look before you try again" in fault_text(Fault("timeout", "Slow.", uncertain=True))


def test_files_are_shown_as_what_they_are(tmp_path: Path) -> None:
    files = []
    for name in ("a.png", "b.wav", "c.json", "d.bin", "e.txt"):
        (tmp_path / name).write_bytes(b"{}" if name != "e.txt" else b"\xff")
        files.append(str(tmp_path / name))
    image, sound, text, blob, odd = render_result(Result.success(None, files=tuple(files))).content
    assert isinstance(image, ImageContent)
    assert isinstance(sound, AudioContent)
    assert (image.mime_type, sound.mime_type) == ("image/png", "audio/wav")
    assert isinstance(text, EmbeddedResource)
    assert isinstance(text.resource, TextResourceContents)
    assert (text.resource.text, text.resource.uri) == ("{}", (tmp_path / "c.json").as_uri())
    assert isinstance(blob, EmbeddedResource)
    assert isinstance(odd, EmbeddedResource)
    assert isinstance(blob.resource, BlobResourceContents)
    assert isinstance(odd.resource, BlobResourceContents)


def test_a_large_file_is_a_link_and_a_missing_one_a_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(content, "MOST_BYTES", 3)
    (tmp_path / "large.txt").write_text("four")
    shown = render_result(Result.success(None, files=(str(tmp_path / "large.txt"), "gone.txt"))).content
    assert isinstance(shown[0], ResourceLink)
    assert (shown[0].name, shown[0].size) == ("large.txt", 4)
    assert isinstance(shown[1], TextContent)
    assert shown[1].text == "file: gone.txt"
