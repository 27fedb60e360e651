#!/bin/sh
# Pins the images in Containerfile and compose.yaml to the bytes that their names stand for today:
#
#   deploy/pin.sh            # needs docker with buildx, and the registry of images in reach
#
# An image is then named python:3.11-slim-bookworm@sha256:…, and nothing else is ever fetched for it.
# Run again to take over newer bytes of the names, with what was mended in them.
set -eu
cd "$(dirname "$0")"
# A name and a tag, with the digest of an earlier run or without.
image='[a-z0-9./-]\{1,\}:[a-z0-9.-]\{1,\}'
digest='@sha256:[0-9a-f]\{64\}'
named() {
    sed -n "s/^ARG BASE=\($image\).*/\1/p" Containerfile
    # What is built here has no tag, so it is not among them.
    sed -n "s/^ *image: \($image\).*/\1/p" compose.yaml
}
for name in $(named | sort -u); do
    found=$(docker buildx imagetools inspect --format '{{.Manifest.Digest}}' "$name")
    case $found in
        sha256:*) echo "$name@$found" ;;
        *) echo "pin.sh: no digest for $name: $found" >&2; exit 1 ;;
    esac
    for file in Containerfile compose.yaml; do
        sed "s|\($name\)\($digest\)\{0,1\}\$|\1@$found|" "$file" >"$file.pinned"
        cat "$file.pinned" >"$file"
        rm "$file.pinned"
    done
done
