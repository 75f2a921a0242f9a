"""The progress of a run at a terminal: its steps as they finish, and its questions as they come."""

from __future__ import annotations

import sys
from functools import partial
from typing import TYPE_CHECKING, Any

from ..core.fault import Fault
from ..core.json import Object, dumps
from ..core.result import Result
from .event_lines import EventLines
from .live_events import follow_while
from .output import console, escaped
from .prompt import ask_person

if TYPE_CHECKING:
    from collections.abc import Awaitable, Sequence

    from ..app.app import App
    from ..core.event import Event
    from ..runs.questions import OpenQuestion


def at_terminal() -> bool:
    """Return whether a person is there who can be asked."""
    return sys.stdin is not None and sys.stdin.isatty() and sys.stderr.isatty()


async def watch(app: App, run: str, work: Awaitable[Result], *, earlier: Sequence[Event] = ()) -> Result:
    """Await the work and print on stderr what happens in its run; a person at the terminal answers its questions.

    `earlier` are the events of a run that goes on.
    """
    aside, shown = console(stderr=True), EventLines(earlier)
    person = at_terminal()

    async def tell(event: Event, live: bool) -> None:
        if event.kind == "approval.asked" and app.context.approve is not None:
            return  # whoever is asked here reads it with the question
        for line in shown.lines(event):
            aside.print(line)
        if event.kind == "approval.asked" and live and not person:
            aside.print(f"  approve with: pollex runs approve {run}")
        if event.kind == "run.resumed" and live:
            for question in (await app.runs.questions(run)).values():
                if question.kind == "question" and not question.private:  # those are asked anew
                    aside.print(f"[yellow]?[/] {escaped(question.text)}")
                    await have_answered(question.path, question.form)
        if event.kind == "question.asked" and live:
            await have_answered(event.data["path"], event.data["form"])

    async def have_answered(path: str, form: Object) -> None:
        if person:
            await _answer(app, run, path, await ask_person(partial(_ask, form)))
        else:
            aside.print(f"  answer with: pollex runs answer {run} {path} JSON")

    return await follow_while(app.find_run(run), work, tell, len(earlier))


async def ask_question(question: OpenQuestion, run: str) -> Any:
    """Return what the person at the terminal answers; raise a Fault with the question where there is none."""
    if at_terminal():
        console(stderr=True).print(f"[yellow]?[/] {escaped(question.text)}")
        return await ask_person(partial(_ask, question.form))
    hint = f"Answer with: pollex runs answer {run} {question.path} JSON"
    raise Fault("invalid_input", f"The run asks: {question.text}", expected=dumps(question.form), hint=hint)


async def _answer(app: App, run: str, path: str, answer: Object) -> None:
    try:
        await app.runs.answer(run, path, answer, by="terminal")
    except Fault as fault:
        console(stderr=True).print(f"  [red]{escaped(fault.message)}[/]")
        again = (await app.runs.questions(run)).get(path)
        if again is not None:
            await _answer(app, run, path, await ask_person(partial(_ask, again.form)))


def readable(result: Result, *, json: bool) -> Result:
    """Return a run's result as people want it: only what it gave, since its steps were shown already."""
    if json or not isinstance(result.data, dict):
        return result
    if not result.ok and result.data.keys() & {"run", "outputs", "answer"}:
        result.data = None
    elif "outputs" in result.data:
        result.data = result.data["outputs"] or result.data.get("variables", {})
    elif "answer" in result.data:
        result.data = result.data["answer"]
    return result


def _ask(form: Object) -> Any:
    """Ask for each property of a form on a line of its own."""
    answer: Object = {}
    for name, about in form.get("properties", {}).items():
        choices = [str(each) for each in about.get("enum", ())]
        numbered = ", ".join(f"{number} = {each}" for number, each in enumerate(choices, 1))
        said = input(f"  {about.get('description', name)} ({numbered or about.get('type', 'text')}): ").strip()
        if said:
            answer[name] = _chosen(said, choices)
    return answer


def _chosen(said: str, choices: list[str]) -> str:
    """Return the choice that was named or numbered, or what was said."""
    is_number = said not in choices and said.isdecimal() and 1 <= int(said) <= len(choices)
    return choices[int(said) - 1] if is_number else said
