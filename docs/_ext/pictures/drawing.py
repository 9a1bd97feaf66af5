"""Cards as inline SVG: told apart by shape as well as colour, and named in words.

Nothing of Sphinx is imported.  The colours, and where cards stand in a line, are in
`_static/cards.css`; without it they are drawn in the colour of the text.
"""

from collections.abc import Iterable
from itertools import groupby
from typing import Final

import attrs

from tienlen import Card, CardSet, Combo, NotationError, Rank, Suit

# In a square of 16 × 16.
SIGNS: Final = {
    Suit.SPADES: "M8 .8 13.6 7a3.5 3.5 0 0 1-4.8 5c.1 1.5.7 2.5 1.9 3.2H5.3c1.2-.7 1.8-1.7 1.9-3.2"
    "a3.5 3.5 0 0 1-4.8-5z",
    Suit.CLUBS: "M8 .8a3.3 3.3 0 0 1 2.7 5.2 3.4 3.4 0 1 1-1.9 5.5c.1 1.8.7 2.9 1.9 3.7H5.3"
    "c1.2-.8 1.8-1.9 1.9-3.7A3.4 3.4 0 1 1 5.3 6 3.3 3.3 0 0 1 8 .8z",
    Suit.DIAMONDS: "M8 .6 13.4 8 8 15.4 2.6 8z",
    Suit.HEARTS: "M8 14.8 2.2 8.7a3.8 3.8 0 0 1 5.3-5.4l.5.5.5-.5a3.8 3.8 0 0 1 5.3 5.4z",
}
RED: Final = {Suit.DIAMONDS, Suit.HEARTS}


@attrs.frozen
class Form:
    """The measures of a card, of which 16 are the height of the letters around it."""

    width: int
    height: int
    rank: tuple[float, float]
    """The middle of the foot of its rank."""
    rank_size: int
    sign: tuple[float, float]
    """The upper left corner of its suit's sign."""
    sign_size: int


# A small card is as high as a line of text lets it be, with its rank on the foot of the line.
SMALL: Final = Form(30, 20, rank=(9.5, 15), rank_size=14, sign=(16.5, 4.5), sign_size=11)
LARGE: Final = Form(40, 56, rank=(12, 20), rank_size=19, sign=(10, 26), sign_size=22)


def read(text: str) -> list[Card]:
    """Read cards as `CardSet.parse` does, but keep the words in the order in which they stand.

    Raises:
        NotationError: part of the text is not a card, or there is none.
        DuplicateCardError: a card comes twice.
    """
    cards = [card for word in text.replace(",", " ").split() for card in CardSet.parse(word)]
    if not CardSet.of(cards):
        raise NotationError(text, "any cards")
    return cards


def in_words(cards: Iterable[Card]) -> str:
    """Name cards for those who hear them: "3 of spades, 10 of hearts"."""
    return ", ".join(f"{_rank(card)} of {card.suit.name.lower()}" for card in cards)


def row(cards: Iterable[Card], form: Form) -> str:
    """Draw cards one after the other; a line may break between them."""
    cards = tuple(cards)
    drawn = "".join(_card(card, form) for card in cards)
    return f'<span class="cards" role="img" aria-label="{in_words(cards)}">{drawn}</span>'


def block(combo: Combo, form: Form) -> str:
    """Draw a combo as what it is, a run of equal sets: a column for each rank."""
    columns = [[*cards] for _, cards in groupby(combo, key=lambda card: card.rank)]
    across, down = form.width + 2, form.height + 2
    drawn = "".join(
        _card(card, form, f'x="{x * across}" y="{y * down}" ')
        for x, cards in enumerate(columns)
        for y, card in enumerate(cards)
    )
    size = _size(len(columns) * across, len(columns[0]) * down)
    return f'<svg class="cards" role="img" aria-label="{in_words(combo)}" {size}>{drawn}</svg>'


def _card(card: Card, form: Form, place: str = "") -> str:
    (x, y), (left, top) = form.rank, form.sign
    colour = "red" if card.suit in RED else "black"
    # Two digits are squeezed into the room of a broad letter.
    squeezed = f' textLength="{form.rank_size}" lengthAdjust="spacingAndGlyphs"'
    return (
        f'<svg class="card {colour}" {place}{_size(form.width, form.height)}>'
        f'<rect x=".5" y=".5" width="{form.width - 1}" height="{form.height - 1}" rx="3"/>'
        f'<text x="{x}" y="{y}" font-size="{form.rank_size}" text-anchor="middle"'
        f"{squeezed if card.rank is Rank.TEN else ''}>{_rank(card)}</text>"
        f'<path transform="translate({left} {top}) scale({form.sign_size / 16})" '
        f'd="{SIGNS[card.suit]}"/></svg>'
    )


def _size(width: int, height: int) -> str:
    return f'width="{width / 16}em" height="{height / 16}em" viewBox="0 0 {width} {height}"'


def _rank(card: Card) -> str:
    return card.pretty().removesuffix(card.suit.pretty())
