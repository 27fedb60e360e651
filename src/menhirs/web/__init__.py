"""Everything that pages are made of, whoever sends them: a server, a site, a document.

- ``templates``, ``static``, ``locale``: Jinja's templates, scripts and styles, translations
- ``rules``: the texts of the rules
- ``languages``: the languages; ``rendering``: a template in one of them
- ``files``, ``bundle``: where static files are found; a script with all that it imports
- ``rules_text``, ``rule_pictures``, ``handout``: the rules as pages, with pictures, on one sheet
- ``preview``, ``qr_code``: pictures for links
"""
