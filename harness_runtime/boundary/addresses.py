"""Which addresses of the web are this machine, its network or the cloud's own service. Only page fetches pay for it.

A host is read as a browser's URL parser reads it (WHATWG URL): any number of slashes, user names, numbers in any
base and of any length, wide digits. No name is looked up, so a public name that points at the machine is not seen;
the ones that exist for that purpose stand in a table.
"""

from __future__ import annotations

import posix

from harness_runtime.boundary.decision import Fault

SCHEMES = ("https://", "http://")

# Names without a dot, and what ends in one of these, stand for a machine nearby.
NEARBY = (
    "localhost",
    "localdomain",
    "local",
    "internal",
    "intranet",
    "lan",
    "home.arpa",
    "corp",
    "private",
    "home",
    "test",
    # public names that lead to whatever address stands in them
    "nip.io",
    "sslip.io",
    "xip.io",
    "localtest.me",
    "lvh.me",
    "vcap.me",
    "lacolhost.com",
)

# (first address, bits that count)
NETWORKS = (
    (0x00000000, 8),  # this machine
    (0x0A000000, 8),  # private
    (0x64400000, 10),  # of a provider; a cloud's own service
    (0x7F000000, 8),  # loopback
    (0xA9FE0000, 16),  # link-local, a cloud's own service
    (0xAC100000, 12),  # private
    (0xC0000000, 24),
    (0xC0A80000, 16),  # private
    (0xC6120000, 15),  # measuring
    (0xE0000000, 3),  # many at once, reserved, everyone
)


def check_url(tool: str, url: str) -> None:
    """Fault local_address, or tool_input for what is no address of the web."""
    lowered = url.strip().lower()
    if lowered.startswith("file:"):
        raise Fault("local_address", url)
    scheme = next((scheme for scheme in SCHEMES if lowered.startswith(scheme)), "")
    if not scheme or not url.isprintable():
        raise Fault("tool_input", "url", tool=tool)
    host = _host(lowered[len(scheme) :])
    if not host or any(char in host for char in "% "):
        raise Fault("tool_input", "url", tool=tool)
    if is_nearby(host) or host == posix.uname().nodename.lower():
        raise Fault("local_address", host)


def _host(rest: str) -> str:
    """The host of what follows the scheme, lower case, with plain digits and dots."""
    rest = rest.lstrip("/")
    for end in "/?#":
        rest = rest.partition(end)[0]
    if "\\" in rest:  # a slash for one reader, part of a user's name for another
        return ""
    host = rest.rpartition("@")[2]
    if not host.isascii():
        host = _plain(host)
    if host.startswith("["):
        return host.partition("]")[0] + "]"
    return host.partition(":")[0].rstrip(".")


def _plain(host: str) -> str:
    from unicodedata import category, normalize

    if any(category(char) in ("Cc", "Cf", "Cn", "Co", "Mn") for char in normalize("NFC", host)):
        return ""
    return normalize("NFKC", host).casefold().replace("\u3002", ".")


def is_nearby(host: str) -> bool:
    """Does this host (as `_host` reads it) mean this machine, its network, or nothing that can be told?"""
    if host.startswith("["):
        return _is_nearby_6(host[1:-1])
    if any(host == name or host.endswith("." + name) for name in NEARBY) or "." not in host:
        return True
    last = host.rpartition(".")[2]
    if not last.isdigit() and not last.startswith("0x"):
        return False
    address = _number_of(host)
    return address is None or _is_nearby_4(address)


def _is_nearby_4(address: int) -> bool:
    return any(address >> (32 - bits) == first >> (32 - bits) for first, bits in NETWORKS)


def _number_of(host: str) -> int | None:
    """The IPv4 address: up to four numbers, decimal, octal or hexadecimal, the last filling what is left."""
    parts = host.split(".")
    numbers = [_number(part) for part in parts]
    if len(parts) > 4 or any(number is None for number in numbers):
        return None
    address = 0
    for number in numbers[:-1]:
        if number is None or number > 255:
            return None
        address = address << 8 | number
    rest = 8 * (5 - len(parts))
    last = numbers[-1]
    return None if last is None or last >> rest else address << rest | last


def _number(text: str) -> int | None:
    try:
        if text.startswith("0x"):
            return int(text[2:] or "0", 16)
        return int(text, 8 if len(text) > 1 and text.startswith("0") else 10)
    except ValueError:
        return None


def _is_nearby_6(text: str) -> bool:
    """Elsewhere is only what is given out to the world (2000::/3), without what wraps IPv4 or is for examples."""
    groups = _groups(text)
    if groups is None or groups[0] >> 13 != 1:
        return True
    if groups[0] == 0x2002:
        return _is_nearby_4(groups[1] << 16 | groups[2])
    if groups[0] == 0x2001:
        return groups[1] < 0x200 or groups[1] == 0xDB8
    return groups[0] == 0x3FFF and groups[1] < 0x1000


def _groups(text: str) -> list[int] | None:
    """The eight groups of an IPv6 address, None when it is none."""
    if text.count("::") > 1:
        return None
    head, gap, tail = text.partition("::")
    left = [part for part in head.split(":") if part]
    right = [part for part in tail.split(":") if part]
    missing = 8 - len(left) - len(right)
    if (missing < 1) if gap else missing != 0:
        return None
    try:
        groups = [int(part, 16) for part in [*left, *["0"] * missing, *right]]
    except ValueError:
        return None
    return groups if all(0 <= group <= 0xFFFF for group in groups) else None
