"""A survey: many layouts solved, on this machine or on a cluster, with their results in a file.

===================== ==========================================================================
``layouts.py``        which layouts: drawn by a seed, all up to mirror images, or from a file
``layout_result.py``  the result of a solved layout, as a line of text with a checksum
``results_file.py``   those lines in a file: added to, read, merged
``job.py``            solves one layout; what a worker runs
``executor.py``       the interface of executors, which run jobs
``local_executor.py`` an executor of processes on this machine
``dask_executor.py``  an executor that is a Dask cluster
``survey.py``         finds missing results of a file, and solves them
``flip_ways.py``      all ways to turn menhirs over from a position, by an executor
===================== ==========================================================================
"""
