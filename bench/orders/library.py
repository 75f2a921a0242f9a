"""A small library of books with an OpenAPI description, and Swagger UI in front of it: “Try it out” is answered."""

from __future__ import annotations

import json
import mimetypes
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

PAGE = """<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Library API</title>
<link rel="icon" href="data:,"><link rel="stylesheet" href="/swagger/swagger-ui.css"></head>
<body><div id="swagger-ui"></div>
<script src="/swagger/swagger-ui-bundle.js"></script><script>window.ui = SwaggerUIBundle({
url: "/openapi.json", dom_id: "#swagger-ui", deepLinking: true, validatorUrl: null });</script></body></html>"""
BOOKS = (
    {"id": 1, "title": "The Lighthouse", "author": "Marta Quill", "year": 1931, "lent": False},
    {"id": 2, "title": "Rivers of Salt", "author": "Jon Aster", "year": 1987, "lent": True},
    {"id": 3, "title": "A Year of Herons", "author": "Ilse Brandt", "year": 2009, "lent": False},
)
FIELDS = {"title": {"type": "string"}, "author": {"type": "string"}}
BOOK = {"type": "object", "required": ["title"], "properties": FIELDS}
WHOLE = {"type": "integer"}
BOOK_ID = {"name": "id", "in": "path", "required": True, "description": "Number of the book", "schema": WHOLE}
LENT = {"name": "lent", "in": "query", "description": "Only books that are lent", "schema": {"type": "boolean"}}


def operation(summary: str, *parameters: dict[str, Any], **more: Any) -> dict[str, Any]:
    """One operation of the description."""
    answers = {"200": {"description": "As asked"}, "404": {"description": "No such book"}}
    return {"tags": ["books"], "summary": summary, "parameters": list(parameters), "responses": answers, **more}


def description() -> dict[str, Any]:
    """The OpenAPI description."""
    body = {"required": True, "content": {"application/json": {"schema": BOOK, "example": {"title": "", "author": ""}}}}
    paths = {
        "/books": {"get": operation("List the books", LENT), "post": operation("Add a book", requestBody=body)},
        "/books/{id}": {
            "get": operation("Show one book", BOOK_ID),
            "delete": operation("Remove a book", BOOK_ID),
        },
    }
    info = {"title": "Library API", "version": "1.4.0", "description": "Books of a small library."}
    return {"openapi": "3.0.3", "info": info, "paths": paths}


class Library(ThreadingHTTPServer):
    """Serves the books, their description and Swagger UI from `swagger`."""

    daemon_threads = True

    def __init__(self, swagger: Path) -> None:
        """Bind a free port."""
        super().__init__(("127.0.0.1", 0), Handler)
        self.swagger = swagger
        self.books: dict[int, dict[str, Any]] = {}
        self.reset()

    def reset(self) -> None:
        """Put the first books back."""
        self.books = {int(str(book["id"])): dict(book) for book in BOOKS}


class Handler(BaseHTTPRequestHandler):
    """Answers one request."""

    server: Library

    def log_message(self, *_: object) -> None:
        """Drop the message."""

    def do_GET(self) -> None:
        """Answer with a page, a file or books."""
        path, _, query = self.path.partition("?")
        if path == "/":
            self.send(PAGE.encode(), "text/html; charset=utf-8")
        elif path == "/openapi.json":
            self.send_json(description())
        elif path == "/books":
            books = [book for book in self.server.books.values() if not query or book["lent"] == (query == "lent=true")]
            self.send_json(books)
        elif path.startswith("/books/"):
            self.send_book(path)
        else:
            self.send_file(self.server.swagger / Path(path).name)

    def do_POST(self) -> None:
        """Add a book."""
        given = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        book = {"id": max(self.server.books) + 1, **given, "lent": False}
        self.server.books[book["id"]] = book
        self.send_json(book)

    def do_DELETE(self) -> None:
        """Remove a book."""
        if self.send_book(self.path):
            del self.server.books[int(Path(self.path).name)]

    def send_book(self, path: str) -> bool:
        """Answer with one book, or that there is none."""
        name = Path(path).name
        book = self.server.books.get(int(name)) if name.isdecimal() else None
        if book is None:
            self.send_json({"detail": f"There is no book {name}."}, HTTPStatus.NOT_FOUND)
        else:
            self.send_json(book)
        return book is not None

    def send_file(self, file: Path) -> None:
        """Answer with a file of Swagger UI."""
        if file.is_file():
            self.send(file.read_bytes(), mimetypes.guess_type(file.name)[0] or "text/plain")
        else:
            self.send(b"", "text/plain", HTTPStatus.NOT_FOUND)

    def send_json(self, value: object, status: HTTPStatus = HTTPStatus.OK) -> None:
        """Answer with JSON."""
        self.send(json.dumps(value).encode(), "application/json", status)

    def send(self, body: bytes, kind: str, status: HTTPStatus = HTTPStatus.OK) -> None:
        """Answer with bytes."""
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)
