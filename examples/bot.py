"""A bot that plays a whole match by the JSON API, with nothing but Python's standard library.

    python examples/bot.py http://127.0.0.1:8321 --rules amsterdam --vs computer
    python examples/bot.py http://127.0.0.1:8321/m/kX3…     (takes the free seat of that match)

It wins if one move is enough, and otherwise does anything that is legal: teach it to do better.
"""

import argparse
import json
import random
import time
from http.client import HTTPException
from typing import Any
from urllib.request import Request, urlopen


def ask(address: str, data: dict[str, Any] | None = None, secret: str = "") -> Any:
    headers = {"Content-Type": "application/json", "Authorization": f"Bearer {secret}"}
    body = json.dumps(data).encode() if data else None
    return urlopen(Request(address, body, headers), timeout=60)


def choose(state: dict[str, Any]) -> str:
    fog, menhirs = set(state["view"]["fog"]), set(state["view"]["menhirs"])
    for move in state["legal"]:
        if move["kind"] == "move" and not menhirs & (fog - {*move["tiles"]} | {*move["lands"]}):
            return str(move["action"])
    return str(random.choice(state["legal"])["action"])


def play(match: str, secret: str) -> dict[str, Any]:
    while True:
        try:
            for line in ask(f"{match}/stream", secret=secret):
                told = json.loads(line.strip() or b"{}")
                if told.get("legal"):  # it is our turn
                    act = {"state": told["state"], "action": choose(told)}
                    told = json.load(ask(f"{match}/actions", act, secret))
                if told.get("outcome"):
                    return dict(told["outcome"])
        except (OSError, HTTPException, ValueError) as error:
            if getattr(error, "code", 409) != 409:
                raise
            time.sleep(0.5)  # the match has moved on, or the server is away for a moment


options = argparse.ArgumentParser()
options.add_argument("address", help="of a server, or of a match")
options.add_argument("--rules", default="amsterdam")
options.add_argument("--vs", choices=("friend", "computer"), default="friend")
wishes = options.parse_args()
server, _, match = wishes.address.partition("/m/")
if match:
    seat = json.load(ask(f"{server}/api/matches/{match}/join", {"name": "bot"}))
else:
    seat = json.load(ask(f"{server}/api/matches", {"rules": wishes.rules, "opponent": wishes.vs}))
    print(seat["url"], flush=True)
print(play(f"{server}/api/matches/{match or seat['match']}", seat["secret"])["text"])
