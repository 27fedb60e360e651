"""The balance report: what the results of surveys say about the game, in words and plots.

==================  ========================================================================
``lie.py``          how the menhirs of a layout lie: touching, spread out, at the edge
``shares.py``       counts of wins and ties, and how sure a share of a sample is
``length.py``       in which turn a game is won, from the points of the win
``turning_over.py`` how much it decides which menhirs are turned over
``plots.py``        the plots, as SVG
``text.py``         the report as Markdown
``report.py``       writes it all into a folder
==================  ========================================================================
"""
