"""What tools of widget libraries that nobody here wrote can be used by what is shown of them.

`bench/run widgets`; `--show` prints what the model is shown, for whoever writes a script.
"""

from __future__ import annotations

import argparse
import asyncio

from bench.widgets.script import scripts, tasks
from bench.widgets.solve import solve


def main() -> None:
    parser = argparse.ArgumentParser(prog="bench/run widgets", description=__doc__)
    parser.add_argument("--only", default="", help="Tasks whose id contains this, or those of the page of this name.")
    parser.add_argument("--show", action="store_true", help="Print what the model is shown.")
    given = parser.parse_args()
    found = asyncio.run(solve(tasks(given.only), scripts("pollex"), show=given.show))
    solved = [each for each in found if each.solved]
    print(f"{len(solved)} of {len(found)} solved")


if __name__ == "__main__":
    main()
