"""Who does what: the function for each kind of instruction, and for each kind that holds others."""

from __future__ import annotations

from typing import Any, Final

from .. import program
from . import arranging, blocks, choosing, fields, gestures, joining, places, repeating, signing_in, travelling
from .answering import tell
from .comparing import compare
from .deeds import deed
from .making import make

WAYS: Final[dict[type, Any]] = {
    program.Question: tell, program.Both: compare, program.Act: deed, program.Make: make,
    program.Open: travelling.open_address, program.Travel: travelling.travel, program.Search: travelling.search,
    program.Wait: travelling.wait, program.Scroll: travelling.scroll, program.Close: travelling.close,
    program.LogIn: signing_in.log_in, program.Sort: arranging.sort, program.Filter: arranging.narrow,
    program.Enter: fields.enter, program.Choose: choosing.choose, program.Tick: choosing.tick,
    program.Press: gestures.press, program.Dialog: gestures.dialog, program.Upload: gestures.upload,
    program.Drag: gestures.drag,
}  # fmt: skip
HOLDERS: Final[dict[type, Any]] = {
    program.If: blocks.either, program.Until: blocks.until, program.Each: repeating.each,
    program.Within: places.within, program.Joined: joining.joined,
}  # fmt: skip
