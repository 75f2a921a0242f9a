"""`pollex mcp --page`: which options go together, and the entry for a client."""

import json
from pathlib import Path

import pytest

from .terminal import Terminal


def test_the_entry_for_a_client_has_the_options_of_the_browser(pollex: Terminal, tmp_path: Path) -> None:
    file = tmp_path / "offer.txt"
    file.write_text("an offer")
    options = ("--page", "--allow", "example.org", "--allow", "example.net", "--file", str(file), "--headed")
    code, out, _ = pollex("mcp", *options, "--print-config")
    assert code == 0
    args = json.loads(out)["mcpServers"]["pollex"]["args"]
    assert args[args.index("mcp") + 1 :] == list(options)


@pytest.mark.parametrize(
    ("options", "why"),
    [
        (("--allow", "example.org"), "--allow: That is for the browser: add --page."),
        (("--page", "--from", "."), "--from: The browser has no further tools"),
        (("--page", "--file", "nowhere.txt"), "--file: There is no file 'nowhere.txt'."),
    ],
)
def test_options_that_do_not_go_together_are_refused(pollex: Terminal, options: tuple[str, ...], why: str) -> None:
    code, _, err = pollex("mcp", *options)
    assert code == 2
    assert why in err
