"""A game as a tree: the moves played and their variations, with comments and judgements.

A :class:`Game` is the root, and every :class:`ChildNode` below it is an action with the position
that it leads to. The first variation of a node is its main line. Modelled on python-chess's nodes.

>>> from menhirs.notation.line import read_line
>>> start = "base8 MMM/..../.M.../.MoM../..Moo/..../o.. 1 3 move 0,0 - - -"
>>> game = Game(read_line(start))
>>> played = game.add_line("c2-SE a1-SE")
>>> better = played.parent.add_variation("a1-NE", comment="keeps them together", nags={1})
>>> [node.text for node in game.main_line()]
['c2-SE', 'a1-SE']
>>> better.promote()
>>> game.end()
<ChildNode 3. a1-NE>

A tree may be deeper than Python's stack: it is walked in loops only.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TypeAlias

from menhirs.core.actions import Action
from menhirs.core.position import Position
from menhirs.notation.actions import read_action, write_action
from menhirs.notation.record import Record
from menhirs.notation.record_frame import round_in_record

_Outline: TypeAlias = "list[tuple[int, Action, str, frozenset[int]]]"
"""The nodes below a root in the order of writing: ply, action, comment, judgements."""


class GameNode:
    """A node of a tree: a position, its comment, and the actions that follow."""

    __slots__ = ("__weakref__", "_children", "_comment", "_ply", "position")

    def __init__(self, position: Position, ply: int) -> None:
        self.position = position
        """The position here."""
        self._children: dict[Action, ChildNode] = {}
        self._comment = ""
        self._ply = ply

    @property
    def parent(self) -> GameNode | None:
        """The node before this one; a game has none."""
        return None

    @property
    def action(self) -> Action | None:
        """The action that leads here; a game has none."""
        return None

    @property
    def text(self) -> str:
        """The action as it is written; empty for a game."""
        return ""

    @property
    def comment(self) -> str:
        """The comment on this node, stripped; it may have several lines."""
        return self._comment

    @comment.setter
    def comment(self, text: str) -> None:
        self._comment = "\n".join(text.splitlines()).strip()

    @property
    def variations(self) -> tuple[ChildNode, ...]:
        """How the game goes on, the main line first."""
        return tuple(self._children.values())

    def variation(self, action: Action | str) -> ChildNode | None:
        """The node that an action leads to, if it is in the tree."""
        return self._children.get(self._read(action))

    def add_variation(
        self, action: Action | str, *, comment: str = "", nags: Iterable[int] = ()
    ) -> ChildNode:
        """Adds a variation, or returns the one that begins with this action already.

        A node has one variation an action. Raises if the action is illegal here.
        """
        read = self._read(action)
        node = self._children.get(read)
        if node is None:
            node = self._children[read] = ChildNode(self, read, self.position.play(read))
        if comment:
            node.comment = comment
        node.nags.update(nags)
        return node

    def add_main_variation(
        self, action: Action | str, *, comment: str = "", nags: Iterable[int] = ()
    ) -> ChildNode:
        """Adds an action, or finds it, and makes it the main line."""
        node = self.add_variation(action, comment=comment, nags=nags)
        node.promote_to_main()
        return node

    def add_line(self, actions: Iterable[Action | str] | str) -> GameNode:
        """Adds actions one behind the other, and returns the last node."""
        node: GameNode = self
        for action in actions.split() if isinstance(actions, str) else actions:
            node = node.add_variation(action)
        return node

    def next(self) -> ChildNode | None:
        """The next node of the main line."""
        return next(iter(self._children.values()), None)

    def main_line(self) -> Iterator[ChildNode]:
        """The nodes that follow, always the first variation."""
        node = self.next()
        while node is not None:
            yield node
            node = node.next()

    def end(self) -> GameNode:
        """The last node of the main line."""
        node: GameNode = self
        for node in self.main_line():  # noqa: B007
            pass
        return node

    def is_end(self) -> bool:
        """Whether nothing follows."""
        return not self._children

    def ply(self) -> int:
        """The number of actions from the beginning of the game."""
        return self._ply

    def path(self) -> list[ChildNode]:
        """The nodes from the beginning of the game to this one."""
        nodes: list[ChildNode] = []
        node: GameNode | None = self
        while isinstance(node, ChildNode):
            nodes.append(node)
            node = node.parent
        return nodes[::-1]

    def game(self) -> Game:
        """The root of the tree."""
        node: GameNode = self
        while node.parent is not None:
            node = node.parent
        assert isinstance(node, Game)
        return node

    def is_main_line(self) -> bool:
        """Whether the main line of the game comes through here."""
        return all(node.parent.next() is node for node in self.path())

    def __iter__(self) -> Iterator[GameNode]:
        """Goes through this node and all below it, each line to its end before the next."""
        ahead: list[GameNode] = [self]
        while ahead:
            node = ahead.pop()
            yield node
            ahead += reversed(node.variations)

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.position.rules.name}, ply {self._ply}>"

    def _read(self, action: Action | str) -> Action:
        return read_action(action, self.position) if isinstance(action, str) else action


class ChildNode(GameNode):
    """An action in a tree, and the position that it leads to."""

    __slots__ = ("_action", "_parent", "nags")

    def __init__(self, parent: GameNode, action: Action, position: Position) -> None:
        super().__init__(position, parent.ply() + 1)
        self._parent = parent
        self._action = action
        self.nags: set[int] = set()
        """Judgements by their numbers in PGN: 1 is ``!``, 2 ``?``, 3 ``!!``, 4 ``??``, 5 ``!?``,
        6 ``?!``; others up to 255 are written as ``$14``."""

    @property
    def parent(self) -> GameNode:
        """The node before this one."""
        return self._parent

    @property
    def action(self) -> Action:
        """The action that leads here."""
        return self._action

    @property
    def text(self) -> str:
        """The action as it is written."""
        return write_action(self._action, self._parent.position)

    def promote(self) -> None:
        """Moves this variation one place towards the main line."""
        self._move_to(max(0, self._place() - 1))

    def promote_to_main(self) -> None:
        """Makes this variation the main line of the node before it."""
        self._move_to(0)

    def demote(self) -> None:
        """Moves this variation one place away from the main line."""
        self._move_to(self._place() + 1)

    def remove(self) -> None:
        """Cuts this node, with all below it, off its game."""
        self._place()
        del self._parent._children[self._action]

    def __repr__(self) -> str:
        return f"<ChildNode {round_in_record(self._parent.position)}. {self.text}>"

    def _place(self) -> int:
        """Which of its parent's variations this is; a node that was removed is none of them."""
        return self._parent.variations.index(self)

    def _move_to(self, place: int) -> None:
        nodes = list(self._parent.variations)
        nodes.remove(self)
        nodes.insert(place, self)
        self._parent._children = {node.action: node for node in nodes}


