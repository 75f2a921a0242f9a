"""`pollex runs`: what ran, what runs, and how to steer it."""

from __future__ import annotations

import json as json_
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from ..core.call import new_id
from ..core.fault import Fault
from ..core.json import Object
from ..core.result import Result
from ..runs.summary import state_of, summary
from .approval import terminal_approver
from .compiled import NoReplay, show_compiled, write_compiled
from .event_lines import EventLines
from .output import Json, answer, console, escaped, run, show_fault
from .progress import ask_question, readable, watch
from .report import write_report
from .resumption import resumption
from .runs_list import show_runs
from .runs_move import AgreeOption, GoalOption, moved
from .server_run import resume_on_server
from .session import open_app
from .task_options import Tab
from .workspace_rows import workspace_ids, workspace_rows

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from ..app.app import App

runs = typer.Typer(name="runs", help="See what ran and what runs; stop it, resume it, answer its questions.")

Id = Annotated[str, typer.Argument(metavar="ID", help="The run's id, or its first letters.")]
ModelOption = Annotated[str | None, typer.Option(metavar="NAME", help="Of a task: another model.")]
MaxStepsOption = Annotated[int | None, typer.Option("--max-steps", min=1, help="Of a task: how many decisions in all.")]
ModelTimeoutOption = Annotated[
    float | None, typer.Option("--model-timeout", metavar="SECONDS", help="Of a task: how long the model may think.")
]
StatusOption = Literal["queued", "running", "interrupted", "paused", "done", "failed", "cancelled", "dead"]


@runs.command("list")
def list_runs(
    status: Annotated[StatusOption | None, typer.Option(help="Only those that are so.")] = None,
    limit: Annotated[int, typer.Option(min=1, help="The most to list.")] = 20,
    json: Json = False,
) -> int:
    """List the runs, the newest first. Workspaces are runs of their own kind, and are open."""

    async def work(app: App) -> Result:
        asked = "running" if status == "interrupted" else status
        most = 10_000 if asked == "running" else limit + 1  # only some of those that run are interrupted
        all_ = await app.runs.control.list(status=asked, limit=most)
        chosen = [each for each in all_ if status is None or state_of(each) == status][: limit + 1]
        found = [await summary(app.runs, app.log, each) for each in chosen]
        found += await workspace_rows(app, limit + 1) if status is None else []
        notes = () if len(found) <= limit else (f"There are more; see them with --limit {limit * 5}.",)
        return Result.success(sorted(found, key=lambda each: str(each["started"]), reverse=True)[:limit], notes=notes)

    result = _do(work)
    if json or not result.ok:
        return answer(result, json=json)
    if result.data:
        show_runs(result.data)
    for line in result.notes if result.data else ["There are no runs."]:
        console(stderr=True).print(line)
    return 0


@runs.command("show")
def show_run(
    id: Id,  # noqa: A002 - it is the id of the run
    html: Annotated[Path | None, typer.Option(metavar="FILE", help="Write it as one page for people.")] = None,
    json: Json = False,
) -> int:
    """Show what happened in a run or in a workspace.

    Examples:
      pollex runs show 5f3a                     what it did, in words
      pollex runs show 5f3a --html run.html     as one page for people
      pollex runs show 5f3a --json              every event
    """

    async def work(app: App) -> Result:
        found = await full_id(app, id, workspaces=True)
        events = await app.find_run(found).events()
        if not events:
            raise Fault("not_found", f"The run {found!r} has written nothing yet.")
        if html is not None:
            return write_report(app, events, await _status(app, found), html)
        return Result.success([event.to_json() for event in events])

    result = _do(work)
    if html is not None and result.ok and not json:
        result.data = result.data["file"]
    if json or html is not None or not result.ok:
        return answer(result, json=json)
    from ..core.event import Event

    shown = EventLines()
    for each in result.data:
        for line in shown.lines(Event(**each)):
            console().print(line)
    ended = result.data[-1]
    if ended["kind"] == "run.finished" and (fault := ended["data"]["result"].get("fault")) is not None:
        show_fault(Fault.from_json(fault))
    return 0


@runs.command("compile")
def compile_run(
    id: Id,  # noqa: A002
    output: Annotated[Path, typer.Option("-o", "--output", metavar="FILE", help="Where the workflow goes.")],
    name: Annotated[str | None, typer.Option(help="What it is called; else the beginning of the task.")] = None,
    partial: Annotated[bool, typer.Option("--partial", help="Also of a run that did not end well.")] = False,
    no_replay: NoReplay = False,
    json: Json = False,
) -> int:
    """Make a workflow of what an agent's run did: it does the same again, without a model.

    It is replayed at once in a fresh window, up to the first request that changes something, and what it reads is
    compared with what the run read. The notes tell how that went; the file is written in any case.

    \b
    Examples:
      pollex runs compile 1b9d6bcd -o cheapest.workflow.json
      pollex runs compile 1b9d6bcd -o cheapest.workflow.json --no-replay
    """

    async def work(app: App) -> Result:
        return await write_compiled(app, await full_id(app, id), output, name, partial=partial, replay=not no_replay)

    result = _do(work)
    if json or not result.ok:
        return answer(result, json=json)
    show_compiled(result.data)
    return 0


