"""Commands may say something in the chat, but not without end: then a person has to."""

from typing import Any

from pollex import App

INTENT = [{"op": "api.call", "params": {"method": "POST", "url": "uicp://intent", "body": {"text": "and blue"}}}]


async def test_commands_do_not_talk_without_end(app: App) -> None:
    host = await app.workspaces.open()

    async def say(by: str) -> Any:
        [answer] = await host.workspace.apply(INTENT, by=by)
        return None if answer.fault is None else (answer.fault.code, answer.fault.pointer)

    assert [await say("model") for _ in range(4)] == [None, None, None, ("limit", "/body/text")]
    await host.ask("help")
    assert await say("model") is None


async def test_details_are_added_to_what_was_asked_first(app: App) -> None:
    host = await app.workspaces.open()
    await host.ask("help")
    await host.workspace.apply(INTENT)
    [second] = await host.workspace.apply(INTENT)
    assert second.data == {"said": "help\n\nAdditional details: and blue"}
