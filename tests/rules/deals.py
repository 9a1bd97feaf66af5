"""Deals that do, or do not, win a round by themselves."""

import random
from collections.abc import Iterable, Mapping

from tienlen import DECK, Card, CardSet, Deal

# One hand for each of the four patterns; together they are the whole pack.
DRAGON = "3H 4H 5H 6H 7H 8D 9D TD JD QD KD AD QH"
FIVE_CONSECUTIVE_PAIRS = "3S 3C 4S 4C 5S 5C 6S 6C 7S 7C 9H JH KH"
FOUR_TWOS = "2S 2C 2D 2H 3D 4D 5D 6D 7D QS 8H TH AH"
SIX_PAIRS = "8S 8C 9S 9C TS TC JS JC KS KC AS AC QC"

PATTERNS = {
    "dragon": DRAGON,
    "five consecutive pairs": FIVE_CONSECUTIVE_PAIRS,
    "four 2s": FOUR_TWOS,
    "six pairs": SIX_PAIRS,
}


def patterns(hand: Iterable[Card]) -> set[str]:
    """Name the winning patterns in a hand, by the letter of rule 9.1c."""
    ranks = "".join(str(card.rank) for card in hand)
    pairs = "".join("x" if ranks.count(rank) >= 2 else "." for rank in "3456789TJQKA")
    found = {
        "dragon": set("3456789TJQKA") <= set(ranks),
        "five consecutive pairs": "xxxxx" in pairs,
        "four 2s": ranks.count("2") == 4,
        "six pairs": sum(ranks.count(rank) // 2 for rank in set(ranks)) >= 6,
    }
    return {name for name, there in found.items() if there}


def deal_around(hands: Mapping[int, str], seats: int = 4, size: int = 13) -> Deal:
    """Deal the hands named to their seats, and to all others such as win by no pattern."""
    given = {seat: CardSet.parse(text) for seat, text in hands.items()}
    rest = [card for card in DECK if not any(card in hand for hand in given.values())]
    for seed in range(1000):
        random.Random(seed).shuffle(rest)
        cards = iter(rest)
        dealt = [
            given.get(seat) or CardSet.of(next(cards) for _ in range(size)) for seat in range(seats)
        ]
        if not any(patterns(hand) for seat, hand in enumerate(dealt) if seat not in given):
            return Deal(dealt)
    raise AssertionError(f"no plain deal around {hands}")


def plain_deal(seats: int = 4) -> Deal:
    """Deal hands that win by no pattern; the last seat holds the lowest card dealt."""
    return deal_around({seats - 1: "3S 4C 4D 6S 7S 7H 9S TC JD JH KS AC 2D"}, seats)


def lowest(deal: Deal) -> Card:
    """Give the lowest card dealt."""
    return min(card for hand in deal.hands for card in hand)
