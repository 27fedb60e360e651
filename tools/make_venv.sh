#!/bin/sh
# make_venv.sh PYTHON FOLDER: a virtual environment, with what a bare Debian lacks for making one.
set -eu
python=$1
folder=$2
if ! "$python" -c 'import ensurepip, venv' 2>/dev/null || ! "$python" -c '
import pathlib, sys, sysconfig
sys.exit(not pathlib.Path(sysconfig.get_paths()["include"], "Python.h").exists())'; then
    echo "installing Debian's packages for Python environments and headers" >&2
    apt-get update -qq || echo "no package list; trying to go on" >&2
    apt-get install -y -qq python3-venv python3-dev || echo "not installed; trying to go on" >&2
fi
"$python" -m venv "$folder"
