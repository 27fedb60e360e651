#!/bin/sh
# lock.sh UV: pins every dependency, with hashes, for playing and for developing.
set -eu
compile="$1 pip compile --quiet --system-certs --generate-hashes --upgrade --universal --no-header --no-annotate"
# What `pyproject.toml` builds with is installed beforehand, so it is pinned too.
build=$(mktemp)
uv=$(mktemp)
trap 'rm -f "$build" "$uv"' EXIT
printf 'setuptools>=80\nCython>=3.1\n' > "$build"
echo uv > "$uv"
$compile -o requirements/play.txt --extra server pyproject.toml "$build"
$compile -o requirements/dev.txt --all-extras --group dev --group docs pyproject.toml "$build"
$compile -o requirements/uv.txt "$uv"
