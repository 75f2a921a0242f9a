"""Names for a list that needs several pages."""

from __future__ import annotations

from typing import Final

BIRDS: Final = (
    "Barn owl", "Bearded tit", "Bittern", "Blackcap", "Black redstart", "Blue tit", "Brambling", "Bullfinch",
    "Buzzard", "Chaffinch", "Chiffchaff", "Coal tit", "Coot", "Cormorant", "Corn bunting", "Crane", "Crested tit",
    "Cuckoo", "Curlew", "Dipper", "Dunnock", "Eider", "Fieldfare", "Firecrest", "Gadwall", "Goldcrest", "Goldfinch",
    "Goosander", "Goshawk", "Great tit", "Greenfinch", "Greylag goose", "Grey heron", "Hawfinch", "Hobby",
    "House martin", "Jackdaw", "Jay", "Kestrel", "Kingfisher", "Lapwing", "Linnet", "Magpie", "Mallard",
    "Marsh harrier", "Marsh tit", "Marsh warbler", "Meadow pipit", "Moorhen", "Mute swan", "Nightingale", "Nuthatch",
    "Osprey", "Oystercatcher", "Pintail", "Pochard", "Raven", "Red kite", "Redstart", "Redwing", "Reed bunting",
    "Reed warbler", "Robin", "Rook", "Sedge warbler", "Serin", "Shelduck", "Shoveler", "Siskin", "Skylark",
)  # fmt: skip
