{ textPrompt?: string, fields?: [...], title?, submit?, cancel?, windowId?, width?, height?, description? }
