"""The guarded server: every tool and run over HTTP, for programs on this machine."""
