"""The files in ``deploy/``: what they start exists, and nginx passes everything through."""
