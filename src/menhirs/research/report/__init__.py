"""The balance report: what the results of surveys say about the game, in words and plots.

===================  =======================================================================
``arrangement.py``   the arrangement of the menhirs: touching, spread out, at the edge
``shares.py``        counts of wins and ties, and confidence intervals of shares
``length.py``        in which turn a game is won, from the points of the win
``turning_over.py``  how much turning over decides
``plots.py``         the plots, as SVG
``text.py``          the report as Markdown
``report.py``        writes it all into a folder
===================  =======================================================================
"""
