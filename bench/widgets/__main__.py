"""Whether widgets of other people's libraries can be used by what is shown of them.

`bench/run widgets` tries all tasks with Pollex, and the same steps with Playwright MCP.
`--show` prints what the model is shown, for whoever writes a script.
"""

from __future__ import annotations

import argparse
import asyncio
from pathlib import Path

from bench.report import table
from bench.widgets.script import scripts, tasks
from bench.widgets.solve import Attempt, solve

LATEST = Path(".bench/widgets/latest.md")


def row(name: str, found: list[Attempt]) -> list[str]:
    solved = [each for each in found if each.solved]
    calls, seconds = sum(each.calls for each in solved), sum(each.seconds for each in solved)
    count = max(len(solved), 1)
    return [name, f"{len(solved)} of {len(found)}", f"{calls / count:.1f}", f"{seconds / count:.2f}"]


def main() -> None:
    parser = argparse.ArgumentParser(prog="bench/run widgets", description=__doc__)
    parser.add_argument("--only", default="", help="A task, those of a page, or those whose name contains this.")
    parser.add_argument("--show", action="store_true", help="Print what the model is shown; only Pollex is tried.")
    parser.add_argument("--ours", action="store_true", help="Try only Pollex.")
    given = parser.parse_args()
    chosen, ways = tasks(given.only), scripts("pollex")
    rows = [row("Pollex", asyncio.run(solve(chosen, ways, show=given.show)))]
    if not (given.show or given.ours):
        from bench.widgets.mcp import solve_by_mcp, version

        rows.append(row(f"Playwright MCP {version()}", asyncio.run(solve_by_mcp(chosen, ways))))
    told = table(["", "solved", "calls a solved task", "seconds a solved task"], rows)
    print(f"\n{told}")
    if not given.only:
        LATEST.parent.mkdir(parents=True, exist_ok=True)
        LATEST.write_text(f"{told}\n", encoding="utf-8")


if __name__ == "__main__":
    main()
