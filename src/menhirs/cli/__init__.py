"""The command line: a thin file per subcommand."""
