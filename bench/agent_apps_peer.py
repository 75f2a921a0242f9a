"""browser-use on tasks of the applications, with the decisions of our scripts in its own actions.

Its model is a server of this machine that finds each element in the text of the request, by the words of the script,
and answers with what a script's turn says as far as the request shows it; the rest comes in the next answer. Its rules
let `done` stand alone only. A task whose script names something otherwise than its text does is left out.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Final

from bench.agent_apps import Tried, line
from bench.agent_form import Action, Script, Server, texts, written
from bench.agent_peer import PEERS, PROCESSES, asked, process
from bench.agent_player import DONE, ended
from bench.trust.play import Entry, not_done
from bench.trust.stage import stage

from pollex.testing.player import ScriptedCall

ELEMENT: Final = re.compile(r"\[(\d+)\]<")
MARKS: Final = re.compile(r"[‹›]|^[^\w+*]+ ")
FIELD: Final = re.compile(r"<(input|textarea)")
NAME: Final = re.compile(r"(?:placeholder|aria-label|title|id)=(.*?)(?= [\w-]+=| />)")
NEAR: Final = 12
"""Lines before an element that are its row's, at most."""
MOST: Final = 20
"""Requests of a run."""


@dataclass
class Decisions(Script):
    """The model of one run: the turns that are left."""

    turns: list[list[ScriptedCall]] = field(default_factory=list)
    missed: int = 0
    problem: str = ""

    def answer(self, body: bytes) -> Action:
        self.sizes.append(len(body))
        state = "\n".join(texts(json.loads(body)["messages"][-1:]))
        actions = list(self._next(state))
        if actions:
            self.missed = 0
            return written(actions)
        self.missed += 1
        if self.missed > 2 or not self.turns:  # it has waited, as ours does
            self.problem = f"not shown: {self.turns[0][0]}" if self.turns else ""
            return written([("done", {"text": self.problem or DONE["text"], "success": not self.problem})])
        return written([("wait", {"seconds": 1})])

    def _next(self, state: str) -> Iterator[tuple[str, Action]]:
        """Yield the actions of the next answer, and take them from the turns."""
        turn = self.turns[0] if self.turns else []
        given = 0
        while turn and (action := action_of(turn[0], state)) is not None and (not given or action[0] != "done"):
            turn.pop(0)
            given += 1
            yield action
        if not turn and self.turns:
            self.turns.pop(0)


def action_of(step: ScriptedCall, state: str) -> tuple[str, Action] | None:
    """Return a step as an action, or None where the request does not show its element."""
    tool = step["tool"]
    if tool == "done":
        return "done", {"text": step["text"], "success": step["success"]}
    if tool == "scroll":
        return "scroll", {"down": step["down"], "pages": step["pages"]}
    name = str(step["index"]) if "index" in step else step["on"].partition(" ")[2]
    kind = "" if "index" in step else step["on"].partition(" ")[0]
    index = index_of(state, kind, MARKS.sub("", name), step.get("line", ""), step.get("nth", 1))
    if index is None:
        return None
    if tool == "type":
        return "input", {"index": index, "text": step["text"], "clear": step.get("clear", True)}
    if tool == "select":
        return "select_dropdown", {"index": index, "text": step["option"]}
    return "click", {"index": index}


def index_of(state: str, kind: str, name: str, line: str, nth: int) -> int | None:
    """Return the number of the element that is called so, or begins so, or else has these words."""
    lines = state.splitlines()
    places = [(at, int(found[1])) for at, each in enumerate(lines) if (found := ELEMENT.search(each))]
    ends = [at for at, _ in places[1:]] + [len(lines)][: len(places)]
    fitting: list[list[int]] = [[], [], []]
    for (at, number), end in zip(places, ends, strict=True):
        row = " ".join(lines[max(at - NEAR, 0) : end])
        if not all(word in row for word in line.split()) or (kind == "textbox" and not FIELD.search(lines[at])):
            continue
        called = [" ".join(" ".join(lines[at + 1 : end]).split()), *NAME.findall(lines[at])]
        if name in called:
            fitting[0].append(number)
        if any(each.startswith(name) for each in called):
            fitting[1].append(number)
        if all(word in " ".join(called).lower() for word in name.lower().split()):
            fitting[2].append(number)
    numbers = next((each for each in fitting if len(each) >= max(nth, 1)), [])
    return numbers[nth - 1] if numbers else None


def beside(entries: list[Entry]) -> list[Tried]:
    """Try the tasks one after the other with browser-use."""
    if not PEERS.exists():
        raise SystemExit("The peers are not installed: run bench/run page --quick first.")
    found = []
    with Server() as server, process(PROCESSES["browser-use"]) as agent:
        for entry in entries:
            server.script = script = Decisions(turns=[list(turn) for turn in ended(entry["turns"])])
            with stage(entry["app"]) as place:
                run: dict[str, Any] = {"url": place.url, "task": entry["task"], "vision": False}
                told = asked(agent, {**run, "model": server.url, "most": MOST})
                wrong = not_done(entry, place)
            solved = told["ok"] and not wrong
            about = (entry["app"], entry["difficulty"], entry["id"], True, solved, told["ms"] / 1000)
            tried = Tried(*about, tuple(script.sizes), 0, script.problem or "; ".join(wrong) or told["said"])
            found.append(tried)
            print(f"browser-use: {line(tried)}", flush=True)
    return found
