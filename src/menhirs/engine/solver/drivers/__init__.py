"""What runs the passes: from a layout to its tables.

=========================  =================================================================
``solver.py``              a layout, from the last turn back to the first
``layer_solver.py``        one turn, with one number of tiles
``incremental_update.py``  the same, by updating a turn that is nearly equal
``last_lap.py``            the last lap once more, as the reference of the lap before it
``placing_solver.py``      the placing of fog
``fixed_point.py``         a game without end
``turn_graph.py``          which layers a turn leads to, and what it is worth
``dependencies.py``        what has to be solved for some tables
``lazy.py``                layers that are read or solved only when they are needed
``stage_tables.py``        the tables of each stage, put into a store and reported
``stores.py``              where tables are put: files, or memory
``flip_job.py``            every way to turn menhirs over: a long job that can be interrupted
``workers.py``             the threads that share a pass
=========================  =================================================================
"""
