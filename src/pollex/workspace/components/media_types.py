"""Components that show pictures and files."""

from __future__ import annotations

from typing import Final

from .component_type import ComponentType
from .properties import SENTENCES, choice, file, image, text, tone, whole

FILE: Final = file("The kept file: /api/files/ID.")

MEDIA_TYPES: Final = (
    ComponentType(
        name="image",
        title="Image",
        description="A picture: data:image or a kept file, no foreign address.",
        properties={
            "src": image("data:image/png;base64,… (png, jpeg, gif, webp, avif) or /api/files/ID."),
            "alt": text("What it shows, for those who cannot see it.", SENTENCES),
            "caption": text("A sentence below.", SENTENCES),
            "fit": choice("How it fills its place.", "contain", "cover", "none", default="contain"),
            "width": whole("Its width in pixels.", 1, maximum=10_000),
        },
        required=("src", "alt"),
        example={"src": "/api/files/screenshot-1.png", "alt": "The page after the login"},
    ),
    ComponentType(
        name="icon",
        title="Icon",
        description="A small sign.",
        properties={
            "name": text("The name, such as check, warning or folder.", 40, pattern="^[a-z][a-z0-9-]*$"),
            "label": text("What it means, for those who cannot see it."),
            "tone": tone(),
        },
        required=("name",),
        example={"name": "check", "label": "Done", "tone": "success"},
    ),
    ComponentType(
        name="file",
        title="File",
        description="A kept file, to open and download.",
        properties={
            "src": FILE,
            "name": text("Its name."),
            "mediaType": text("Its media type, such as text/csv."),
            "size": whole("Its size in bytes."),
        },
        required=("src", "name"),
        example={"src": "/api/files/orders.csv", "name": "orders.csv", "mediaType": "text/csv", "size": 5120},
    ),
    ComponentType(
        name="player",
        title="Player",
        description="A kept video or sound.",
        properties={
            "kind": choice("What is played.", "video", "audio"),
            "src": FILE,
            "title": text("What it is."),
        },
        required=("kind", "src"),
        example={"kind": "video", "src": "/api/files/run.webm", "title": "The whole run"},
    ),
)
