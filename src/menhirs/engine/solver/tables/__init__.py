"""Tables on disk: the solver's results, looked up in a moment.

=================  =========================================================================
``drafts.py``      a layer as the blocks of a table
``content.py``     these blocks, in a file or in memory
``tables.py``      tables that are looked up: whole ones, and differences from another one
``table_file.py``  one file, read in places and never trusted
``blocks.py``      compiled: values into the blocks of a file and back
``folders.py``     where the tables of a layout lie
``probe.py``       the exact value of any position of a solved layout
``results.py``     what a layout came to, in a small file that may outlive its tables
``flips.py``       turning menhirs over, judged from those results
=================  =========================================================================
"""
