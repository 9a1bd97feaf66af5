"""Why a combo may not be played from a hand.

Everything up to `beats` is imported.  It is independent of the move lists, which a test holds
against it.
"""

from typing import Final

from tienlen.cards import Card, CardSet, Rank
from tienlen.combos import Combo, admits
from tienlen.errors import IllegalReason
from tienlen.ordering import outranks
from tienlen.rules import Rules


def why_not(
    combo: Combo, hand: CardSet, table: Combo | None, rules: Rules, including: Card | None
) -> IllegalReason | None:
    """Say why a combo is not among the legal moves of a hand; None if it is."""
    mask = combo._mask
    # Asked at every play, and so without a call where shapes alone decide.
    if mask >= rules._bounds[combo.shape.index] or (
        rules._follows_suits and not admits(rules, combo)
    ):
        return IllegalReason.NOT_A_COMBO
    if hand.mask & mask != mask:
        return IllegalReason.CARDS_NOT_HELD
    if including is not None and including not in combo.cards:
        return IllegalReason.MISSING_OPENING_CARD
    if table is not None and not outranks(combo, table, rules):
        return IllegalReason.DOES_NOT_BEAT
    if rules._bars_twos and _is_barred(combo, hand, table, including):
        return IllegalReason.BARRED
    return None


def _is_barred(combo: Combo, hand: CardSet, table: Combo | None, including: Card | None) -> bool:
    """Whether a play would leave nothing but 2s, or go out on one (rule 9.2).

    It would if there are 2s in the hand and it uses every card below them.  Who leads may do so
    where there is no other way: with a hand of 2s, or of 2s and the one card to be included.
    """
    below = hand.mask & BELOW_TWOS
    if below == hand.mask or below & ~combo._mask:
        return False
    needed = 0 if including is None else 1 << including.index
    return table is not None or bool(below & ~needed)


BELOW_TWOS: Final = (1 << 4 * Rank.TWO.index) - 1
