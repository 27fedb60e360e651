"""Tables on disk: what the solver has worked out, to be asked in a moment.

=================  =========================================================================
``tables.py``      the tables of a layout: whole ones, and those told as changes of another
``table_file.py``  one file, read in places and never trusted
``blocks.py``      compiled: values into the blocks of a file and back
``folders.py``     where the tables of a layout lie
``probe.py``       the exact value of any position of a solved layout
``results.py``     what a layout came to, in a small file that may outlive its tables
``flips.py``       turning menhirs over, judged from those results
=================  =========================================================================
"""
