"""How models are named, and which variable holds the key of which."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pollex.core.fault import Fault
from pollex.model.keys import ollama_address
from pollex.model.names import PROVIDERS, ModelName, parse_name


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("openai:gpt-5", ModelName("openai", "gpt-5")),
        ("anthropic", ModelName("anthropic", PROVIDERS["anthropic"].default)),
        (" Google: gemini-4-argon ", ModelName("google", "gemini-4-argon")),
        ("ollama:llama3.2:3b", ModelName("ollama", "llama3.2:3b")),
        ("openai:qwen/qwen3@https://host.example/v1/", ModelName("openai", "qwen/qwen3", "https://host.example/v1")),
        ("ollama:me@home", ModelName("ollama", "me@home")),
        ("groq:llama-4", ModelName("groq", "llama-4")),
    ],
)
def test_a_name_is_provider_model_and_perhaps_an_address(text: str, name: ModelName) -> None:
    assert parse_name(text) == name


def test_an_address_may_be_given_beside_the_name() -> None:
    assert parse_name("openai:m", base_url="http://127.0.0.1:1/v1").address == "http://127.0.0.1:1/v1"
    assert parse_name("openai:m@https://one.example", base_url="https://two.example").address == "https://one.example"


@given(st.sampled_from(sorted(PROVIDERS)), st.from_regex(r"[a-zA-Z0-9][a-zA-Z0-9./:_-]{0,30}", fullmatch=True))
def test_a_name_is_read_as_it_is_written(provider: str, model: str) -> None:
    assert str(parse_name(f"{provider}:{model}")) == f"{provider}:{model}"


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("opnai", "Did you mean 'openai'?"),
        ("Antropic", "Did you mean 'anthropic'?"),
        ("", "Models are named provider:model, such as 'openai:gpt-6.1-terra'."),
        ("gpt 5", "Models are named provider:model, such as 'openai:gpt-6.1-terra'."),
    ],
)
def test_an_unknown_name_says_how_models_are_named(text: str, hint: str) -> None:
    with pytest.raises(Fault) as raised:
        parse_name(text)
    assert (raised.value.code, raised.value.hint, raised.value.received) == ("not_found", hint, text)


@pytest.mark.parametrize("address", ["ftp://host/v1", "https://", "https://user:pass@host/v1", "http://[::1", "host"])
def test_an_address_that_is_none_is_refused_without_telling_a_password(address: str) -> None:
    with pytest.raises(Fault) as raised:
        parse_name("openai:m", base_url=address)
    assert raised.value.code == "invalid_input"
    assert "pass" not in raised.value.message + str(raised.value.received)


@pytest.mark.parametrize(
    ("name", "variables", "needed"),
    [
        ("openai", ("OPENAI_API_KEY",), True),
        ("google", ("GOOGLE_API_KEY", "GEMINI_API_KEY"), True),
        ("browser-use", ("BROWSER_USE_API_KEY",), True),
        ("ollama", ("OLLAMA_API_KEY",), False),
        ("deepseek:deepseek-chat", ("DEEPSEEK_API_KEY",), True),
        ("openai:m@https://api.openai.com/v1", ("OPENAI_API_KEY",), False),
        ("openai:m@http://127.0.0.1:8080/v1", ("OPENAI_API_KEY",), False),
        ("openai:m@https://llm.example.org/v1", ("LLM_EXAMPLE_ORG_API_KEY",), False),
        ("anthropic@https://api.anthropic.com.evil.example", ("API_ANTHROPIC_COM_EVIL_EXAMPLE_API_KEY",), False),
        ("openai:m@http://127.0.0.1.evil.example/v1", ("127_0_0_1_EVIL_EXAMPLE_API_KEY",), False),
    ],
)
def test_each_host_has_a_key_of_its_own(name: str, variables: tuple[str, ...], needed: bool) -> None:
    read = parse_name(name)
    assert (read.variables, read.needs_key) == (variables, needed)


@pytest.mark.parametrize(
    ("text", "address"),
    [
        ("0.0.0.0", "http://127.0.0.1:11434/v1"),
        ("192.168.0.5:9000", "http://192.168.0.5:9000/v1"),
        ("http://box.lan:11434/", "http://box.lan:11434/v1"),
        ("https://ollama.com", "https://ollama.com/v1"),
        ("http://127.0.0.1:11434/v1", "http://127.0.0.1:11434/v1"),
        ("[::1]", "http://[::1]:11434/v1"),
    ],
)
def test_ollama_says_where_it_is_in_its_own_way(text: str, address: str) -> None:
    assert ollama_address(text) == address
