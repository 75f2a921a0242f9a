"""The stream of a model's text: prose for the chat, and whole envelopes as soon as each is complete."""

from .envelopes import EnvelopeStream
from .parts import BatchEnd, Malformed, Prose, StreamPart, WholeEnvelope
from .value import ValueStream

__all__ = ["BatchEnd", "EnvelopeStream", "Malformed", "Prose", "StreamPart", "ValueStream", "WholeEnvelope"]
