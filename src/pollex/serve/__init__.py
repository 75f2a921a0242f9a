"""The doors: tools and runs over HTTP and MCP."""
