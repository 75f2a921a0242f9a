"""`api.call` of a workspace (003): HTTP, tools, exported files, and what is said to the chat."""
