{ windowId, target, html, sanitize? }
