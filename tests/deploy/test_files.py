"""What the files for deploying start are commands that there are, on files that there are."""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import re
import shlex
import shutil
import subprocess
from fnmatch import fnmatch
from importlib.metadata import distributions
from pathlib import Path

import pytest
import yaml  # type: ignore[import-untyped]
from tools.write_notices import notices

from menhirs.cli import serve

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "deploy"
CONTAINER = (DEPLOY / "Containerfile").read_text("utf-8")
COMPOSE = yaml.safe_load((DEPLOY / "compose.yaml").read_text("utf-8"))
NGINX = (DEPLOY / "nginx-site.conf").read_text("utf-8")
SERVICE = (DEPLOY / "menhirs.service").read_text("utf-8")


def commands() -> dict[str, list[str]]:
    """The commands that start a server, by the file that names them."""
    told = re.findall(r"^CMD (\[.*\])$", CONTAINER, re.MULTILINE)
    started = re.findall(r"^ExecStart=\S+/menhirs (.*) \$MENHIRS_OPTIONS$", SERVICE, re.MULTILINE)
    services = COMPOSE["services"]
    return {
        "Containerfile": json.loads(told[-1]),
        "menhirs.service": shlex.split(started[0]),
        **{name: services[name]["command"] for name in ("server-1", "server-2")},
    }


@pytest.mark.parametrize("name", commands())
def test_a_server_is_started_with_options_that_there_are(name: str) -> None:
    first, *words = commands()[name]
    parser = argparse.ArgumentParser()
    serve.add_arguments(parser)
    options = parser.parse_args(words)
    assert (first, options.port, options.no_browser) == ("serve", 8000, True)


def test_the_container_is_built_from_files_that_reach_it() -> None:
    rules = (ROOT / ".dockerignore").read_text("utf-8").split("\n")
    allowed = [rule[1:] for rule in rules if rule.startswith("!")]
    copied = [
        name
        for line in re.findall(r"^COPY (?!--)(.*)$", CONTAINER, re.MULTILINE)
        for name in line.split()[:-1]
    ]
    assert copied
    for name in copied:
        assert (ROOT / name).exists()
        assert any(fnmatch(name, rule) for rule in allowed), name


def test_the_image_brings_the_licences_of_all_its_packages() -> None:
    told = notices(list(distributions()))
    for name in re.findall(r"^(\S+)==", (ROOT / "requirements/play.txt").read_text(), re.MULTILINE):
        assert re.search(
            rf"^=+\n{name.replace('-', '[-_.]')} \S+: \S", told, re.MULTILINE | re.I
        ), name
    for package in ("fastapi", "SQLAlchemy", "cryptography"):
        text = told.split(f"\n{package} ", 1)[1].split("=" * 100)[0]
        assert "copyright" in text.lower() or "apache license" in text.lower(), package
    assert "write_notices.py > /opt/menhirs/NOTICES.txt" in CONTAINER


def test_hosts_get_the_versions_that_are_tested() -> None:
    def pinned(name: str) -> set[str]:
        text = (ROOT / "requirements" / f"{name}.txt").read_text("utf-8")
        return set(re.findall(r"^(\S+==\S+)", text, re.MULTILINE))

    assert pinned("play") < pinned("host") < pinned("dev")
    assert {re.sub("==.*", "", one) for one in pinned("host")} >= {"psycopg", "resvg-py"}
    unit = (ROOT / "deploy" / "menhirs.service").read_text("utf-8")
    for text in (CONTAINER, unit):
        assert "--require-hashes --requirement requirements/host.txt" in text


def test_the_proxy_knows_the_servers_and_the_servers_believe_the_proxy() -> None:
    assert re.findall(r"server (\S+):8000 ", NGINX) == ["server-1", "server-2"]
    services = COMPOSE["services"]
    (network,) = COMPOSE["networks"]["inside"]["ipam"]["config"]
    for name in ("server-1", "server-2"):
        assert services[name]["environment"]["FORWARDED_ALLOW_IPS"] == network["subnet"]
        assert "ports" not in services[name]  # nobody reaches them but through the proxy
    assert "ports" not in services["database"]


def test_no_secret_stands_in_a_file_or_on_a_command_line() -> None:
    for service in COMPOSE["services"].values():
        for key, value in service.get("environment", {}).items():
            if "PASSWORD" in key:
                assert value.startswith("${MENHIRS_PASSWORD:?")
        assert "password" not in " ".join(service.get("command", [])).lower()


def test_logs_and_memory_are_bounded() -> None:
    for name, service in COMPOSE["services"].items():
        assert {"max-size", "max-file"} <= set(service["logging"]["options"]), name
    for name in ("server-1", "server-2"):
        assert COMPOSE["services"][name]["mem_limit"]


def test_the_proxy_sees_all_files_that_it_serves() -> None:
    """What nginx reads on its disk is mounted there: certificates, and proofs for new ones."""
    mounted = {volume.split(":")[1] for volume in COMPOSE["services"]["proxy"]["volumes"]}
    named = re.findall(r"^\s*(?:root|ssl_certificate|ssl_certificate_key)\s+(\S+);", NGINX, re.M)
    assert len(named) == 3
    for path in named:
        assert any(Path(path).is_relative_to(folder) for folder in mounted), path


def test_an_upgrade_tells_nginx_of_new_servers() -> None:
    """It looks up their addresses only when it begins or is reloaded."""
    page = (ROOT / "docs" / "host" / "deploy.md").read_text("utf-8")
    upgrade = page.partition("## Upgrading")[2].partition("\n## ")[0]
    steps = re.findall(r"^ {6}docker compose (?:up .*(server-\d)|exec proxy (.*))", upgrade, re.M)
    reload = ("", "nginx -s reload")
    assert [step for step in steps if step[0] or step == reload] == [
        ("server-1", ""),
        reload,
        ("server-2", ""),
        reload,
    ]


STAND_IN = """#!/bin/sh
for name in "$@"; do :; done
echo "sha256:$(printf %s "$name$DAY" | sha256sum | cut -c1-64)"
"""
"""Answers for docker: no registry of images is within reach of a test."""


def test_every_image_can_be_pinned_and_pinned_anew(tmp_path: Path) -> None:
    for name in ("pin.sh", "Containerfile", "compose.yaml"):
        shutil.copy(DEPLOY / name, tmp_path)
    docker = tmp_path / "bin" / "docker"
    docker.parent.mkdir()
    docker.write_text(STAND_IN)
    docker.chmod(0o755)
    path = f"{docker.parent}:{os.environ['PATH']}"
    for day in ("", "later"):
        subprocess.run(
            [tmp_path / "pin.sh"],
            env={"PATH": path, "DAY": day},
            check=True,
            stdout=subprocess.DEVNULL,
        )
        container = (tmp_path / "Containerfile").read_text("utf-8")
        services = yaml.safe_load((tmp_path / "compose.yaml").read_text("utf-8"))["services"]
        pinned = [service["image"] for name, service in services.items() if "server" not in name]
        pinned += re.findall(r"^ARG BASE=(.*)$", container, re.MULTILINE)
        for image in pinned:
            name, _, digest = image.partition("@sha256:")
            assert digest == hashlib.sha256(f"{name}{day}".encode()).hexdigest(), image
        assert [image.partition(":")[0] for image in pinned] == ["postgres", "nginx", "python"]
    docker.write_text("#!/bin/sh\nexit 1\n")
    failed = subprocess.run([tmp_path / "pin.sh"], env={"PATH": path}, check=False)
    assert failed.returncode != 0
    assert (tmp_path / "Containerfile").read_text("utf-8") == container
