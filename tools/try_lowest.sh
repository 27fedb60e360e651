#!/bin/sh
# try_lowest.sh UV PYTHON FOLDER: whether the lower bounds in pyproject.toml are true. Installs every
# extra with the lowest version of each package that is named there, and runs the tests that lean on
# those packages most.
set -eu
uv=$1
python=$2
folder=$3
mkdir -p "$folder"
# What tests need beside them, as it is pinned for all other tests.
"$uv" pip freeze --python "$python" |
  grep -E '^(anyio|httpx2|httpcore2|hypothesis|pytest|pytest-timeout|pytest-xdist|pyyaml|setuptools)==' \
  >"$folder/tools.txt"
"$uv" pip compile --quiet --system-certs --python "$python" --resolution lowest-direct --all-extras \
  --no-header --no-annotate --output-file "$folder/lowest.txt" pyproject.toml "$folder/tools.txt" \
  >/dev/null
"$uv" venv --quiet --clear --python "$python" "$folder/environment"
VIRTUAL_ENV=$(realpath "$folder/environment") "$uv" pip install --quiet --system-certs \
  --requirement "$folder/lowest.txt"
# For the command; what is compiled lies in src.
MENHIRS_PURE=1 VIRTUAL_ENV=$(realpath "$folder/environment") "$uv" pip install --quiet \
  --system-certs --no-deps --no-build-isolation --editable .
PYTHONPATH=src "$folder/environment/bin/python" -m pytest -n 3 --dist loadfile -p no:cacheprovider \
  tests/server/test_foundations.py tests/server/test_socket.py tests/server/test_compression.py \
  tests/server/test_floods.py tests/server/test_limits.py tests/server/test_connections.py \
  tests/server/test_api.py tests/server/test_passkeys.py \
  tests/server/test_account.py tests/server/test_push_encryption.py tests/server/test_alerts.py \
  tests/server/test_storage.py tests/server/test_handout.py tests/tournament tests/tui \
  tests/notation/test_png.py tests/research/test_pettingzoo_env.py \
  tests/research/test_openspiel_game.py tests/research/test_report.py tests/research/test_cluster.py
