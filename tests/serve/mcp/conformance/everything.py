"""What the conformance suite calls, as tools, resources and prompts of a Pollex server: `python -m … HOME`."""

import asyncio
import base64
import re
import sys
from pathlib import Path
from typing import Any

from mcp_types import (
    BlobResourceContents,
    ElicitResult,
    EmbeddedResource,
    GetPromptRequestParams,
    GetPromptResult,
    ImageContent,
    InputRequiredResult,
    Prompt,
    PromptArgument,
    PromptMessage,
    Resource,
    ResourceTemplate,
    TextContent,
    TextResourceContents,
)
from tests.serve.mcp.http_program import serve

import pollex
from pollex.core.context import Context
from pollex.core.registry import Registry
from pollex.core.result import Result
from pollex.core.schema import Schema
from pollex.core.tool import Tool
from pollex.serve.mcp.elicitation import request

PIXEL = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg=="
SOUND = "UklGRiYAAABXQVZFZm10IBAAAAABAAEAQB8AAAB9AAACABAAZGF0YQIAAAAAAA=="
NOTHING: dict[str, Any] = {"type": "object", "properties": {}}


def text_form(title: str, name: str) -> dict[str, Any]:
    return {"title": title, "type": "object", "properties": {name: {"type": "string"}}, "required": [name]}


NAME = text_form("user_name", "name")
CONFIRM = {"title": "confirm", "type": "object", "properties": {"ok": {"type": "boolean"}}, "required": ["ok"]}
PERSON = {
    "type": "object",
    "properties": {
        "username": {"type": "string", "description": "User's response"},
        "email": {"type": "string", "description": "User's email address"},
    },
    "required": ["username", "email"],
}
DEFAULTS = {
    "type": "object",
    "properties": {
        "name": {"type": "string", "default": "John Doe"},
        "age": {"type": "integer", "default": 30},
        "score": {"type": "number", "default": 95.5},
        "status": {"type": "string", "enum": ["active", "inactive", "pending"], "default": "active"},
        "verified": {"type": "boolean", "default": True},
    },
}


def titled(*pairs: tuple[str, str]) -> list[dict[str, str]]:
    return [{"const": value, "title": title} for value, title in pairs]


OPTIONS = ["option1", "option2", "option3"]
VALUES = titled(("value1", "First"), ("value2", "Second"), ("value3", "Third"))
ENUMS = {
    "type": "object",
    "properties": {
        "untitledSingle": {"type": "string", "enum": OPTIONS},
        "titledSingle": {"type": "string", "oneOf": VALUES},
        "legacyEnum": {"type": "string", "enum": ["opt1", "opt2", "opt3"], "enumNames": ["One", "Two", "Three"]},
        "untitledMulti": {"type": "array", "items": {"type": "string", "enum": OPTIONS}},
        "titledMulti": {"type": "array", "items": {"anyOf": VALUES}},
    },
}
JSON_SCHEMA = {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "type": "object",
    "$defs": {
        "address": {
            "$anchor": "addressDef",
            "type": "object",
            "properties": {"street": {"type": "string"}, "city": {"type": "string"}},
        }
    },
    "properties": {
        "name": {"type": "string"},
        "address": {"$ref": "#/$defs/address"},
        "contactMethod": {"type": "string", "enum": ["phone", "email"]},
        "phone": {"type": "string"},
        "email": {"type": "string"},
    },
    "allOf": [{"anyOf": [{"required": ["phone"]}, {"required": ["email"]}]}],
    "if": {"properties": {"contactMethod": {"const": "phone"}}, "required": ["contactMethod"]},
    "then": {"required": ["phone"]},
    "else": {"required": ["email"]},
    "additionalProperties": False,
}


