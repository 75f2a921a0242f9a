"""The parts of the shop's goods: categories with their kinds, materials and makers, in words."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True)
class ItemKind:
    """A kind of thing: its noun, the drawing that shows it, and its price range in whole euros."""

    noun: str
    drawing: str
    low: int
    high: int


@dataclass(frozen=True)
class Category:
    slug: str
    title: str
    blurb: str
    hue: int
    brands: tuple[str, ...]
    styles: tuple[str, ...]
    kinds: tuple[ItemKind, ...]


def category(slug: str, title: str, blurb: str, hue: int, brands: str, styles: str, kinds: str) -> Category:
    """Return a category from words separated by commas; a kind reads `noun/drawing/low/high`."""
    made = []
    for text in kinds.split(", "):
        noun, drawing, low, high = text.split("/")
        made.append(ItemKind(noun, drawing, int(low), int(high)))
    return Category(slug, title, blurb, hue, tuple(brands.split(", ")), tuple(styles.split(", ")), tuple(made))


CATEGORIES: Final = (
    category(
        "kitchen", "Kitchen", "Pans, knives and bowls that stay for years.", 18,
        "Halden, Morsø & Vik, Casa Lume, Ferrante, Oakline, Brightwater, Tinsmith",
        "Enamel, Cast Iron, Oak, Steel, Stoneware, Copper, Bamboo",
        "Frying Pan/pan/24/129, Casserole/pot/39/219, Chef's Knife/knife/19/149, Mixing Bowl/bowl/9/49, "
        "Cutting Board/board/14/79, Baking Dish/pot/15/69, Salad Bowl/bowl/12/69, Saucepan/pan/22/109",
    ),
    category(
        "coffee-tea", "Coffee & Tea", "From the first kettle to the last cup.", 32,
        "Halden, Kaffa Works, Brightwater, Leaf & Ember, Morsø & Vik, Tinsmith",
        "Porcelain, Glass, Steel, Enamel, Stoneware, Copper, Matte",
        "Kettle/kettle/29/139, Teapot/kettle/19/89, Coffee Maker/kettle/25/159, Mug/mug/6/24, "
        "Espresso Cup/mug/5/19, Milk Jug/mug/12/39, Hand Grinder/jar/29/149, Storage Jar/jar/8/34",
    ),
    category(
        "lighting", "Lighting", "Light where you read, eat and rest.", 48,
        "Lumen Nord, Casa Lume, Oakline, Ferrante, Studio Heron, Tallow",
        "Brass, Linen, Paper, Oak, Opal Glass, Black Steel, Rattan",
        "Desk Lamp/lamp/29/149, Floor Lamp/lamp/69/299, Table Lamp/lamp/25/169, Pendant Light/pendant/39/249, "
        "Wall Light/pendant/29/139, Bedside Lamp/lamp/19/99, Lantern/jar/15/69, Reading Light/lamp/19/89",
    ),
    category(
        "desk-office", "Desk & Office", "A calm place to work.", 210,
        "Oakline, Studio Heron, Papier Nord, Kestrel, Tallow, Plainfield",
        "Oak, Felt, Leather, Steel, Cork, Walnut, Recycled",
        "Notebook/book/6/29, Desk Organiser/box/14/59, Laptop Stand/board/29/119, Pen Holder/mug/8/29, "
        "Document Tray/box/15/49, Desk Pad/board/19/79, Wall Planner/book/9/34, Monitor Shelf/board/39/149",
    ),
    category(
        "garden", "Garden", "Tools and pots for every balcony and bed.", 130,
        "Greenrow, Fernhill, Tinsmith, Morsø & Vik, Plainfield, Rainbarrel",
        "Ash, Forged, Terracotta, Galvanised, Willow, Steel, Recycled",
        "Plant Pot/pot-plant/6/49, Hand Trowel/trowel/9/39, Watering Can/kettle/15/69, Garden Fork/trowel/24/89, "
        "Pruning Shears/shears/14/79, Raised Planter/box/39/189, Seed Tray/box/7/24, Bird Feeder/pendant/12/59",
    ),
    category(
        "camping", "Camping", "Sleep outside, and sleep well.", 160,
        "Ridgeway, Northpass, Fernhill, Kestrel, Tarn, Osprey Hill",
        "Ultralight, Trail, Alpine, Canvas, Three-Season, Packable, Summit",
        "Tent/tent/89/499, Sleeping Bag/roll/49/299, Sleeping Mat/roll/29/179, Camp Stove/pot/29/129, "
        "Head Torch/torch/15/89, Water Bottle/bottle/12/39, Camp Chair/chair/29/119, Cook Set/pan/25/99",
    ),
    category(
        "cycling", "Cycling", "For the way to work and the long way home.", 195,
        "Velora, Kestrel, Ridgeway, Spoke & Chain, Northpass, Tarn",
        "City, Gravel, Touring, Reflective, Commuter, Road, Waterproof",
        "Bike Helmet/helmet/35/179, Pannier Bag/bag/39/149, Front Light/torch/15/99, Bike Lock/lock/25/129, "
        "Floor Pump/bottle/25/79, Cycling Gloves/glove/15/59, Bell/pendant/8/29, Rain Jacket/shirt/49/199",
    ),
    category(
        "running", "Running", "Light layers, good shoes, early mornings.", 345,
        "Stride, Tarn, Northpass, Velora, Osprey Hill, Swift & Co",
        "Trail, Road, Merino, Reflective, Cushioned, Featherlight, Winter",
        "Running Shoes/shoe/69/189, Running Shirt/shirt/25/79, Running Jacket/shirt/59/179, Cap/helmet/12/39, "
        "Running Socks/sock/9/24, Hydration Vest/bag/49/149, Running Gloves/glove/15/45, Phone Belt/bag/14/39",
    ),
    category(
        "audio", "Audio", "Sound that fits the room.", 265,
        "Sonder, Kestrel, Studio Heron, Tonal, Heliograph, Plainfield",
        "Wireless, Studio, Compact, Noise-Cancelling, Hi-Fi, Portable, Walnut",
        "Headphones/headphones/49/399, Earbuds/headphones/29/229, Speaker/speaker/39/349, Radio/speaker/49/249, "
        "Turntable/turntable/129/499, Soundbar/speaker/99/449, Microphone/torch/39/229, Amplifier/box/89/499",
    ),
    category(
        "bags", "Bags & Luggage", "Carry less, find everything.", 25,
        "Northpass, Studio Heron, Wayfarer, Kestrel, Osprey Hill, Papier Nord",
        "Canvas, Leather, Waxed, Recycled, Weekend, Roll-Top, Packable",
        "Backpack/bag/39/199, Tote Bag/tote/15/89, Suitcase/suitcase/79/349, Messenger Bag/bag/45/179, "
        "Wash Bag/tote/15/59, Laptop Sleeve/board/19/69, Wallet/book/19/89, Duffel Bag/roll/49/229",
    ),
    category(
        "bed-bath", "Bed & Bath", "Linen, cotton and warm towels.", 290,
        "Tallow, Linnea, Casa Lume, Fernhill, Papier Nord, Brightwater",
        "Linen, Organic Cotton, Waffle, Wool, Percale, Bamboo, Brushed",
        "Duvet Cover/board/39/189, Pillowcase/board/12/49, Bath Towel/roll/12/59, Blanket/roll/39/219, "
        "Bath Mat/board/15/59, Bathrobe/shirt/49/149, Fitted Sheet/board/19/89, Soap Dish/bowl/7/29",
    ),
    category(
        "toys", "Toys & Games", "For rainy afternoons, alone or together.", 5,
        "Pip & Posy, Oakline, Little Kestrel, Papier Nord, Marbles, Wooden Way",
        "Wooden, Travel, Classic, Rainbow, Giant, Family, Magnetic",
        "Building Blocks/blocks/15/79, Puzzle/blocks/9/39, Board Game/box/15/59, Train Set/train/25/129, "
        "Stacking Tower/blocks/9/34, Card Game/book/6/24, Kite/kite/12/49, Doll's House/house/49/199",
    ),
)  # fmt: skip

COLOURS: Final = {
    "Chalk": "#e9e4d8", "Ink": "#2d3748", "Moss": "#6b7f4f", "Rust": "#b5573a", "Sky": "#7fa9c9",
    "Mustard": "#d3a13b", "Rose": "#d59aa0", "Slate": "#78838f", "Plum": "#74496b", "Teal": "#3c8382",
}  # fmt: skip

SIZES: Final = {
    "20 cm, 24 cm, 28 cm": "Frying Pan, Casserole, Baking Dish, Salad Bowl, Mixing Bowl, Plant Pot, Bird Feeder",
    "15 cm, 18 cm, 21 cm": "Chef's Knife, Pruning Shears, Hand Trowel",
    "0.5 l, 1 l, 1.5 l": "Kettle, Teapot, Coffee Maker, Storage Jar, Saucepan, Water Bottle",
    "0.1 l, 0.2 l, 0.3 l": "Mug, Espresso Cup, Milk Jug",
    "A4, A5, A6": "Notebook, Document Tray, Wall Planner",
    "1 person, 2 persons, 4 persons": "Tent, Cook Set",
    "regular, long": "Sleeping Bag, Sleeping Mat, Pillowcase",
    "S, M, L, XL": "Bike Helmet, Cycling Gloves, Rain Jacket, Running Shirt, Running Jacket, Running Gloves, Bathrobe",
    "39, 40, 41, 42, 43, 44": "Running Shoes, Running Socks",
    "12 l, 20 l, 28 l, 40 l": "Pannier Bag, Hydration Vest, Backpack, Messenger Bag, Tote Bag, Duffel Bag, Suitcase",
    "13 inch, 14 inch, 16 inch": "Laptop Sleeve, Laptop Stand",
    "single, double, king": "Duvet Cover, Fitted Sheet, Blanket",
    "50 × 100 cm, 70 × 140 cm": "Bath Towel, Bath Mat",
    "100 pieces, 250 pieces, 500 pieces": "Puzzle, Building Blocks, Train Set",
    "2 players, 4 players, 6 players": "Board Game, Card Game",
    "series 1, series 2, series 3": "Headphones, Earbuds, Speaker, Radio, Turntable, Soundbar, Microphone, Amplifier",
}
"""Which things come in which sizes; those not named come small, medium and large."""


def sizes_of(kind: ItemKind) -> tuple[str, ...]:
    named = (sizes for sizes, nouns in SIZES.items() if kind.noun in nouns.split(", "))
    return tuple(next(named, "small, medium, large").split(", "))