class Game(GameNode):
    """The root of a tree: where the game begins, and what its headers say.

    Two games are equal if their trees have the same contents. A node is equal only to itself.
    """

    __slots__ = ("headers",)

    def __init__(self, start: Position, headers: Mapping[str, str] | None = None) -> None:
        super().__init__(start, 0)
        self.headers = dict(headers or {})
        """All headers but those that follow from the game itself."""

    @classmethod
    def from_record(cls, record: Record) -> Game:
        """The tree of a record: one line."""
        game = cls(record.start, record.headers)
        node: GameNode = game
        for action, position in zip(record.actions, record.positions[1:], strict=True):
            node._children[action] = child = ChildNode(node, action, position)
            node = child
        return game

    def record(self) -> Record:
        """The main line as a record."""
        actions = tuple(node.action for node in self.main_line())
        return Record(self.position, actions, dict(self.headers))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Game):
            return NotImplemented
        return self is other or self._contents() == other._contents()

    __hash__ = None  # type: ignore[assignment]  # what can be changed has no fixed hash

    def __repr__(self) -> str:
        plies = sum(1 for _ in self.main_line())
        return f"<Game {self.position.rules.name}, {plies} actions>"

    def __str__(self) -> str:
        from menhirs.notation.tree_text import write_tree

        return write_tree(self)

    def __reduce__(self) -> tuple[object, ...]:
        # Flat: pickle and copy would go down the tree on Python's stack.
        return _from_contents, self._contents()

    def _contents(self) -> tuple[Position, dict[str, str], str, _Outline]:
        outline = [
            (node.ply(), node.action, node.comment, frozenset(node.nags))
            for node in self
            if isinstance(node, ChildNode)
        ]
        return self.position, self.headers, self.comment, outline


def _from_contents(
    start: Position, headers: dict[str, str], comment: str, outline: _Outline
) -> Game:
    """The game that its contents describe."""
    game = Game(start, headers)
    game.comment = comment
    line: list[GameNode] = [game]  # the nodes from the root to the last one added
    for ply, action, text, nags in outline:
        del line[ply:]
        line.append(line[-1].add_variation(action, comment=text, nags=nags))
    return game
