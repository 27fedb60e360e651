"""What other sites may show: widgets in frames, oEmbed, and the feed of the daily puzzle."""
