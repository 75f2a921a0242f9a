"""A person's own folders, Desktop and Documents among them, as the system says where they are."""

from __future__ import annotations

from pathlib import Path
from typing import Final

OWN_FOLDERS: Final = {
    "Desktop": "user_desktop_path",
    "Document": "user_documents_path",
    "Download": "user_downloads_path",
    "Picture": "user_pictures_path",
    "Audio": "user_music_path",
    "Video": "user_videos_path",
    "Public": "user_publicshare_path",
}
"""The function of platformdirs that finds each, by its name in document 003."""


def find_own_folder(name: str) -> Path | None:
    """Return one of the person's folders; None where this machine does not have it, as a server."""
    if name not in OWN_FOLDERS:
        return None
    import platformdirs

    folder: Path = getattr(platformdirs, OWN_FOLDERS[name])()
    return folder if folder.is_dir() else None
