"""The game for OpenSpiel: importing this file registers ``menhirs`` with ``pyspiel``.

    import pyspiel
    import menhirs.research.openspiel_game

    game = pyspiel.load_game("menhirs(rules=amsterdam,seed=7)")

Parameters: ``rules`` (a name), ``house_rules`` (a file in which the name is looked up as well),
``layout`` (a board) or ``seed`` (of a layout), ``claims_at_once``, and ``points`` (whether a win is
worth its points, or 1). Without layout and seed the menhirs are laid by chance nodes: one menhir
after another in the order a1, a2, …, g3, so that every layout comes up in one way only, all equally
likely.

A position line starts a state too: ``game.new_initial_state(line)``.
"""

from __future__ import annotations

from math import comb
from typing import Any

from menhirs.engine.quick_game import GameRules
from menhirs.notation.ascii import write_ascii
from menhirs.notation.extras import needed_extra
from menhirs.research.action_numbers import how_many
from menhirs.research.bounds import longest_game
from menhirs.research.game_state import GameState
from menhirs.research.options import chosen_menhirs, chosen_rules
from menhirs.research.translation import read_state, write_action_number, write_state

try:
    import numpy as np
    import pyspiel
    from open_spiel.python.observation import IIGObserverForPublicInfoGame
except ImportError as missing:
    needed = needed_extra("the game for OpenSpiel", "research")
    raise ImportError(str(needed)) from missing

from menhirs.research.planes import PlaneWriter

_CHANCE, _TERMINAL = int(pyspiel.PlayerId.CHANCE), int(pyspiel.PlayerId.TERMINAL)
_DEFAULTS = {
    "rules": "amsterdam",
    "house_rules": "",
    "layout": "",
    "seed": -1,
    "claims_at_once": False,
    "points": True,
}


def _game_type(*, by_chance: bool) -> pyspiel.GameType:
    chance = pyspiel.GameType.ChanceMode
    return pyspiel.GameType(
        short_name="menhirs",
        long_name="Menhirs dans le Brouillard",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=chance.EXPLICIT_STOCHASTIC if by_chance else chance.DETERMINISTIC,
        information=pyspiel.GameType.Information.PERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=2,
        min_num_players=2,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=_DEFAULTS,
    )


