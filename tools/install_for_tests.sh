#!/bin/sh
# Installs what the tests run for real from Debian's packages: a browser, a database server, a proxy,
# and a library that sets the clock of a single process.
set -eu
missing=
command -v chromium-headless-shell >/dev/null ||
  missing="$missing chromium-headless-shell fonts-liberation"
ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1 || missing="$missing postgresql"
ls /usr/lib/*/faketime/libfaketimeMT.so.1 >/dev/null 2>&1 || missing="$missing libfaketime"
# The folder of its program is not in everybody's search path.
command -v nginx >/dev/null || [ -x /usr/sbin/nginx ] || missing="$missing nginx"
[ -z "$missing" ] && exit 0
echo "installing$missing" >&2
export DEBIAN_FRONTEND=noninteractive
apt-get update -qq
# shellcheck disable=SC2086
apt-get install -y -qq --no-install-recommends $missing >/dev/null
