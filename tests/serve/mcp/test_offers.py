"""What a server offers beside tools: prompts of library tools, resources of runs, and the entries of clients."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import get_args

import pytest
from mcp import Client
from mcp.shared.exceptions import MCPError
from tests.library.sample import write_library
from tests.serve.mcp.door_tools import PIXEL
from tests.serve.mcp.doors import environ

import pollex
from pollex.cli.mcp import ClientOption
from pollex.core.call import new_id
from pollex.serve.mcp.clients import FILES, client_entry
from pollex.serve.mcp.clients import Client as Client_
from pollex.serve.mcp.request_key import kept_key
from pollex.serve.mcp.server import McpServer


async def test_a_library_tool_is_a_prompt(tmp_path: Path) -> None:
    write_library(tmp_path / "library")
    async with pollex.App(home=tmp_path, environ={}) as app:
        app.add_library(tmp_path / "library")
        async with Client(McpServer(app).sdk) as client:
            prompts = {each.name: each for each in (await client.list_prompts()).prompts}
            got = await client.get_prompt("shop_find-price", {"product": "lamp"})
            with pytest.raises(MCPError, match="needs 'product'"):
                await client.get_prompt("shop_find-price", {})
            with pytest.raises(MCPError, match="no prompt 'nothing'"):
                await client.get_prompt("nothing", {})
    arguments = {each.name: each.required for each in prompts["shop_find-price"].arguments or []}
    assert arguments == {"product": True, "currency": False}
    [message] = got.messages
    assert "- product: lamp" in message.content.text  # type: ignore[union-attr]


async def test_only_the_pictures_of_a_run_are_read(tmp_path: Path) -> None:
    run = new_id()
    folder = tmp_path / "files" / run
    folder.mkdir(parents=True)
    (folder / "step-1.png").write_bytes(PIXEL)
    (folder / "secret.txt").write_text("no picture")
    async with pollex.App(home=tmp_path, environ={}) as app, Client(McpServer(app).sdk) as client:
        [picture] = (await client.read_resource(f"pollex://runs/{run}/pictures/step-1.png")).contents
        refused = [f"{run}/pictures/secret.txt", f"{run}/pictures/..", "no-uuid", f"{new_id()}", f"{new_id()}/report"]
        for place in refused:
            with pytest.raises(MCPError):
                await client.read_resource(f"pollex://runs/{place}")
    assert picture.mime_type == "image/png"


def test_the_key_is_made_once(tmp_path: Path) -> None:
    home = tmp_path / "home"
    assert kept_key(home) == kept_key(home)
    assert [file.name for file in home.iterdir()] == ["mcp.key"]
    assert (home / "mcp.key").stat().st_mode & 0o777 == 0o600


def test_every_client_of_the_table_can_be_named() -> None:
    assert get_args(ClientOption) == tuple(FILES)


@pytest.mark.parametrize("client", FILES)
def test_every_client_has_an_entry(client: Client_) -> None:
    [servers] = client_entry(client, "pollex", ["mcp"], {}).values()
    assert (servers["pollex"]["command"], servers["pollex"]["args"]) == ("pollex", ["mcp"])


def test_an_entry_starts_the_server(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "pollex", "mcp", "--print-config", "--from", "x"]
    printed = subprocess.run(
        command, env={**environ(tmp_path), "PATH": os.devnull}, cwd=tmp_path, capture_output=True, text=True, check=True
    )
    assert json.loads(printed.stdout)["mcpServers"]["pollex"] == {
        "command": sys.executable,
        "args": ["-m", "pollex", "mcp", "--from", str(tmp_path / "x")],
        "env": {"POLLEX_HOME": str(tmp_path)},
    }
