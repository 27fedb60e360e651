#!/bin/sh
# lock.sh UV [--upgrade]: pins every dependency, with hashes, for playing, hosting and developing. What
# is pinned already stays as it is, except with --upgrade.
set -eu
uv=$1
shift
compile="$uv pip compile --quiet --system-certs --generate-hashes --universal --no-header --no-annotate $*"
# What `pyproject.toml` builds with is installed beforehand, so it is pinned too.
build=$(mktemp)
tool=$(mktemp)
trap 'rm -f "$build" "$tool"' EXIT
printf 'setuptools>=80\nCython>=3.1\n' > "$build"
echo uv > "$tool"
$compile -o requirements/play.txt --extra server pyproject.toml "$build"
$compile -o requirements/dev.txt --all-extras --group dev --group docs pyproject.toml "$build"
$compile -o requirements/host.txt --constraint requirements/dev.txt \
  --extra server --extra postgresql --extra png pyproject.toml "$build"
$compile -o requirements/release.txt --constraint requirements/dev.txt --group release
$compile -o requirements/uv.txt "$tool"
