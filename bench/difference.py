"""What it takes to say what a request changes: a whole state, parsed and compared with the last one."""

from __future__ import annotations

import argparse
import json
import statistics
from pathlib import Path
from time import perf_counter

from bench.report import table

from pollex.browser.outgoing_request import OutgoingRequest
from pollex.page.baseline import Baselines

LATEST = Path(".bench/difference/latest.md")
SIZES = {"100 KB": 100_000, "1 MB": 1_000_000}
GOALS = {"100 KB": 5.0, "1 MB": 20.0}
"""Milliseconds that a request may be held by this."""


def state(size: int, on: bool) -> bytes:
    """Return a state of about this size: contacts with addresses and notes."""
    contacts = [
        {
            "id": f"contact_{number}",
            "name": f"Person Number {number}",
            "email": f"person{number}@mail.example",
            "labels": ["work", "friends"],
            "address": {"street": f"Elm Row {number}", "city": "Berlin", "zip": "10115"},
            "starred": on and number == 40,
            "notes": "Met at the fair; wants to hear from us in spring. " * 3,
        }
        for number in range(size // 370)
    ]
    return json.dumps({"contacts": contacts, "settings": {"page": 25}}).encode()


def measured(size: int, rounds: int) -> tuple[int, float, float]:
    """Return the bytes, and the median and the longest of the rounds in milliseconds."""
    before, after = state(size, False), state(size, True)
    took = []
    for _ in range(rounds):
        baselines = Baselines()
        baselines.left(_request(before))
        request = _request(after)
        begun = perf_counter()
        found = baselines.compare(request, ())
        took.append((perf_counter() - begun) * 1000)
        assert [each.path for each in found.changes] == [("contacts", "contact_40", "starred")]
    return len(after), statistics.median(took), max(took)


def _request(body: bytes) -> OutgoingRequest:
    return OutgoingRequest("PUT", "http://app.example/api/state", "application/json", body)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=50)
    rounds = parser.parse_args().rounds
    rows = []
    for name, size in SIZES.items():
        length, median, longest = measured(size, rounds)
        rows.append([name, f"{length:,}", f"{median:.1f}", f"{longest:.1f}", f"{GOALS[name]:g}"])
    text = "# Milliseconds from a request's body to what it changes\n\n"
    text += table(["", "bytes", "median", "longest", "goal"], rows) + "\n"
    LATEST.parent.mkdir(parents=True, exist_ok=True)
    LATEST.write_text(text)
    print(text)


if __name__ == "__main__":
    main()
