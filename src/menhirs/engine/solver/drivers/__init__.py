"""What drives the passes: from a layout to its tables.

===================  =======================================================================
``solver.py``        a layout, from the last turn back to the first
``layer_solver.py``  one turn for all fogs of so many tiles
``renewal.py``       the same, from what changed since a turn that is nearly equal
``replay.py``        the last lap once more, as the model of the lap before it
``flip_job.py``      every way to turn menhirs over: a long job that can be interrupted
``workers.py``       the threads that share a pass out
===================  =======================================================================
"""
