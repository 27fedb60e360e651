"""A game in full, so that any change of a rule, a text or an event shows as a difference."""

from __future__ import annotations

from menhirs.core.events import what_happened
from menhirs.notation.actions import write_action
from menhirs.notation.ascii import write_ascii
from menhirs.notation.line import write_line
from menhirs.notation.record import Record, write_record
from menhirs.notation.words import events_in_words


def playthrough(record: Record) -> str:
    """Every position with its legal actions, every action with what it did."""
    lines = [write_record(record)]
    for ply, position in enumerate(record.positions):
        legal = [write_action(action, position) for action in position.legal_actions(claims=True)]
        lines += [f"# {ply}", write_line(position), write_ascii(position)]
        lines.append(f"legal ({len(legal)}): {' '.join(legal)}")
        if ply < len(record.actions):
            action, after = record.actions[ply], record.positions[ply + 1]
            lines.append(f"> {write_action(action, position)}")
            events = what_happened(position, action, after)
            lines += [f"  {told}" for told in events_in_words(events, position.geometry)]
        lines.append("")
    return "\n".join(lines)
