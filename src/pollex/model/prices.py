"""The cost of an answer, by the price list of the provider library; nothing is fetched."""

from __future__ import annotations

from pydantic_ai.messages import ModelResponse

from ..core.result import Cost


def usage_cost(response: ModelResponse, ms: float) -> Cost:
    """Return tokens and money. A model that is not in the list, such as one that runs here, counts as free."""
    usage = response.usage
    return Cost(ms, usage.input_tokens, usage.output_tokens, usd(response))


def usd(response: ModelResponse) -> float:
    if response.usage.cost is not None:
        return float(response.usage.cost)
    try:
        return float(response.cost().total_price)
    except (LookupError, ValueError, AssertionError):
        return 0.0


def price_known(provider: str, model: str) -> bool:
    """Return whether the price of a model is known."""
    from genai_prices import Usage, calc_price

    try:
        calc_price(Usage(input_tokens=1), model, provider_id=provider)
    except LookupError:
        return False
    return True
