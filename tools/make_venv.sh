#!/bin/sh
# make_venv.sh PYTHON FOLDER: a virtual environment with uv in it, and what a bare Debian lacks for
# making one. uv installs in a second what takes pip half a minute.
set -eu
python=$1
folder=$2
pinned="--require-hashes -r requirements/uv.txt"
if ! "$python" -c 'import ensurepip, venv' 2>/dev/null || ! "$python" -c '
import pathlib, sys, sysconfig
sys.exit(not pathlib.Path(sysconfig.get_paths()["include"], "Python.h").exists())'; then
    echo "  installing Debian's packages for Python environments and headers" >&2
    apt-get update -qq || echo "  no package list; trying to go on" >&2
    apt-get install -y -qq python3-venv python3-dev >/dev/null || echo "  not installed; trying to go on" >&2
fi
if "$python" -m pip --version >/dev/null 2>&1; then
    # The machine's own pip spares the environment one.
    "$python" -m venv --without-pip "$folder"
    # shellcheck disable=SC2086
    "$python" -m pip install -qq --disable-pip-version-check --target "$folder/uv" $pinned
    ln -sf ../uv/bin/uv "$folder/bin/uv"
else
    "$python" -m venv "$folder"
    # shellcheck disable=SC2086
    "$folder/bin/python" -m pip install -qq --disable-pip-version-check $pinned
fi
