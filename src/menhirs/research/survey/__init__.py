"""A survey: many layouts solved, on this machine or on a cluster, with what they came to in a file.

===================== ==========================================================================
``layouts.py``        which layouts: drawn by a seed, all up to mirror images, or from a file
``layout_result.py``  what a solved layout came to, as a line of text with a checksum
``results_file.py``   those lines in a file: added to, read, merged
``job.py``            solves one layout; what a worker runs
``executor.py``       hands jobs out, and what all executors promise
``local_executor.py`` an executor of processes on this machine
``dask_executor.py``  an executor that is a Dask cluster
``survey.py``         finds out what is missing in a file, and has it solved
``flip_ways.py``      all ways to turn menhirs over from a position, by an executor
===================== ==========================================================================
"""
