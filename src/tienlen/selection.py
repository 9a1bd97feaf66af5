"""Choosing cards on a screen (rule book chapter 8).

A selection is a value: the cards chosen, the hand and the moves that are open to it; a click makes
another one.  Everything up to the moves is imported.
"""

from collections.abc import Iterable
from typing import final

import attrs

from tienlen._value import Record, told
from tienlen.cards import Card, CardSet, gather
from tienlen.combos import Combo, classify
from tienlen.errors import IllegalReason, TienLenError
from tienlen.moves import LegalMoves, legal_moves
from tienlen.policies import TwosLast
from tienlen.rules import CARDGAMES_IO, Rules


class InvalidSelectionError(TienLenError, ValueError):
    """A selection that contradicts itself.  It names chosen cards, never one that is not chosen.

    >>> select(CardSet.parse("3S 4S"), CardSet.parse("4S 5S"))
    Traceback (most recent call last):
        ...
    tienlen.selection.InvalidSelectionError: chosen but not in the hand: 3S
    """

    def __init__(self, problem: str, cards: CardSet) -> None:
        super().__init__(problem, cards)
        self.problem = problem
        """What is wrong with it."""
        self.cards = cards
        """The chosen cards that are at fault; none if the moves are."""

    def __str__(self) -> str:
        return f"{self.problem}: {self.cards}" if self.cards else self.problem


@final
@attrs.frozen(eq=False, repr=False, weakref_slot=False)
class Selection(Record):
    """The cards a player has chosen, and what may come of them (rules 8.1 to 8.3).

    Made by `select`, or for a seat that may be out of turn from the hand and the moves of its view;
    `toggle` gives the next one.  It lists no moves: any hand up to the deck is answered at once.

    >>> hand = CardSet.parse("6S 6C 6D 7H")
    >>> selection = Selection(CardSet(), hand, legal_moves(hand, Combo.parse("5S 5D")))
    >>> selection.addable
    CardSet.parse('6S 6C 6D')
    >>> selection = selection.toggle(Card.parse("6S"))
    >>> selection.legal, selection.addable
    (False, CardSet.parse('6C 6D'))
    >>> selection = selection.toggle(Card.parse("6D"))
    >>> selection.combo, selection.immediate
    (Combo.parse('6S 6D'), True)
    >>> selection.toggle(Card.parse("9H"))
    Traceback (most recent call last):
        ...
    tienlen.selection.InvalidSelectionError: chosen but not in the hand: 9H

    Raises:
        InvalidSelectionError: a card is chosen that is not in the hand, or the moves are those of
            another hand.
        DuplicateCardError: a card is chosen twice, or twice in the hand.
        TypeError: text or something else instead of cards or moves.
    """

    chosen: CardSet = attrs.field(converter=gather)
    """The cards chosen."""
    hand: CardSet = attrs.field(converter=gather)
    """The cards to choose from."""
    moves: LegalMoves
    """The moves open to the hand now; those of an empty hand if none are, as out of turn."""

    def __attrs_post_init__(self) -> None:
        if not isinstance(self.moves, LegalMoves):
            raise TypeError(f"the moves are LegalMoves, not {told(self.moves)}")
        strangers = self.chosen - self.hand
        if strangers:
            raise InvalidSelectionError("chosen but not in the hand", strangers)
        if self.moves.hand not in (self.hand, CardSet()):
            raise InvalidSelectionError("the moves are those of another hand", CardSet())

    @property
    def combo(self) -> Combo | None:
        """What the chosen cards make, None if no combo; `legal` says whether it may be played."""
        return classify(self.chosen, self.moves.rules)

    @property
    def legal(self) -> bool:
        """Whether the chosen cards are a legal play as they are."""
        return self.combo in self.moves

    @property
    def plays(self) -> LegalMoves:
        """The legal plays that contain the chosen cards, weakest first; lazy.

        >>> print(*select(CardSet.parse("6D"), CardSet.parse("6C 6D 7H 8S")).plays, sep=", ")
        6D, 6C 6D, 6D 7H 8S
        """
        return self.moves.containing(self.chosen)

    @property
    def addable(self) -> CardSet:
        """The cards of the hand that are, together with all the chosen ones, in some legal play.

        What a screen lets the player click next, besides the chosen cards.
        """
        plays = self.plays
        return CardSet.of(card for card in self.hand - self.chosen if plays.containing([card]))

    @property
    def immediate(self) -> bool:
        """Whether the chosen cards are played at once, without a button (rule 8.2).

        If not, but `legal`, the player confirms (rule 8.3).
        """
        # Nothing larger can be made of them if they are the only play that contains them.
        return self.legal and (self.moves.table is not None or self.plays.total == 1)

    @property
    def reason(self) -> IllegalReason | None:
        """Why nothing can come of the chosen cards; None as long as there are `plays`.

        Of all combos of the hand that contain the chosen cards, the reason is that of the one which
        is refused last, in the order of `IllegalReason`.  For a 6 over an 8, or two cards of a
        sequence that is too low, it is ``DOES_NOT_BEAT``; for a 6 and an 8 without a 7,
        ``NOT_A_COMBO``.  If nothing is chosen, it says why the hand has no play.  Out of turn it is
        ``NOT_YOUR_TURN``.

        >>> hand = CardSet.parse("6S 6C 7D 8H")
        >>> select(CardSet.parse("6S 8H"), hand).reason is None
        True
        >>> select(CardSet.parse("6S 8H"), hand, Combo.parse("7S 8S 9S")).reason
        IllegalReason.DOES_NOT_BEAT
        >>> select(CardSet.parse("6S 6C 7D"), hand).reason
        IllegalReason.NOT_A_COMBO
        """
        if self.plays:
            return None
        moves = self.moves
        if moves.out_of_turn or moves.hand != self.hand:
            return IllegalReason.NOT_YOUR_TURN
        # The same question with one demand more each time; the bar of rule 9.2 is the last of them.
        rules = attrs.evolve(moves.rules, twos_last=TwosLast.ALLOWED)
        for reason, table, including in (
            (IllegalReason.NOT_A_COMBO, None, None),
            (IllegalReason.MISSING_OPENING_CARD, None, moves.including),
            (IllegalReason.DOES_NOT_BEAT, moves.table, moves.including),
        ):
            asked = attrs.evolve(moves, table=table, rules=rules, including=including)
            if not asked.containing(self.chosen):
                return reason
        return IllegalReason.BARRED

    def toggle(self, card: Card) -> "Selection":
        """Choose a card, or unchoose it if it is chosen: what a click on it does (rule 8.1).

        Raises:
            InvalidSelectionError: the card is not in the hand.
            TypeError: it is no card.
        """
        clicked = CardSet.of([card])
        rest = self.chosen - clicked
        chosen = self.chosen | clicked if rest == self.chosen else rest
        return Selection(chosen, self.hand, self.moves)


