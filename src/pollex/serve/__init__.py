"""The doors that other programs use: HTTP and MCP."""