@runs.command("stop")
def stop(id: Id, json: Json = False) -> int:  # noqa: A002
    """Stop a run; `runs resume` lets it go on from where it was."""

    from ..runs.stop import only

    async def cancel(app: App, found: str) -> None:
        only(found, {found: await _status(app, found) or ""})
        await app.runs.control.cancel(found)

    return _steer(id, cancel, "cancelled", json)


@runs.command("pause")
def pause(id: Id, json: Json = False) -> int:  # noqa: A002
    """Let a run wait before its next node."""
    return _steer(id, lambda app, found: app.runs.control.pause(found), "paused", json)


@runs.command("resume")
def resume(
    id: Id,  # noqa: A002
    sources: Annotated[
        list[Path] | None, typer.Option("--from", metavar="PATH", help="Files and folders with further tools.")
    ] = None,
    headed: Annotated[
        bool | None, typer.Option("--headed/--headless", help="Show the browser or not; else as it was.")
    ] = None,
    cdp: Annotated[str | None, typer.Option(help="The address of a running browser (its CDP endpoint).")] = None,
    model: ModelOption = None,
    max_steps: MaxStepsOption = None,
    model_timeout: ModelTimeoutOption = None,
    reply: Annotated[
        str | None, typer.Option("--answer", metavar="JSON", help="The answer to what it waits or ended with.")
    ] = None,
    json: Json = False,
) -> int:
    """Resume a run that was interrupted, stopped or paused, and follow it to its end.

    A task that failed goes on as a new run behind what it had done, with another model, more steps or more time; one
    that ended with a question, with the answer.
    """
    said = None if reply is None else _json(reply)
    changes = {**_changes(model, max_steps, model_timeout), **({} if said is None else {"answer": said})}

    async def look(app: App) -> Result:
        from ..runs.place import place_now

        found = await full_id(app, id)
        plan = await app.runs.control.plan(found)
        return Result.success({"run": found, **plan.get("opened", {}), **await place_now(app.log, found, plan)})

    async def work(app: App) -> Result:
        if "where" in looked.data:
            earlier = await app.find_run(found).events()
            on = await resume_on_server(app, found, changes)
            return await watch(app, on, app.find_run(on).wait(), earlier=earlier if on == found else ())
        status = await _status(app, found)
        if status == "paused":
            if said is not None:
                await app.runs.answer(found, None, said, by="cli")
            await app.runs.control.resume(found)
            return Result.success({"run": found, "status": "running"})
        if await app.runs.has_failed(found):
            started = new_id()
            return await watch(app, started, app.runs.fork(found, variables=changes, started=started))
        earlier = await app.find_run(found).events()
        return await watch(app, found, app.runs.resume(found, said), earlier=earlier)

    looked = _do(look)
    if not looked.ok:
        return answer(looked, json=json)
    found = looked.data["run"]
    again = resumption(looked.data, sources, headed, cdp)
    for line in again.notes:
        console(stderr=True).print(f"[yellow]note[/] {escaped(line)}")
    result = _do(work, sources, ask=terminal_approver(json=json), **again.settings)
    return answer(readable(result, json=json), json=json)


@runs.command("move")
def move(id: Id, to: GoalOption, tab: Tab = None, agreed: AgreeOption = False, json: Json = False) -> int:  # noqa: A002
    """Let a run of the running server go on in your own Chrome, or again in a browser of Pollex.

    It finishes its step first. It takes its pages along, and the cookies and storage of its allowed domains once you
    have seen which and agreed: so a run goes on behind a login that you do by hand.

    \b
    Example:
      pollex runs move 4f2a --to chrome
    """

    async def work(app: App) -> Result:
        return await moved(app, await full_id(app, id), to, tab, agreed=agreed)

    result = _do(work)
    if json or not result.ok:
        return answer(result, json=json)
    console().print(f"{result.data['run']} moved")
    for note in result.notes:
        console(stderr=True).print(f"[yellow]note[/] {escaped(note)}")
    return 0


@runs.command("fork")
def fork(
    id: Id,  # noqa: A002
    at: Annotated[
        str | None,
        typer.Option(help="Where to begin: a node, as /5 or /3[1]/4; of a task a step, else behind its last good one."),
    ] = None,
    changes: Annotated[
        list[str] | None, typer.Option("--set", metavar="NAME=JSON", help="A variable to change.")
    ] = None,
    model: ModelOption = None,
    max_steps: MaxStepsOption = None,
    model_timeout: ModelTimeoutOption = None,
    json: Json = False,
) -> int:
    """Start a new run with what an earlier one had done before a node, with variables changed.

    A task goes on with another model, more steps or more time.
    """
    variables = {**dict(_pair(each) for each in changes or ()), **_changes(model, max_steps, model_timeout)}

    async def work(app: App) -> Result:
        started = new_id()
        work = app.runs.fork(await full_id(app, id), at=at, variables=variables, started=started)
        return await watch(app, started, work)

    return answer(readable(_do(work, ask=terminal_approver(json=json)), json=json), json=json)


