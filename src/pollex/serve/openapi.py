"""The OpenAPI 3.1 document, made from the table of endpoints."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from .. import __version__
from ..core.json import Object
from .endpoint import Endpoint
from .schemas import SCHEMAS, ref
from .workflow_schemas import WORKFLOW_SCHEMAS
from .workspace_schemas import WORKSPACE_SCHEMAS

PATH_PARAMETERS: Final[dict[str, Object]] = {
    "id": {"schema": {"type": "string", "format": "uuid"}, "description": "The id of a run."},
    "workspace": {"schema": {"type": "string", "format": "uuid"}, "description": "The id of a workspace."},
    "name": {"schema": {"type": "string", "minLength": 1}, "description": "The name of a tool."},
    "workflow": {"schema": {"type": "string", "minLength": 1}, "description": "The name of a kept workflow."},
    "credential": {"schema": {"type": "string", "minLength": 1}, "description": "The name of a credential."},
    "pairing": {"schema": {"type": "string", "minLength": 1}, "description": "The id of a paired browser."},
    "provider": {"schema": {"type": "string", "minLength": 1}, "description": "A provider of models, such as openai."},
}
SECURITY: Final[Object] = {
    "token": {"type": "http", "scheme": "bearer", "description": "The token that the server made when it started."}
}
ABOUT: Final = "Call tools and run tasks and workflows. What fails answers with a Result whose fault says why."


def openapi(endpoints: Sequence[Endpoint]) -> Object:
    """Return the document that describes these endpoints."""
    paths: dict[str, Object] = {}
    for each in endpoints:
        paths.setdefault(each.path, {})[each.method.lower()] = _operation(each)
    return {
        "openapi": "3.1.0",
        "info": {"title": "Pollex", "version": __version__, "description": ABOUT},
        "paths": paths,
        "components": {"schemas": SCHEMAS | WORKFLOW_SCHEMAS | WORKSPACE_SCHEMAS, "securitySchemes": SECURITY},
        "security": [{"token": []}],
    }


def _operation(endpoint: Endpoint) -> Object:
    operation: Object = {
        "operationId": endpoint.operation,
        "summary": endpoint.summary,
        "parameters": [*_in_path(endpoint), *_in_query(endpoint)],
        "responses": _responses(endpoint),
    }
    if endpoint.body is not None:
        needed = bool(endpoint.body.get("required")) or not endpoint.judged
        content = {endpoint.takes: {"schema": endpoint.body}}
        operation["requestBody"] = {"required": needed, "content": content}
    if endpoint.open:
        operation["security"] = []
    return operation


def _responses(endpoint: Endpoint) -> Object:
    good = {"description": endpoint.summary, "content": {endpoint.media: {"schema": endpoint.output}}}
    also = {str(status): _also(endpoint, status, about) for status, about in endpoint.also.items()}
    failed = {"description": "What went wrong.", "content": {"application/json": {"schema": ref("Result")}}}
    return {str(endpoint.status): good, **also, "default": failed}


def _also(endpoint: Endpoint, status: int, about: str) -> Object:
    content = {endpoint.media: {"schema": endpoint.output}}
    return {"description": about} if status == 204 else {"description": about, "content": content}


def _in_path(endpoint: Endpoint) -> list[Object]:
    named = re.findall(r"{(\w+)}", endpoint.path)
    return [{"name": name, "in": "path", "required": True, **PATH_PARAMETERS[name]} for name in named]


def _in_query(endpoint: Endpoint) -> list[Object]:
    return [
        {"name": name, "in": "query", "required": False, "schema": schema, "description": schema["description"]}
        for name, schema in endpoint.query.items()
    ]
