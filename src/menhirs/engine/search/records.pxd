# The records of records.py for compiled callers.
from menhirs.core.fog cimport mask

# Small, because it is handed over by value.
cdef struct Node:
    mask fog
    mask banned
    short turn
    signed char one
    signed char two
    signed char chooser
    signed char cannot_win

cdef struct AfterMove:
    Node before
    mask afterstate
    mask landed
    signed char hint
    signed char reduction

cdef struct Lookup:
    mask place
    mask key
    mask data
    bint is_answer

cdef inline Node node_of(
    int turn, mask fog, int one, int two, int chooser, mask banned, bint cannot_win
) noexcept nogil:
    cdef Node node
    node.turn = turn
    node.fog = fog
    node.one = one
    node.two = two
    node.chooser = chooser
    node.banned = banned
    node.cannot_win = cannot_win
    return node

cdef inline AfterMove moved_of(
    Node before, mask afterstate, mask landed, int hint, int reduction
) noexcept nogil:
    cdef AfterMove moved
    moved.before = before
    moved.afterstate = afterstate
    moved.landed = landed
    moved.hint = hint
    moved.reduction = reduction
    return moved

cdef inline Lookup lookup_of(mask place, mask key, mask data, bint is_answer) noexcept nogil:
    cdef Lookup lookup
    lookup.place = place
    lookup.key = key
    lookup.data = data
    lookup.is_answer = is_answer
    return lookup
