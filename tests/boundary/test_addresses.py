"""Which pages a read may ask for: none on this machine, its network, or the cloud's own service."""

from __future__ import annotations

import ipaddress
from types import SimpleNamespace

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from harness_runtime.boundary.addresses import is_nearby
from tests.boundary.scene import Scene, shown, words

ELSEWHERE = words(
    "https://example.org https://example.org/a?b=http://localhost/#c http://docs.python.org:8080/x HTTPS://EXAMPLE.ORG"
    " https://localhost.example.org https://1.1.1.1/ https://8.8.8.8 https://example.org./ https://10.example.org"
    " https://user:pw@example.org/ https://0x7f.example.org https://127.0.0.1.example.org https://bücher.example/"
    " https://[2606:4700:4700::1111]/ http://2606.org https://한국.example/길 https://example.org/@localhost"
    " https://internal.example.org https://172.15.0.1 https://11.0.0.1 https://192.169.0.1 https://100.128.0.1"
)

NEARBY = words(
    "http://localhost http://localhost:3000/x https://LOCALHOST/ http://localhost./ http://app.localhost/"
    " http://127.0.0.1 http://127.0.0.1:8080/ http://127.1/ http://127.255.255.254 http://2130706433/ http://0x7f000001/"
    " http://0177.0.0.1/ http://0x7f.1/ http://017700000001 http://0/ http://0.0.0.0:80/ http://127.0.0.1./"
    " http://[::1]/ http://[::]/ http://[0:0:0:0:0:0:0:1]:80/ http://[::ffff:127.0.0.1]/ http://[::ffff:7f00:1]/"
    " http://[fe80::1]/ http://[fd00:ec2::254]/ http://[64:ff9b::7f00:1]/ http://[2002:7f00:1::]/ http://[x]/ http://[::1"
    " http://169.254.169.254/latest/meta-data/ http://169.254.170.2 http://100.100.100.200/ http://metadata.google.internal/"
    " http://10.0.0.1 http://172.16.0.1 http://192.168.1.1 http://host.docker.internal/ http://db:5432/ http://printer.local"
    " http://user@127.0.0.1/ http://example.org@localhost/ http://example.org:80@127.0.0.1/ http:///127.0.0.1/"
    " http://app.test http://router.home/ http://１２７.0.0.1/ http://127。0。0。1/ http://ｌocalhost/"
    " http://①②⑦.0.0.1/ http://255.255.255.255/ http://224.0.0.1/ http://1.2.3.4.5/ http://999.1.1.1/ http://1.2.3.08/"
    " http://127.0.0.1.nip.io http://localtest.me/ file:///etc/passwd FILE:///etc/passwd file:x"
)

NO_ADDRESS = [
    "",
    "x",
    "ftp://example.org",
    "data:text/plain,x",
    "javascript:1",
    "http:127.0.0.1",
    "http:/127.0.0.1",
    "https://",
    "https:///",
    "https://:80/",
    "http://%31%32%37.0.0.1/",
    "http://[fe80::1%25eth0]/",
    "http://local\thost/",
    "http://local\u00adhost/",
    "http://local\u200bhost/",
    "http://exa mple.org/",
    "http://\\127.0.0.1/",
    "http://127.0.0.1\\@example.org/",
    "http://example.org\\@127.0.0.1/",
    "view-source:http://localhost",
]


@pytest.mark.parametrize("url", ELSEWHERE)
def test_the_web_is_a_read(scene: Scene, url: str) -> None:
    assert shown(scene.judge("WebFetch", {"url": url, "prompt": "x"})) == "allow"


@pytest.mark.parametrize("url", NEARBY)
def test_this_machine_is_none_of_the_web(scene: Scene, url: str) -> None:
    assert shown(scene.judge("WebFetch", {"url": url, "prompt": "x"})) == "local_address"
    assert shown(scene.judge("WebFetch", {"url": f"  {url}", "prompt": "x"})) == "local_address"


@pytest.mark.parametrize("url", NO_ADDRESS)
def test_what_is_no_address_of_the_web(scene: Scene, url: str) -> None:
    assert shown(scene.judge("WebFetch", {"url": url, "prompt": "x"})) in ("tool_input", "local_address")


def test_the_machine_by_its_own_name(scene: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("posix.uname", lambda: SimpleNamespace(nodename="Dev.Example.org"))
    assert shown(scene.judge("WebFetch", {"url": "https://dev.example.org/", "prompt": "x"})) == "local_address"
    assert shown(scene.judge("WebFetch", {"url": "https://example.org/", "prompt": "x"})) == "allow"


@given(st.integers(0, 2**32 - 1), st.sampled_from(["{}", "0x{:x}", "0{:o}"]))
@example(0x7F000001, "0x{:x}")
def test_one_number_is_the_address_that_it_stands_for(number: int, base: str) -> None:
    text = base.format(number)
    expected = ipaddress.IPv4Address(number)
    # a bare number has no dot, so it is refused whatever it stands for
    assert is_nearby(text)
    assert is_nearby(str(expected)) or expected.is_global


@given(st.ip_addresses(v=6))
def test_an_address_of_version_6_that_passes_is_of_the_world(address: ipaddress.IPv6Address) -> None:
    assert is_nearby(f"[{address}]") or address.is_global
    assert is_nearby(f"[{address.exploded}]") == is_nearby(f"[{address}]")