def tools(home: Path) -> list[Tool]:
    """The tools of the suite."""
    files = {
        "pixel.png": base64.b64decode(PIXEL),
        "sound.wav": base64.b64decode(SOUND),
        "resource.txt": b"This is an embedded resource content.",
        "resource.json": b'{"test":"data","value":123}',
    }
    for name, content in files.items():
        (home / name).write_bytes(content)

    async def simple(args: Any, context: Context) -> str:
        return "This is a simple text response for testing."

    def showing(*names: str, data: Any = None) -> Any:
        async def show(args: Any, context: Context) -> Result:
            return Result.success(data, files=tuple(str(home / name) for name in names))

        return show

    async def fail(args: Any, context: Context) -> None:
        raise pollex.Fault("failed", "This tool intentionally returns an error for testing")

    async def progress(args: Any, context: Context) -> str:
        for done in (0, 50, 100):
            context.progress({"progress": done, "total": 100})
            await asyncio.sleep(0)
        return "done"

    def asking(*forms: tuple[str, dict[str, Any]]) -> Any:
        async def ask(args: Any, context: Context) -> str:
            if context.ask is None:
                raise pollex.Fault("unavailable", "There is nobody to ask.")
            said = [await context.ask(args.get("message", question), form, 30) for question, form in forms]
            return f"state-ok: {said}"

        return ask

    async def change(args: Any, context: Context) -> str:
        assert isinstance(context.tools, Registry)
        made = context.tools.get("test_simple_text")
        context.tools.add(made.replace(name=f"added_{len(context.tools)}"))
        return "There is one more."

    who = ("What is your name?", NAME)
    runs: dict[str, Any] = {
        "test_simple_text": simple,
        "test_image_content": showing("pixel.png"),
        "test_audio_content": showing("sound.wav"),
        "test_embedded_resource": showing("resource.txt"),
        "test_multiple_content_types": showing("pixel.png", "resource.json", data="Multiple content types test:"),
        "test_error_handling": fail,
        "test_tool_with_progress": progress,
        "test_logging_tool": simple,
        "test_streaming_elicitation": asking(who),
        "test_elicitation": asking(("Who are you?", PERSON)),
        "test_elicitation_sep1034_defaults": asking(("Please check", DEFAULTS)),
        "test_elicitation_sep1330_enums": asking(("Please choose", ENUMS)),
        "test_input_required_result_elicitation": asking(who),
        "test_input_required_result_request_state": asking(("Please confirm", CONFIRM)),
        "test_input_required_result_tampered_state": asking(("Please confirm", CONFIRM)),
        "test_input_required_result_multi_round": asking(
            ("Step 1: What is your name?", text_form("step1", "name")),
            ("Step 2: What is your favorite color?", text_form("step2", "color")),
        ),
        "json_schema_2020_12_tool": simple,
        "test_trigger_tool_change": change,
        "test_trigger_prompt_change": change,
    }
    schemas: dict[str, Any] = {
        "test_elicitation": {**NOTHING, "properties": {"message": {"type": "string"}}},
        "json_schema_2020_12_tool": JSON_SCHEMA,
    }
    return [
        Tool(name, f"Does what the suite wants of {name}.", Schema(schemas.get(name, NOTHING)), run, effect="read")
        for name, run in runs.items()
    ]


class SuiteResources:
    """The resources of the suite."""

    async def listed(self) -> list[Resource]:
        return [
            Resource(uri="test://static-text", name="text", mime_type="text/plain"),
            Resource(uri="test://static-binary", name="binary", mime_type="image/png"),
        ]

    async def templates(self) -> list[ResourceTemplate]:
        return [ResourceTemplate(uri_template="test://template/{id}/data", name="data")]

    async def read(self, uri: str) -> list[TextResourceContents | BlobResourceContents] | None:
        if uri == "test://static-text":
            return [TextResourceContents(uri=uri, mime_type="text/plain", text="This is static text.")]
        if uri == "test://static-binary":
            return [BlobResourceContents(uri=uri, mime_type="image/png", blob=PIXEL)]
        if found := re.fullmatch(r"test://template/(\w+)/data", uri):
            return [TextResourceContents(uri=uri, mime_type="application/json", text=f'{{"id":"{found[1]}"}}')]
        return None


def saying(*content: Any) -> GetPromptResult:
    return GetPromptResult(messages=[PromptMessage(role="user", content=each) for each in content])


class SuitePrompts:
    """The prompts of the suite."""

    async def listed(self) -> list[Prompt]:
        def prompt(name: str, *arguments: str) -> Prompt:
            made = [PromptArgument(name=each, description=each, required=True) for each in arguments]
            return Prompt(name=name, description=name, arguments=made)

        return [
            prompt("test_simple_prompt"),
            prompt("test_prompt_with_arguments", "arg1", "arg2"),
            prompt("test_prompt_with_embedded_resource", "resourceUri"),
            prompt("test_prompt_with_image"),
            prompt("test_input_required_result_prompt"),
        ]

    async def get(self, params: GetPromptRequestParams) -> GetPromptResult | InputRequiredResult | None:
        given = params.arguments or {}
        match params.name:
            case "test_simple_prompt":
                return saying(TextContent(text="This is a simple prompt for testing."))
            case "test_prompt_with_arguments":
                return saying(TextContent(text=f"Prompt with arguments: {given}"))
            case "test_prompt_with_embedded_resource":
                uri = given["resourceUri"]
                resource = TextResourceContents(uri=uri, mime_type="text/plain", text="Embedded for testing.")
                return saying(EmbeddedResource(resource=resource), TextContent(text="Please process it."))
            case "test_prompt_with_image":
                return saying(ImageContent(data=PIXEL, mime_type="image/png"), TextContent(text="Please analyze it."))
            case "test_input_required_result_prompt":
                answer = (params.input_responses or {}).get("user_context")
                if not isinstance(answer, ElicitResult):
                    asked = request("What context should the prompt use?", text_form("user_context", "context"))
                    return InputRequiredResult(input_requests={"user_context": asked})
                return saying(TextContent(text=f"In the context of {answer.content}"))
        return None

    async def complete(self, name: str, argument: str, value: str) -> list[str]:
        return []


async def main() -> None:
    home = Path(sys.argv[1])
    async with pollex.App(home=home, tools=tools(home), environ={}) as app:
        await serve(app, resources=[SuiteResources()], prompts=[SuitePrompts()])


if __name__ == "__main__":
    asyncio.run(main())
