"""What visitors see, in their language. No I/O; the time is passed in.

- ``match``: a match: ``state_view`` is its state for one visitor, ``page_session`` the talk of a
  page with the referee, the rest the sentences and data that both are made of
- ``analysis``: an analysis board
- ``messages``: the types of what pages and programs get
- ``fields``, ``shapes``, ``request_limits``: reading what they send
- ``errors``, ``error_words``, ``error_status``: what is wrong with it, and what is said then
- ``board_data``, ``rule_facts``, ``start_data``: positions and rules as data
- ``terms_in_words``, ``player_names``, ``language``: words
- ``game_list``, ``game_search``: somebody's games
- ``as_json``: messages as text
"""
