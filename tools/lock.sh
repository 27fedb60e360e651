#!/bin/sh
# lock.sh BIN: pins every dependency, with hashes, for playing and for developing.
set -eu
options="--quiet --strip-extras --allow-unsafe --generate-hashes --upgrade --no-header
    --no-annotate --no-emit-index-url --no-emit-find-links --no-emit-trusted-host"
# shellcheck disable=SC2086
"$1/pip-compile" $options --build-deps-for editable -o requirements/play.txt pyproject.toml
# shellcheck disable=SC2086
"$1/pip-compile" $options --extra dev --build-deps-for editable -o requirements/dev.txt pyproject.toml
