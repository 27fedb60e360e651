"""Everything that pages are made of, for servers, static sites and documents.

- ``templates``, ``static``, ``locale``: Jinja's templates, scripts and styles, translations
- ``rules``: the texts of the rules
- ``languages``: the languages; ``rendering``: a template in one of them
- ``files``, ``bundle``: static files; a script with all its imports
- ``rules_text``, ``rule_pictures``, ``handout``: the rules as pages, with pictures, on one sheet
- ``preview``, ``qr_code``: pictures for links
"""
