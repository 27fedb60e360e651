"""What a layout is worth, found by asking who reaches which goal.

A goal is: this player wins at least so many points. For one goal a position is a yes or a no, and
from turn to turn hardly any of them change. So a layout is solved for a goal in a small part of the
time and memory that all values take, and a few goals tell what it is worth.

======================  ====================================================================
``goal.py``             a goal; which ends of a game reach it
``layout_facts.py``     what holds in every turn: the fogs that are won in a move, those without a
                        safe one
``turn_solver.py``      a turn, from the turn after it
``goal_solver.py``      all turns of a game, for one goal
``goal_search.py``      the goals that have to be asked about
``needed.py``           the turns that have to be solved
``layout_by_goals.py``  questions about a layout, answered so
``by_tables.py``        the same by tables, where a later win may be worth more
======================  ====================================================================
"""
