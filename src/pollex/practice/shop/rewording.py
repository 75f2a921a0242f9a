"""The shop's words in layout 4: those of its redesign, else what a copy editor might prefer."""

from __future__ import annotations

from typing import Final

from ..rewording import Rewording
from .frame import WORDS

FRAME: Final = {
    "Skip to content": "Jump to content", "Search the shop": "What are you looking for?",
    "Search 3,000 things": "What are you looking for?", "A letter every other Sunday": "Our newsletter",
    "E-mail address": "Your e-mail", "Service": "Help", "My orders": "Your purchases",
    "All products": "Everything we sell", "Home": "Start",
}  # fmt: skip
BROWSING: Final = {
    "Good things, made to stay": "Things worth keeping", "See everything": "Browse everything",
    "see everything": "browse everything", "Shop by category": "Shop by room", "What others like": "Popular right now",
    "Reduced": "On sale", "See all": "Show all", "Results for “{}”": "Found for “{}”", "Everything": "All we sell",
    "Filters": "Narrow down", "Sort by": "Order", "Brand": "Maker", "Price in €": "Budget",
    "Lowest price": "At least (€)", "Highest price": "At most (€)", "from": "min", "to": "max", "Rating": "Stars",
    "Availability": "Stock", "In stock": "Only what is in stock", "Per page": "Show",
    "Update without reloading": "Live results", "Clear all filters": "Reset", "Nothing found": "No results",
    "‹ Previous": "‹ Back", "Next ›": "More ›",
}  # fmt: skip
ITEM: Final = {
    "Pictures": "Gallery", "Picture: {}": "View: {}", "{} reviews": "{} opinions", "Colour": "Finish",
    "One less": "Decrease", "One more": "Increase", "Quantity": "How many", "Details": "Specifications",
    "Reviews": "What customers say", "You may also like": "Similar things",
}  # fmt: skip
BUYING: Final = {
    "Thing": "Product", "Things": "Products", "Look around": "Start browsing", "Summary": "Order total",
    "Voucher": "Promo code", "Redeem": "Apply", "Goods ({})": "Products ({})", "Discount": "Savings",
    "Delivery": "Shipping", "Checkout": "Complete your order", "Your order": "In your cart",
    "Where shall it go?": "Shipping address", "Full name": "Recipient", "Phone": "Telephone",
    "Street and number": "Address line", "Postcode": "ZIP / postcode", "Town or city": "City",
    "Country": "Country or region", "How do you want to get it?": "Shipping method",
    "Note for the carrier": "Message for the driver", "Back": "Go back", "Pay by card": "Card details",
    "Name on the card": "Cardholder", "Valid until": "Expiry date", "Security code": "CVC",
    "I accept the terms of sale": "I agree to the conditions of sale", "Place order ({})": "Pay and finish ({})",
}  # fmt: skip
ORDERS: Final = {
    "Thank you for your order": "All done!", "See the order": "View details", "Back to the shop": "Keep shopping",
    "Hello, Ada": "Ada's purchases", "Your orders": "Order history", "Sent to": "Recipient",
}  # fmt: skip

WORDING: Final = Rewording(
    {**dict(zip(WORDS[1].values(), WORDS[2].values(), strict=True)), **FRAME, **BROWSING, **ITEM, **BUYING, **ORDERS}
)
