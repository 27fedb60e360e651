"""For other sites: widgets in frames, oEmbed, and the feed of the daily puzzle."""
