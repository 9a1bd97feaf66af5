"""What beats what (rule book chapter 3).  Combos and rules are imported."""

from typing import Final

from tienlen._value import told
from tienlen.cards import Rank
from tienlen.combos import Combo, InvalidComboError, admits
from tienlen.policies import Twos
from tienlen.rules import CARDGAMES_IO, Rules, check_rules
from tienlen.shapes import Shape


def beats(combo: Combo, table: Combo, rules: Rules = CARDGAMES_IO) -> bool:
    """Whether a combo may be laid on the combo on the table.

    It may if both have the same shape and its top card is higher (rule 3.1), or if the rules let
    its shape chop the table's (rules 3.2 to 3.4).  This is no order: four 9s beat the single 2H,
    the 2H beats the single AS, and four 9s do not beat the AS.

    Looks at rules and table, never at a hand: whether a play would leave a hand with nothing but 2s
    (rule 9.2) is a matter for `legal_moves`.

    >>> beats(Combo.parse("5C 5H"), Combo.parse("5S 5D"))
    True
    >>> nines, ace = Combo.parse("9S 9C 9D 9H"), Combo.parse("AS")
    >>> beats(nines, Combo.parse("2H")), beats(Combo.parse("2H"), ace), beats(nines, ace)
    (True, True, False)
    >>> beats(ace, Combo.parse("QS KS AS 2S", rules=None))
    Traceback (most recent call last):
        ...
    tienlen.combos.InvalidComboError: QS KS AS 2S is no combo

    Args:
        combo: the combo to play; False if the rules do not admit it.
        table: the combo to beat.
        rules: the rule set.

    Raises:
        InvalidComboError: the rules do not admit the table's combo.
        TypeError: something else than combos.
    """
    check_rules(rules)
    if not isinstance(combo, Combo) or not isinstance(table, Combo):
        raise TypeError(f"beats compares two combos, not {told(combo)} and {told(table)}")
    if not admits(rules, table):
        raise InvalidComboError(table.cards)
    return admits(rules, combo) and outranks(combo, table, rules)


def outranks(combo: Combo, table: Combo, rules: Rules) -> bool:
    """Whether one of two combos that the rules admit beats the other."""
    if combo.shape is table.shape:
        higher = combo._mask.bit_length() > table._mask.bit_length()
        return higher and (not rules._follows_suits or _follows(combo, table))
    return any(combo.shape in shapes for shapes in answers(table, rules))


def _follows(combo: Combo, table: Combo) -> bool:
    """Whether a combo keeps the suits of one of its shape; one 2 and two 2s need not (rule 9.2)."""
    if combo.top.rank is Rank.TWO and len(combo) <= 2:
        return True
    return {card.suit for card in combo} == {card.suit for card in table}


def answers(table: Combo, rules: Rules) -> tuple[tuple[Shape, ...], ...]:
    """The shapes that may beat a combo, its own and those that chop it, in order, by kind."""
    target: Twos | Shape = table.shape
    if table._mask >= _LOWEST_TWO and table.shape.run_length == 1:
        target = _TWOS[table.shape.width]
    return rules._answers.get(target) or ((table.shape,),)


_LOWEST_TWO: Final = 1 << 4 * Rank.TWO.index
_TWOS: Final = {width: Twos(width) for width in range(1, 5)}
