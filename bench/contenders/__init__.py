"""The contenders, one library a file. A file loads its library only when a function is declared with it."""

from bench.contender import Contender
from bench.contenders import direct, fast_mcp, langchain, openai_agents, pollex, pydantic_ai


def contenders() -> list[Contender]:
    """In the order of the tables."""
    files = (direct, pollex, pydantic_ai, openai_agents, langchain, fast_mcp)
    return [contender for file in files for contender in file.CONTENDERS]
