"""Scripts that no template names and that no other script speaks of: nobody can call them."""

from __future__ import annotations

import re

from ..findings import LARGEST_SCRIPT, Findings
from ..formats import TEMPLATE_TYPES
from ..layout import SUFFIX, Layout


def check_lone_scripts(layout: Layout, findings: Findings) -> None:
    """Warn of each script in a folder of templates that neither a template nor another script names."""
    texts = {
        file: file.read_text(encoding="utf-8", errors="replace")
        for file in (*layout.templates, *layout.scripts)
        if file.is_file() and not file.is_symlink() and file.stat().st_size <= LARGEST_SCRIPT
    }
    for script in layout.scripts:
        stem = script.name.partition(".")[0]
        word = re.compile(rf"(?<![\w-]){re.escape(stem)}(?![\w-])")
        others = (text for file, text in texts.items() if file not in (script, script.with_name(stem + SUFFIX)))
        named = f'"{script.name}"' in texts.get(script.with_name(stem + SUFFIX), "")
        if script.parent.name in TEMPLATE_TYPES and not named and not any(word.search(text) for text in others):
            message = f"No template names the script {script.name!r}, so that nobody can call it."
            hint = f"Write {stem + SUFFIX!r} beside it, or remove it."
            findings.warnings.add(script, "", message, f'a template with "file": "{script.name}"', hint=hint)
