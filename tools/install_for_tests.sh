#!/bin/sh
# Installs what the tests run for real, a browser and a database server, from Debian's packages.
set -eu
missing=
command -v chromium >/dev/null || missing="$missing chromium fonts-liberation"
ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1 || missing="$missing postgresql"
[ -z "$missing" ] && exit 0
echo "installing$missing" >&2
export DEBIAN_FRONTEND=noninteractive
apt-get update -qq
# shellcheck disable=SC2086
apt-get install -y -qq --no-install-recommends $missing >/dev/null
