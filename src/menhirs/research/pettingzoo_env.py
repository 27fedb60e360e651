"""The game for PettingZoo: an environment of two agents who act in turns (AEC).

    from menhirs.research import pettingzoo_env

    env = pettingzoo_env.env(rules="amsterdam", claims_at_once=True)
    env.reset(seed=7)
    for agent in env.agent_iter():
        seen, reward, terminated, truncated, _ = env.last()
        action = None if terminated else env.action_space(agent).sample(seen["action_mask"])
        env.step(action)

An agent sees ``observation``, the planes of ``planes.py``, and ``action_mask``, a 1 for every legal
action number. Most turns are several actions, so the same agent often acts again. Without a layout
every ``reset`` lays the menhirs anew, from its seed if it is given one.
"""

from __future__ import annotations

from io import BytesIO
from typing import Any, ClassVar

from menhirs.core.rules import RuleSet
from menhirs.core.setup import random_menhirs
from menhirs.engine.quick_game import GameRules
from menhirs.notation import png
from menhirs.notation.ascii import write_ascii
from menhirs.notation.extras import needed_extra
from menhirs.notation.svg import draw
from menhirs.research.action_numbers import how_many
from menhirs.research.agent_errors import BadAgent
from menhirs.research.game_state import GameState
from menhirs.research.options import chosen_menhirs, chosen_rules
from menhirs.research.translation import write_state

try:
    import numpy as np
    import numpy.typing as npt
    from gymnasium import spaces
    from gymnasium.utils import EzPickle, seeding
    from pettingzoo import AECEnv
    from pettingzoo.utils import wrappers
except ImportError as missing:
    needed = needed_extra("the environment for PettingZoo", "research")
    raise ImportError(str(needed)) from missing

from menhirs.research.planes import PlaneWriter

AGENTS = ("player_1", "player_2")
RENDER_MODES = ("human", "ansi", "rgb_array")
_PICTURE = 480  # pixels wide


def env(**options: Any) -> AECEnv[str, dict[str, Any], int | None]:
    """The environment for agents: an illegal action loses, a wrong order of calls raises an
    error.
    """
    raw = raw_env(**options)
    worst = -float(raw.game_rules.rules.most_points) if raw.points else -1.0
    guarded = wrappers.TerminateIllegalWrapper(raw, illegal_reward=worst)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(guarded))


class raw_env(AECEnv[str, dict[str, Any], int | None], EzPickle):  # noqa: N801 -- PettingZoo's name
    """The environment itself, which refuses illegal actions with an error."""

    metadata: ClassVar[dict[str, Any]] = {
        "name": "menhirs_v0",
        "render_modes": list(RENDER_MODES),
        "is_parallelizable": False,
        "render_fps": 2,
    }

    def __init__(
        self,
        rules: str | RuleSet = "amsterdam",
        house_rules: str = "",
        layout: str = "",
        claims_at_once: bool = False,
        points: bool = True,
        render_mode: str | None = None,
    ) -> None:
        """``points``: a win is worth its points, not 1."""
        EzPickle.__init__(self, rules, house_rules, layout, claims_at_once, points, render_mode)
        super().__init__()
        if render_mode is not None and render_mode not in RENDER_MODES:
            wanted = ", ".join(RENDER_MODES)
            raise BadAgent("agent-option", name="render_mode", text=render_mode, wanted=wanted)
        chosen = rules if isinstance(rules, RuleSet) else chosen_rules(rules, house_rules)
        self.game_rules = GameRules(chosen, claims_at_once)
        self.points = points
        self.render_mode = render_mode
        self._menhirs = chosen_menhirs(chosen, layout)
        self._numbers = np.random.default_rng()
        self._planes = PlaneWriter(self.game_rules)
        self.possible_agents = list(AGENTS)
        seen = spaces.Dict(
            {
                "observation": spaces.Box(0.0, 1.0, self._planes.shape, np.float32),
                "action_mask": spaces.Box(
                    0, 1, (how_many(self.game_rules.rules.geometry),), np.int8
                ),
            }
        )
        self.state_space = spaces.Box(0.0, 1.0, self._planes.shape, np.float32)
        self.observation_spaces = dict.fromkeys(AGENTS, seen)
        self.action_spaces = {
            agent: spaces.Discrete(how_many(self.game_rules.rules.geometry)) for agent in AGENTS
        }
        self.agents: list[str] = []
        self.playing: GameState | None = None

    def observation_space(self, agent: str) -> spaces.Dict:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begins a new game."""
        if seed is not None:
            self._numbers, _ = seeding.np_random(seed)
        menhirs = self._menhirs
        if menhirs is None:
            menhirs = random_menhirs(self.game_rules.rules, int(self._numbers.integers(2**62)))
        self.playing = GameState(self.game_rules, menhirs)
        self.agents = list(AGENTS)
        self.rewards = dict.fromkeys(AGENTS, 0.0)
        self._cumulative_rewards = dict.fromkeys(AGENTS, 0.0)
        self.terminations = dict.fromkeys(AGENTS, False)
        self.truncations = dict.fromkeys(AGENTS, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in AGENTS}
        self.agent_selection = AGENTS[self.playing.player - 1]

    def step(self, action: int | None) -> None:
        """Plays an action of the agent whose turn it is."""
        if self.terminations[self.agent_selection] or self.truncations[self.agent_selection]:
            self._was_dead_step(action)
            return
        playing = self._game()
        self._cumulative_rewards[self.agent_selection] = 0.0
        self._clear_rewards()
        playing.apply(-1 if action is None else int(action))
        if playing.is_over:
            for agent, points in zip(AGENTS, playing.returns(), strict=True):
                self.rewards[agent] = float(points if self.points else np.sign(points))
            self.terminations = dict.fromkeys(AGENTS, True)
        self.agent_selection = AGENTS[playing.player - 1]
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def observe(self, agent: str) -> dict[str, Any]:
        """An agent's observation: the same for both, but only one may act."""
        mask = np.zeros(how_many(self.game_rules.rules.geometry), np.int8)
        playing = self._game()
        if agent == self.agent_selection:
            mask[playing.legal_actions()] = 1
        return {"observation": self.state(), "action_mask": mask}

    def state(self) -> npt.NDArray[np.float32]:
        """The planes, which contain the whole state."""
        planes = np.zeros(self._planes.shape, np.float32)
        self._planes.write(self._game(), planes)
        return planes

    def render(self) -> str | npt.NDArray[np.uint8] | None:
        """The board: printed (``human``), as text (``ansi``) or as a picture (``rgb_array``)."""
        if self.render_mode == "rgb_array":
            return self._picture()
        playing = self._game()
        text = f"{write_state(playing)}\n{write_ascii(playing.position())}"
        if self.render_mode == "ansi":
            return text
        print(text)
        return None

    def _picture(self) -> npt.NDArray[np.uint8]:
        from matplotlib.image import imread

        pixels = imread(BytesIO(png.render(draw(self._game().position()), _PICTURE)), format="png")
        return (pixels[:, :, :3] * 255).astype(np.uint8)

    def close(self) -> None:
        """Nothing to close."""

    def _game(self) -> GameState:
        if self.playing is None:
            raise BadAgent("agent-begin")
        return self.playing