def select(
    chosen: Iterable[Card],
    hand: Iterable[Card],
    table: Combo | None = None,
    rules: Rules = CARDGAMES_IO,
    *,
    including: Card | None = None,
) -> Selection:
    """Tell what may come of the cards that a player has chosen (rules 8.1 to 8.3).

    The seat is taken to be in turn.  Where it may be out of turn, its view knows what is open to
    it: ``Selection(chosen, view.hand, view.legal_moves())``.

    >>> hand = CardSet.parse("6S 6C 6D 8H")
    >>> two, three = CardSet.parse("6S 6C"), CardSet.parse("6S 6C 6D")
    >>> selection = select(two, hand)
    >>> selection.legal, selection.immediate, selection.addable
    (True, False, CardSet.parse('6D'))
    >>> select(three, hand).immediate
    True
    >>> select(two, hand, table=Combo.parse("5S 5D")).immediate
    True
    >>> select("6S 6C", hand)
    Traceback (most recent call last):
        ...
    TypeError: cards are wanted, not the text '6S 6C'; CardSet.parse reads text

    Args:
        chosen: the cards chosen so far, each once, in any order; there may be none.
        hand: the cards to choose from, as for `legal_moves`.
        table: the combo to beat, None to lead.
        rules: the rule set.
        including: a card every play must contain, as in the opening of a first round (rule 5.2).

    Raises:
        InvalidSelectionError: a card is chosen that is not in the hand.
        DuplicateCardError: a card is chosen twice, or twice in the hand.
        InvalidComboError: the rules do not admit the table's combo.
        TypeError: text or something else instead of cards, combo or card.
    """
    moves = legal_moves(hand, table, rules, including=including)
    return Selection(chosen, moves.hand, moves)
