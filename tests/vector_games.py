"""Games thought out to meet each rule of chapters 4 to 7 and 9, as `make_vectors` plays them.

A line of a game is a deal, with bars between the hands and ``*`` for what is left of the pack; or
a seat and what it tries to play, ``-`` for a pass.  Much of it is not allowed: the oracle says
what comes of it, and the tests say that it does.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Script:
    """A game: the rule set, the fields of it that are changed, and the lines."""

    name: str
    rules: str
    seats: int
    text: str
    changes: Mapping[str, int] = field(default_factory=dict[str, int])

    def lines(self) -> list[str]:
        """The lines, each whole."""
        return [" ".join(line.split()) for line in re.split(r"\n(?!\s*\|)", self.text.strip())]


TWO_AT_THE_TOP = """
    deal 3S 5H TS JS QS KS AS | 4S 4C JC QC KC AC 2C
    0 3S
    1 -
    0 TS JS QS KS AS
    1 QC KC AC 2C
    1 JC QC KC AC 2C
    0 -
    1 -
    1 4S 4C
"""
"""A sequence up to the ace, and one up to the 2 on it; what it comes to depends on the rules."""

FOUR_TWOS = "deal * | 4S 6C 8D TC QH KS 5D 7H 9S 2S 2C 2D 2H | *"

GAMES = [
    Script(
        "opening, passing, leading and going out (rules 4.1 to 5.4)",
        "CARDGAMES_IO",
        4,
        """
        0 3S
        deal 3S 9S TS | 4S 5S 6S | 3C 7S 8S
        deal 3S 9S TS | 4S 5S 6S | 3C 7S 8S | 3D 3H
        deal 3S 9S TS | 4S 5S 6S | 3C 7S 8S | 3D 3H 2S AS
        deal 3S 9S TS | 4S 5S 6S | 3C 7S 8S | 3D 3H 2S
        1 4S
        4 4S
        0 9S
        0 4S
        0 -
        0 3S
        2 7S
        2 -
        1 4S
        2 3C
        2 -
        3 2S
        0 -
        2 7S
        2 -
        1 -
        3 -
        3 3D 3H
        3 3D
        0 9S
        0 -
        1 -
        2 -
        0 9S
        1 -
        2 -
        0 TS
        0 -
        1 -
        2 -
        1 5S
        2 7S
        1 -
        2 8S
        1 6S
        1 -
        2 3C
        1 6S
        deal 3S 3C 3D | 4S 4C 4D | 5S 5C 5D | 6S 6C 6D
        0 3S 3C 3D
        3 6S 6C 6D
        0 -
        1 -
        2 -
        0 3S 3C 3D
        1 4S 4C 4D
        2 5S 5C 5D
        """,
        {"hand_size": 3},
    ),
    Script(
        "the lowest card dealt opens where 3S is not (rule 5.2)",
        "CARDGAMES_IO",
        3,
        """
        deal 4C 5S 5C | 4S 4D 9S | 7S 8S TS
        0 4C
        1 9S
        1 4S 4D
        2 7S
        2 -
        0 -
        """,
        {"hand_size": 3},
    ),
    Script(
        "a tie at the target is played on, and any seat may win then (rule 7.1)",
        "CARDGAMES_IO",
        3,
        """
        deal 3S 3C | 4S 4C | 5S 6S
        0 3S 3C
        1 4S 4C
        deal 3S 5S | AS 2S | 4S 6S
        0 3S
        1 AS
        2 -
        0 -
        1 2S
        2 -
        0 -
        2 4S
        0 5S
        deal 5S 6S | 3S 4S | AS 2S
        1 3S
        2 AS
        0 -
        1 -
        2 2S
        0 -
        1 -
        0 5S
        1 -
        0 6S
        deal 5S 6S | 3S 4S | AS 2S
        0 5S
        """,
        {"hand_size": 2, "target": 3},
    ),
    Script(
        "two reach the target in one round, the higher total wins (rule 7.1)",
        "CARDGAMES_IO",
        4,
        """
        deal 3S 3C | 4S 4C | 5S 5C | 6S 6C
        0 3S 3C
        1 4S 4C
        2 5S 5C
        deal 5S 6S | AS 2S | 7S 8S | 3S 4S
        0 5S
        1 AS
        2 -
        3 -
        0 -
        1 2S
        2 -
        3 -
        0 -
        2 7S
        3 -
        0 -
        2 8S
        3 -
        0 -
        3 3S
        0 6S
        3 4S
        """,
        {"hand_size": 2, "target": 4},
    ),
    Script(
        "bombs on 2s and on their own kind (rules 3.2 to 3.5)",
        "CARDGAMES_IO",
        4,
        """
        deal 3S 2S 2C 8S 9S TD JD QC
           | 4S 4C 5S 5C 6S 6C 9C AS
           | 7S 7C 7D 7H QS QD KS KC
           | 8C 8D 9D 9H TS TC JS JC
        0 3S
        1 4S 4C 5S 5C 6S 6C
        1 -
        2 7S 7C 7D 7H
        2 -
        3 -
        0 2S
        1 4S 4C 5S 5C 6S 6C
        2 7S 7C 7D 7H
        2 -
        3 8C 8D 9D 9H TS TC JS JC
        3 8C 8D 9D 9H TS TC
        0 2C
        0 -
        1 -
        3 JS JC
        0 -
        1 -
        2 QS QD
        2 7S 7C 7D 7H
        0 -
        1 -
        2 KS KC
        """,
        {"hand_size": 8},
    ),
    Script(
        "a pair of 2s is beaten by four pairs and not by a quad (rule 3.2)",
        "CARDGAMES_IO",
        3,
        """
        deal 3S 4S 5S 6S 9H KH 2S 2C | 7S 7C 7D 7H 9S TH QH AH | 8C 8D 9C 9D TS TC JS JC
        0 3S 4S 5S 6S
        1 -
        2 -
        0 2S 2C
        1 7S 7C 7D 7H
        1 -
        2 8C 8D 9C 9D TS TC
        2 8C 8D 9C 9D TS TC JS JC
        0 -
        """,
        {"hand_size": 8},
    ),
    Script(
        "a quad on a 2, and a higher one on it (rules 3.2 and 3.3)",
        "CARDGAMES_IO",
        2,
        """
        deal 3S 2H 9S 9C 9D 9H | 4S 5C 8S 8C 8D 8H
        0 3S
        1 -
        0 2H
        1 8S 8C 8D 8H
        0 9S 9C 9D 9H
        """,
        {"hand_size": 6},
    ),
    *(
        Script("a sequence up to the 2", rules, 2, TWO_AT_THE_TOP, {"hand_size": 7})
        for rules in ("CARDGAMES_IO", "PAGAT", "SOUTHERN", "NORTHERN", "VIET_CONG")
    ),
    *(
        Script("four 2s in a dealt hand", rules, 3, FOUR_TWOS)
        for rules in ("CARDGAMES_IO", "PAGAT", "SOUTHERN", "NORTHERN", "VIET_CONG")
    ),
    Script(
        "bombs of the lengths named and no others",
        "PAGAT",
        3,
        """
        deal 3S 6H 8H TH 2S 2C KH AH | 4S 4C 5S 5C 6S 6C 7S 7C | 8C 8D 9C 9D TS TC JS JC
        0 3S
        1 -
        2 -
        0 2S
        1 4S 4C 5S 5C 6S 6C 7S 7C
        1 4S 4C 5S 5C 6S 6C
        2 8C 8D 9C 9D TS TC JS JC
        2 8C 8D 9C 9D TS TC
        0 -
        1 -
        2 JS JC
        """,
        {"hand_size": 8},
    ),
    Script(
        "bombs on bombs, and the last victim pays for all (rule 9.1g)",
        "SOUTHERN",
        4,
        """
        deal 3S 2D TS TC JS JC QS QC KS KC
           | 4S 4C 5S 5C 6S 6C 8S 9S AS AC
           | 7S 7C 7D 7H 8C 8D 9C 4D 5D 6D
           | 3C 8H 9D 9H TD TH JD JH QD QH
        0 3S
        1 8S
        2 8D
        3 8H
        0 2D
        1 4S 4C 5S 5C 6S 6C
        2 7S 7C 7D 7H
        3 9D 9H TD TH JD JH
        3 9D 9H TD TH JD JH QD QH
        0 TS TC JS JC QS QC KS KC
        1 -
        2 -
        3 -
        1 AS AC
        2 -
        3 -
        1 9S
        2 -
        3 -
        2 4D 5D 6D
        3 -
        2 8C
        3 -
        2 9C
        """,
        {"hand_size": 10},
    ),
    Script(
        "who went out with the covered 2 pays nothing (rule 9.1g)",
        "SOUTHERN",
        3,
        """
        deal 3S 6C 6D 6H 2D | 4C 7S 7C 7D 7H | 5C 8S 9S TS JS
        0 3S
        1 4C
        2 5C
        0 6D
        1 -
        2 -
        0 6C 6H
        1 -
        2 -
        0 2D
        1 7S 7C 7D 7H
        """,
        {"hand_size": 5},
    ),
    Script(
        "four pairs after passing (rule 9.1b)",
        "SOUTHERN",
        4,
        """
        deal 3S 8S JS QS KS KC 9S 9C 2C
           | 4S 4C 5S 5C 6S 6C 7S 7C TS
           | 3C 8C 9D TD JC QD KD AS AC
           | 3D 8D 9H TH JD QH AD AH 2H
        1 4S 4C 5S 5C 6S 6C 7S 7C
        0 3S
        1 -
        1 4S 4C 5S 5C 6S 6C 7S 7C
        2 8C
        3 8D
        0 2C
        1 TS
        1 -
        1 4S 4C 5S 5C 6S 6C
        1 4S 4C 5S 5C 6S 6C 7S 7C
        0 8S
        2 -
        3 -
        0 -
        1 TS
        0 KS
        2 KD
        3 -
        0 -
        2 3C
        3 3D
        0 2C
        """,
        {"hand_size": 9},
    ),
    Script(
        "four pairs out of turn, answered out of turn (rule 9.1b)",
        "SOUTHERN",
        4,
        """
        deal 3S 6H 7H 8S JS QS KS KC 9S
           | 4S 4C 5S 5C 6S 6C 7S 7C TS
           | 3C 5H 8C 9D AS AC AD QD KD
           | 8D 8H 9C 9H TC TH JC JD 2H
        0 3S
        1 TS
        2 AS
        3 2H
        2 KD
        1 4S 4C 5S 5C 6S 6C 7S 7C
        0 KS
        3 8D 8H 9C 9H TC TH
        3 8D 8H 9C 9H TC TH JC JD
        1 -
        0 -
        1 -
        2 -
        """,
        {"hand_size": 9},
    ),
    Script(
        "once the trick is closed the chance is gone (rule 9.1b)",
        "SOUTHERN",
        3,
        """
        deal 3S 7D 8S JS QS KS 9S 2S | 4S 4C 5S 5C 6S 6C 7S 7C | 3C 8C 9D TD JC QD KD AS
        0 3S
        1 -
        2 KD
        0 2S
        2 -
        1 4S 4C 5S 5C 6S 6C 7S 7C
        0 7D
        """,
        {"hand_size": 8},
    ),
    Script(
        "three seats caught without a card played (rule 9.1h)",
        "SOUTHERN",
        4,
        """
        deal 3S 4S 5S 6S 7S 8S | 2S 2H 9S 9C 9D 9H | TS TC JS JC QS QC | 3C 3D 4C 4D 5C KD
        0 3S 4S 5S 6S 7S 8S
        1 9S 9C 9D 9H
        """,
        {"hand_size": 6},
    ),
    Script(
        "two seats caught, and the third holds 2s at the end (rules 9.1h and 9.1i)",
        "SOUTHERN",
        4,
        """
        deal 3S TS JS QS | 4C 5C 2C 2D | 6S 7S 8C KS | AS AC KC KD
        0 3S
        1 4C
        2 -
        3 -
        0 TS
        1 -
        0 JS
        1 -
        2 -
        3 -
        0 QS
        """,
        {"hand_size": 4},
    ),
    Script(
        "one seat caught, two play on over the combo that went out (rules 4.7 and 9.1h)",
        "SOUTHERN",
        4,
        """
        deal 3S 7S 7C | 4S 8S TC | 5S 9S 9C | AS AC 2S
        0 3S
        1 4S
        2 5S
        3 -
        0 7S
        1 8S
        2 9S
        0 -
        1 -
        2 9C
        3 2S
        0 -
        1 TC
        0 7C
        """,
        {"hand_size": 3},
    ),
    Script(
        "bombs held at the end (rules 9.1i and 9.1j)",
        "SOUTHERN",
        2,
        """
        deal 3S 4S 5S 6S 7S 8S TS JS QS KS AS | 4C 5C 5D 6C 6D 7C 7D 9S 9C 9D 9H
        0 3S
        1 4C
        0 TS
        1 -
        0 4S 5S 6S 7S 8S
        1 -
        0 JS QS KS AS
        """,
        {"hand_size": 11},
    ),
    Script(
        "a dragon is the best of all patterns (rule 9.1c)",
        "SOUTHERN",
        4,
        """
        deal 3S 3C 4S 4C 5S 5C 6S 6C 7S 7C 9H JH KH
           | 8S 8C 9S 9C TS TC JS JC KS KC AS AC QC
           | 3H 4H 5H 6H 7H 8D 9D TD JD QD KD AD QH
           | 2S 2C 2D 2H 3D 4D 5D 6D 7D QS 8H TH AH
        0 3S
        """,
    ),
    Script(
        "five consecutive pairs, then four 2s, and the lead after them (rule 9.1c)",
        "SOUTHERN",
        4,
        """
        deal 2S 2C 2D 2H 3D 4D 5D 6D 7D QS 8H TH AH | * | * | 3S 3C 4S 4C 5S 5C 6S 6C 7S 7C 9H JH KH
        deal 8S 8C 9S 9C TS TC JS JC KS KC AS AC QC | * | 2S 2C 2D 2H 3D 4D 5D 6D 7D QS 8H TH AH | *
        deal * | * | * | 3S 5C 6D 6H 7D 8S 9D TC JH KS AC AD 2D
        3 5C
        3 3S
        """,
    ),
    Script(
        "of equal patterns that of the first seat from the leader (rule 9.1c)",
        "SOUTHERN",
        4,
        """
        deal * | 4S 4C 5S 5C 7S 7C 9S 9C JS JC KS KC AS | 4D 4H 5D 5H 7D 7H 9D 9H JD JH KD KH 3S | *
        deal * | 4S 4C 5S 5C 7S 7C 9S 9C JS JC KS KC AS | 4D 4H 5D 5H 7D 7H 9D 9H JD JH KD KH AH | *
        """,
    ),
    Script(
        "an answer keeps the suit, and no 2 may be left alone (rule 9.2)",
        "NORTHERN",
        2,
        """
        deal 3S 9S 2S | 5S 6C AC
        0 3S
        1 6C
        1 5S
        0 9S
        0 2S
        1 AC
        1 -
        0 9S
        """,
        {"hand_size": 3},
    ),
    Script(
        "a lead is never barred if all leads are (rule 9.2)",
        "NORTHERN",
        2,
        """
        deal 3S 2S | 4C 5C
        0 2S
        0 3S
        1 4C
        1 -
        0 2S
        """,
        {"hand_size": 2},
    ),
    Script(
        "who could only go out on a 2 has to pass (rule 9.2)",
        "NORTHERN",
        2,
        """
        deal 3S 2S | 5S 6C
        0 3S
        1 5S
        0 2S
        0 -
        1 6C
        """,
        {"hand_size": 2},
    ),
    Script(
        "colours of pairs, suits of triples and sequences, a quad on a 2 (rule 9.2)",
        "NORTHERN",
        3,
        """
        deal 3S 3C 8S 9S TS 2C 2D KD | 4D 4H 5S 5C 9C TC JC AS | 6S 6C 6D 6H 9D TD JD QS
        0 3S 3C
        1 4D 4H
        1 5S 5C
        2 6S 6D
        2 6S 6C
        0 2C 2D
        1 -
        2 -
        0 8S 9S TS
        1 9C TC JC
        1 -
        2 9D TD JD
        2 -
        0 KD
        1 AS
        1 -
        2 -
        """,
        {"hand_size": 8},
    ),
    Script(
        "a quad on a single 2 alone (rule 9.2)",
        "NORTHERN",
        2,
        """
        deal 3S 4S 5S 2C 8D | 6S 6C 6D 6H JC
        0 3S 4S 5S
        1 6S 6C 6D 6H
        1 -
        0 2C
        1 6S 6C 6D 6H
        0 -
        1 JC
        """,
        {"hand_size": 5},
    ),
    Script(
        "two quads on a pair of 2s, and 3S opens every round",
        "VIET_CONG",
        2,
        """
        deal 3S 4S 5S 6S JS QD KD 2S 2C | 7S 7C 7D 7H 8S 8C 8D 8H 9S
        0 3S 4S 5S 6S
        1 -
        0 2S 2C
        1 7S 7C 7D 7H
        1 7S 7C 7D 7H 8S 8C 8D 8H
        0 -
        1 9S
        deal 3S 4S 5S 6S JS QD KD 2S 2C | 7S 7C 7D 7H 8S 8C 8D 8H 9S
        1 9S
        0 4S
        0 3S
        """,
        {"hand_size": 9},
    ),
    Script(
        "2s at the top of three pairs, which chop a 2",
        "VIET_CONG",
        3,
        """
        deal 3S 4S 6S 7D 8D TH 2D | 5S KS KC AS AC 2S 2C | 5C 9S 9C 9D 9H TS TC
        0 3S
        1 -
        2 -
        0 2D
        1 KS KC AS AC 2S 2C
        2 9S 9C 9D 9H
        2 -
        0 -
        """,
        {"hand_size": 7},
    ),
]
