"""Messages, tools and replies in the types of the provider library, and back."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import Final, Literal

from pydantic_ai import BinaryContent
from pydantic_ai.messages import (
    ModelMessage,
    ModelRequestPart,
    ModelResponse,
    ModelResponsePart,
    SystemPromptPart,
    TextPart,
    ToolCallPart,
    ToolReturnPart,
    UserPromptPart,
)
from pydantic_ai.messages import ModelRequest as Sent
from pydantic_ai.models import ModelRequestParameters
from pydantic_ai.tools import ToolDefinition

from ..core.json import Object, dumps
from ..core.protocols import Message, ModelReply, ModelRequest, ToolAnswer, ToolRequest
from ..core.wire import result_text
from .faults import malformed
from .images import media_type
from .prices import usage_cost

Stop = Literal["end", "tools", "length", "refused"]
STOPS: Final[dict[str | None, Stop]] = {"length": "length", "content_filter": "refused"}
SCHEMAS: Final = ("parameters", "input_schema", "parametersJsonSchema", "inputSchema")
"""The keys that dialects use for the schema of a tool's input."""


def messages(given: Iterable[Message]) -> list[ModelMessage]:
    """Return the conversation; consecutive messages of one side become one turn, as some providers require."""
    turns = groupby(given, key=lambda message: message.role == "assistant")
    return [
        ModelResponse([part for message in turn for part in response_parts(message)])
        if assistant
        else Sent([part for message in turn for part in request_parts(message)])
        for assistant, turn in turns
    ]


def request_parts(message: Message) -> Iterator[ModelRequestPart]:
    if message.role == "system":
        yield SystemPromptPart(message.text)
        return
    yield from (answer_part(answer) for answer in message.answers)
    if message.images:
        pictures = [BinaryContent(data, media_type=media_type(data)) for data in message.images]
        yield UserPromptPart([*([message.text] if message.text else []), *pictures])
    elif message.text:
        yield UserPromptPart(message.text)


def answer_part(answer: ToolAnswer) -> ToolReturnPart:
    result = answer.result
    text = result_text(result.data) if result.fault is None else str(result.fault)
    outcome: Literal["success", "failed"] = "success" if result.fault is None else "failed"
    return ToolReturnPart(answer.tool, text, tool_call_id=answer.id, outcome=outcome)


def response_parts(message: Message) -> Iterator[ModelResponsePart]:
    if message.text:
        yield TextPart(message.text)
    for request in message.requests:
        args = request.args if isinstance(request.args, str | dict) else dumps(request.args)
        yield ToolCallPart(request.tool, args, tool_call_id=request.id)


def parameters(request: ModelRequest) -> ModelRequestParameters:
    """Return the rendered tools, and whether one must be called."""
    tools = [definition(tool) for tool in request.tools]
    return ModelRequestParameters(function_tools=tools, allow_text_output=not (request.must_call and tools))


def definition(tool: Object) -> ToolDefinition:
    """Return a tool of any dialect."""
    body: Object = tool.get("function", tool)
    schema = next((body[key] for key in SCHEMAS if key in body), {"type": "object", "properties": {}})
    return ToolDefinition(
        name=body["name"],
        parameters_json_schema=schema,
        description=body.get("description"),
        strict=bool(body.get("strict", False)),
    )


def reply(response: ModelResponse, ms: float) -> ModelReply:
    """Return a model's reply. Arguments stay as they were written, so that malformed ones can be repaired."""
    if not response.parts and response.finish_reason is None:
        raise malformed("there is neither text nor a call in it")
    requests = tuple(
        ToolRequest(part.tool_call_id, part.tool_name, part.args or {})
        for part in response.parts
        if isinstance(part, ToolCallPart)
    )
    text = "".join(part.content for part in response.parts if isinstance(part, TextPart))
    stop: Stop = STOPS.get(response.finish_reason, "tools" if requests else "end")
    if stop == "refused" and not text:
        text = str((response.provider_details or {}).get("refusal", ""))
    return ModelReply(text, requests, usage_cost(response, ms), stop)
