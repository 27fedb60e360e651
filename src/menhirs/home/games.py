"""The visitor's games: a list to search in."""

from __future__ import annotations

from menhirs.home.ports import Visitor
from menhirs.home.requests import Answer, Route, VisitorRequest, json_answer
from menhirs.home.shapes import PageOfGames
from menhirs.view.game_list import YourGames, game_data
from menhirs.view.game_search import write_place


async def your_games(visitor: Visitor, request: VisitorRequest[PageOfGames]) -> Answer:
    """Your games, by the browser's cookie; without one the list is empty."""
    wanted, games = request.wanted, visitor.games
    found = await games.find(wanted.search(visitor.language), wanted.most, wanted.after)
    data = [
        game_data(
            game,
            visitor.url_of(f"/m/{game.match}"),
            await games.runs_out(game),
            visitor.now(),
            visitor.language,
        )
        for game in found.games
    ]
    return json_answer({"games": data, "following": write_place(found.following)})


ROUTES = (Route("GET", "/api/games", your_games, PageOfGames, YourGames),)
