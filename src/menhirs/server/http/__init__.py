"""Requests and answers.

- ``pages``: what people see; ``preview``, ``rendering`` make it
- ``rules_page``, ``rules_text``, ``rule_pictures``: the rules
- ``from_here``: a match from any position
- ``assets``, ``bundle``: scripts, styles and pictures
- ``api``, ``match_stream``: what programs use
- ``admission``, ``security``: who may ask, and how often
- ``visit``: who comes to which match; ``seat_cookie``: the secret of a seat in a request
- ``error_responses``: errors as pages or as JSON
"""
