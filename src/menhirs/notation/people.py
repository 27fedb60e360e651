"""What the two players are called in a sentence: by name, as "you", or by their number."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Protocol

from menhirs.core.actions import Player


class Translator(Protocol):
    """A translator of our English messages. Any gettext catalogue will do."""

    def gettext(self, message: str, /) -> str: ...

    def ngettext(self, one: str, several: str, n: int, /) -> str: ...


@dataclass(frozen=True)
class People:
    """What the two players are called. The word for a player is always the subject of its sentence.

    So no translation has to bend it, and "you" gets a sentence of its own, with its own verb.
    """

    names: Mapping[Player, str] = field(default_factory=dict)
    """Names chosen by people: they are shown unchanged."""
    others: Mapping[Player, str] = field(default_factory=dict)
    """The words for a player without a name, already in the reader's language."""
    reader: Player | None = None
    """The one who reads the sentence, if it is one of the two."""

    def call(self, player: Player, translator: Translator) -> str:
        """What a player is called within a sentence."""
        return self.names.get(player) or self._our_word(player, translator)

    def sentence(
        self,
        player: Player,
        second_person: str,
        third_person: str,
        translator: Translator,
        **gaps: str | int,
    ) -> str:
        """A whole sentence about a player, in the second person if that player reads it.

        A name with braces in it is safe: the values of gaps are not searched for gaps again.
        """
        if player == self.reader:
            return second_person.format(**gaps)
        return self.named(player, third_person, translator, **gaps)

    def named(
        self, player: Player, sentence: str, translator: Translator, **gaps: str | int
    ) -> str:
        """A sentence with its gap {player} filled; a word of ours at its beginning gets a
        capital.
        """
        call = self.call(player, translator)
        text = sentence.format(**gaps, player=call)
        is_our_word = not self.names.get(player) and text.startswith(call)
        return f"{text[:1].upper()}{text[1:]}" if is_our_word else text

    def _our_word(self, player: Player, translator: Translator) -> str:
        if player in self.others:
            return self.others[player]
        return translator.gettext("player {n}").format(n=player)


NUMBERED = People()
"""Player 1 and player 2, as in records and wherever nobody has a name."""
