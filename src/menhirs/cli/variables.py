"""The environment variables that menhirs reads."""

VARIABLES = {
    "MENHIRS_HOUSE_RULES": "a file of rule sets for every command, as `--house-rules`",
    "XDG_DATA_HOME": "the folder of the database, `~/.local/share` by default",
    "XDG_STATE_HOME": "the folder of games in the terminal, `~/.local/state` by default",
    "FORWARDED_ALLOW_IPS": "addresses of the proxies whose `X-Forwarded-For` is believed, "
    "`127.0.0.1` by default",
    "NO_COLOR": "set to anything: no colours in the terminal",
    "PGPASSWORD": "the password for PostgreSQL, where the address of the database has none",
}
"""Name -> meaning, for ``docs/host/options.md``."""