@runs.command("purge")
def purge(
    days: Annotated[
        float, typer.Option("--older-than", metavar="DAYS", min=0, help="Ended more than so many days ago.")
    ],
    json: Json = False,
) -> int:
    """Forget runs that ended long ago: their steps, not their events."""

    async def work(app: App) -> Result:
        return Result.success({"forgotten": await app.runs.control.purge(days * 86_400)})

    return answer(_do(work), json=json)


PathArgument = Annotated[str | None, typer.Argument(help="What it asks, by its path; else the only thing it asks.")]


@runs.command("answer")
def answer_question(
    id: Id,  # noqa: A002
    path: PathArgument = None,
    reply: Annotated[
        str | None, typer.Argument(metavar="JSON", help='The answer, such as {"answer": "1234"}; else you are asked.')
    ] = None,
    json: Json = False,
) -> int:
    """Answer a question that a run waits for.

    Examples:
      pollex runs answer 5f3a                                what it asks; at a terminal you answer there
      pollex runs answer 5f3a '{"code": "123456"}'           the only question
      pollex runs answer 5f3a /4 '{"code": "123456"}'        one of several
    """
    if path is not None and reply is None and not path.startswith("/"):
        path, reply = None, path
    if reply is not None and not reply.strip():
        raise typer.BadParameter("The answer is empty.")
    message = None if reply is None else _json(reply)

    async def send(app: App, found: str) -> None:
        said = message
        if said is None:
            from ..runs.questions import find_question

            said = await ask_question(find_question(await app.runs.questions(found), path, "question"), found)
        await app.runs.answer(found, path, said, by="cli")

    return _steer(id, send, "answered", json)


@runs.command("approve")
def approve(
    id: Id,  # noqa: A002
    path: PathArgument = None,
    deny: Annotated[bool, typer.Option("--deny", help="Refuse it instead.")] = False,
    kind: Annotated[bool, typer.Option("--kind", help="Also everything else of this kind in this run.")] = False,
    json: Json = False,
) -> int:
    """Approve what a run or a workspace waits with, or refuse it. What it waits with: pollex runs show ID."""

    if deny and kind:
        raise typer.BadParameter("Give --deny or --kind, not both.")

    async def send(app: App, found: str) -> None:
        runs = app.workspaces if found in await workspace_ids(app) else app.runs
        await runs.approve(found, path, approved=not deny, kind=kind, by="cli")

    return _steer(id, send, "refused" if deny else "approved", json, workspaces=True)


def _steer(
    id: str,  # noqa: A002
    act: Callable[[App, str], Awaitable[None]],
    done: str,
    json: bool,
    *,
    workspaces: bool = False,
) -> int:
    async def work(app: App) -> Result:
        found = await full_id(app, id, workspaces=workspaces)
        await act(app, found)
        return Result.success({"run": found, "status": done})

    result = _do(work)
    if json or not result.ok:
        return answer(result, json=json)
    console().print(f"{result.data['run']} {done}")
    return 0


def _do(work: Callable[[App], Awaitable[Result]], sources: list[Path] | None = None, **settings: Any) -> Result:
    async def inside() -> Result:
        async with open_app(sources, **settings) as app:
            try:
                return await work(app)
            except Fault as fault:
                return Result.failure(fault)
            except OSError as error:
                message = f"{app.settings.home} cannot be used: {error.strerror or error}."
                return Result.failure(Fault("unavailable", message, hint="Set POLLEX_HOME to a folder of yours."))

    return run(inside())


async def _status(app: App, run: str) -> str | None:
    found = await app.runs.control.list(run=run)
    return state_of(found[0]) if found else None


async def full_id(app: App, begun: str, *, workspaces: bool = False) -> str:
    """Return the id that begins so; raise a Fault where there is none or where there are several."""
    from ..runs.stop import chosen

    known = [each.id for each in await app.runs.control.list(limit=10_000)]
    return chosen(begun, known + (await workspace_ids(app) if workspaces else []))


def _changes(model: str | None, max_steps: int | None, model_timeout: float | None) -> Object:
    """Return the fields of a task that are changed."""
    given = {"model": model, "max_steps": max_steps, "model_timeout": model_timeout}
    return {name: value for name, value in given.items() if value is not None}


def _pair(given: str) -> tuple[str, Any]:
    name, equals, value = given.partition("=")
    if not equals or not name:
        raise typer.BadParameter(f"{given!r} is not NAME=JSON.")
    return name, _json(value)


def _json(text: str) -> Any:
    """Return a JSON value; what is not JSON is text."""
    try:
        return json_.loads(text)
    except ValueError:
        return text
