"""The environment variables that menhirs reads."""

VARIABLES = {
    "MENHIRS_HOUSE_RULES": "a file of rule sets for every command, as `--house-rules`",
    "XDG_DATA_HOME": "where the folder `menhirs` of the database lies; "
    "on Linux `~/.local/share` by default, else where the system has such data",
    "XDG_STATE_HOME": "the same for games in the terminal, on Linux `~/.local/state`",
    "FORWARDED_ALLOW_IPS": "addresses of the proxies whose `X-Forwarded-For` is believed, "
    "`127.0.0.1` by default",
    "NO_COLOR": "set to anything: no colours in the terminal",
    "PGPASSWORD": "the password for PostgreSQL, where the address of the database has none",
}
"""Name -> meaning, for ``docs/host/options.md``."""
