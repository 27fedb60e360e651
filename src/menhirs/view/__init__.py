"""A match as a visitor sees it, in the visitor's language. No I/O; the time is passed in.

- ``state_view``: the state of a match for one visitor; ``messages`` has the types
- ``ply_cache``, ``board_data``, ``round_track``: positions, plies and rounds as data to draw from
- ``status``, ``news``, ``decision``, ``claiming``, ``terms_in_words``: sentences
- ``coaching``: what a guided match needs of a coach
- ``player_names``: what the two players are called
- ``page_session``: the talk of a page with the referee; ``page_messages`` reads what it says,
  ``question`` what it asks about
- ``error_words``: what is told of an error; ``errors``: messages that can't be read
- ``record_text``: the game record
- ``as_json``: messages as text
"""