class MenhirsGame(pyspiel.Game):
    """A game of OpenSpiel: the rules, the layout or its chance, and the values of results."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        chosen = {**_DEFAULTS, **(params or {})}
        rules = chosen_rules(str(chosen["rules"]), str(chosen["house_rules"]))
        seed = int(chosen["seed"])
        self.menhirs = chosen_menhirs(rules, str(chosen["layout"]), None if seed < 0 else seed)
        self.by_chance = self.menhirs is None
        self.game_rules = GameRules(rules, bool(chosen["claims_at_once"]))
        self.points = bool(chosen["points"])
        most = rules.most_points if self.points else 1
        info = pyspiel.GameInfo(
            num_distinct_actions=how_many(self.game_rules.rules.geometry),
            max_chance_outcomes=self.game_rules.count if self.by_chance else 0,
            num_players=2,
            min_utility=-float(most),
            max_utility=float(most),
            utility_sum=0.0,
            max_game_length=longest_game(rules),
        )
        super().__init__(_game_type(by_chance=self.by_chance), info, params or {})

    def new_initial_state(self, text: str | None = None) -> MenhirsState:
        """The state before the first action, or the one from a text."""
        return MenhirsState(self, text)

    def max_chance_nodes_in_history(self) -> int:
        return self.game_rules.rules.menhirs if self.by_chance else 0

    def make_py_observer(
        self, iig_obs_type: pyspiel.IIGObservationType | None = None, params: Any = None
    ) -> PlaneObserver | IIGObserverForPublicInfoGame:
        """Planes for an observation; the history of actions for an information state."""
        if iig_obs_type is None or (iig_obs_type.public_info and not iig_obs_type.perfect_recall):
            return PlaneObserver(self.game_rules, params)
        return IIGObserverForPublicInfoGame(iig_obs_type, params)


class MenhirsState(pyspiel.State):
    """A state of the game, or a layout that is not complete yet."""

    def __init__(self, game: MenhirsGame, text: str | None = None) -> None:
        super().__init__(game)
        # OpenSpiel clones a state by deep copies of its attributes, and stores it by pickling them.
        self.game_rules = game.game_rules
        self.points = game.points
        self.laid = 0
        self.cells_passed = 0
        """While the menhirs are laid: the number of cells, from a1 on, that are decided."""
        self.playing: GameState | None = None
        if text is not None:
            self.playing = read_state(text, game.game_rules)
        elif game.menhirs is not None:
            self.playing = GameState(game.game_rules, game.menhirs)

    def current_player(self) -> int:
        playing = self.playing
        if playing is None:
            return _CHANCE
        return _TERMINAL if playing.is_over else playing.player - 1

    def is_terminal(self) -> bool:
        return self.playing is not None and self.playing.is_over

    def returns(self) -> list[float]:
        if self.playing is None:
            return [0.0, 0.0]
        points = self.playing.returns()
        if self.points:
            return [float(each) for each in points]
        sides = {0: 0.0, 1: 1.0, 2: -1.0}[self.playing.winner]
        return [sides, -sides]

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The cells of the next menhir with their probabilities; all layouts are equally likely."""
        cells = self.game_rules.count
        left = self.game_rules.rules.menhirs - self.laid.bit_count()
        ways = comb(cells - self.cells_passed, left)
        return [
            (cell, comb(cells - cell - 1, left - 1) / ways)
            for cell in range(self.cells_passed, cells - left + 1)
        ]

    def legal_actions(self, player: int | None = None) -> list[int]:
        """All legal actions in ascending order.

        OpenSpiel would find them by the method below; but a program in Python need not go through
        C++ and back for them, and thus gets them several times as fast.
        """
        playing = self.playing
        if playing is not None and (player is None or player == playing.player - 1):
            return playing.legal_actions()
        legal: list[int] = super().legal_actions(*(() if player is None else (player,)))
        return legal

    def _legal_actions(self, player: int) -> list[int]:
        assert self.playing is not None
        return self.playing.legal_actions()

    def _apply_action(self, action: int) -> None:
        if self.playing is not None:
            self.playing.apply(action)
            return
        self.laid |= self.game_rules.board[action]
        self.cells_passed = action + 1
        if self.laid.bit_count() == self.game_rules.rules.menhirs:
            self.playing = GameState(self.game_rules, self.laid)

    def _action_to_string(self, player: int, action: int) -> str:
        if self.playing is None:
            return f"lay {self.game_rules.rules.geometry.names[action]}"
        return write_action_number(self.playing, action)

    def text(self) -> str:
        """The state as text that can be read back; while menhirs are laid, their cells."""
        if self.playing is None:
            return "laid " + " ".join(self.game_rules.rules.geometry.names_of(self.laid))
        return write_state(self.playing)

    def __str__(self) -> str:
        if self.playing is None:
            return self.text()
        return f"{self.text()}\n{write_ascii(self.playing.position())}"


class PlaneObserver:
    """Observes a state as planes and as text; both players see the same."""

    def __init__(self, game_rules: GameRules, params: Any) -> None:
        if params:
            raise ValueError(f"observations have no parameters here, not {params}")
        self._writer = PlaneWriter(game_rules)
        planes = np.zeros(self._writer.shape, np.float32)
        self.tensor = planes.reshape(-1)
        self.dict = {"observation": planes}

    def set_from(self, state: MenhirsState, player: int) -> None:
        if state.playing is None:
            self._writer.write_layout(state.laid, self.dict["observation"])
        else:
            self._writer.write(state.playing, self.dict["observation"])

    def string_from(self, state: MenhirsState, player: int) -> str:
        return state.text()


pyspiel.register_game(_game_type(by_chance=True), MenhirsGame)
