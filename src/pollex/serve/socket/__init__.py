"""The socket of the workspace's page: messages as a declared table, updates for every client, resumed by number."""
