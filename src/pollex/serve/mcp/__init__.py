"""Every tool over the Model Context Protocol: `stdio` for `pollex mcp`, `http` for `/mcp`.

`server` answers requests: `catalog` lists tools, `calls` calls them (`run_calls` those that are runs), `content` shows
results, `elicitation` asks the client's person, `progress` reports, `resources` and `prompts` are what else there is.
`page` is another server: a browser for a client's model.
"""
