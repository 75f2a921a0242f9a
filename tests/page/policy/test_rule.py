"""The rule, as tables: what a list lets through by name, and what then by address."""

from ipaddress import ip_address

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pollex.core.fault import Fault
from pollex.page.policy.host import normal_host
from pollex.page.policy.reach import is_public_address
from pollex.page.policy.rule import NetworkPolicy

SPELLINGS = [
    ("Example.COM", "example.com"),
    ("example.com.", "example.com"),
    ("bücher.example", "xn--bcher-kva.example"),
    ("BÜCHER.example", "xn--bcher-kva.example"),
    ("xn--bcher-kva.example", "xn--bcher-kva.example"),
    ("faß.de", "xn--fa-hia.de"),
    ("例え。テスト", "xn--r8jz45g.xn--zckzah"),
    ("ｅｘａｍｐｌｅ.com", "example.com"),
    ("127.0.0.1", "127.0.0.1"),
    ("127.1", "127.0.0.1"),
    ("0x7f.1", "127.0.0.1"),
    ("0x7F000001", "127.0.0.1"),
    ("017700000001", "127.0.0.1"),
    ("2130706433", "127.0.0.1"),
    ("127.0.0.1.", "127.0.0.1"),
    ("0", "0.0.0.0"),
    ("[::1]", "::1"),
    ("0:0:0:0:0:0:0:1", "::1"),
    ("[::ffff:127.0.0.1]", "127.0.0.1"),
    ("my_host-1.lan", "my_host-1.lan"),
]


@pytest.mark.timeout(60)
@pytest.mark.parametrize("text", ["a" * 2_000_000, "ü" * 2_000_000, "a" * 2_000_000 + ":1", "://" + "é." * 1_000_000])
def test_a_long_text_is_refused_before_it_takes_its_time(text: str) -> None:
    with pytest.raises(Fault, match="not an entry"):
        NetworkPolicy((text,))


@pytest.mark.parametrize(("text", "host"), SPELLINGS)
def test_a_host_has_one_spelling(text: str, host: str) -> None:
    assert normal_host(text) == host
    assert normal_host(host) == host


@pytest.mark.parametrize(
    "text",
    [
        *("", ".", "a..b", "a b", "user@host", "host/path", "1.2.3.4.5", "1.2.3.256", "256.1.1.1", "4294967296"),
        *("a.08", "[::1", "::g", "[fe80::1%eth0]", "a" * 64 + ".com", "-a.com", "*", "a%2eb", "ex\0ample.com"),
    ],
)
def test_what_is_no_host_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"is not|ends in a number|too large|names a network"):
        normal_host(text)
    assert NetworkPolicy().judge_name(text, 80)


@given(st.text(max_size=40))
def test_any_text_is_a_host_or_a_plain_error(text: str) -> None:
    try:
        host = normal_host(text)
    except ValueError:
        return
    assert normal_host(host) == host


PUBLIC = ["8.8.8.8", "1.1.1.1", "2606:4700::1111", "64:ff9b::808:808", "2002:808:808::1"]
PRIVATE = [
    *["127.0.0.1", "127.8.8.8", "10.0.0.1", "172.16.0.1", "192.168.1.1", "169.254.169.254", "100.64.0.1", "0.0.0.0"],
    *["224.0.0.1", "239.255.255.250", "240.0.0.1", "255.255.255.255", "192.0.0.8", "198.18.0.1", "203.0.113.7"],
    *["::", "::1", "fe80::1", "fc00::1", "fd12::1", "fec0::1", "ff02::1", "::ffff:10.0.0.1", "::ffff:127.0.0.1"],
    *[
        "64:ff9b::7f00:1",
        "64:ff9b::a00:1",
        "2002:7f00:1::1",
        "2002:a00:1::",
        "::127.0.0.1",
        "2001:db8::1",
        "64:ff9b:1::808:808",
        "2001::1",
    ],
]


@pytest.mark.parametrize("text", PUBLIC)
def test_public_addresses(text: str) -> None:
    assert is_public_address(ip_address(text))


@pytest.mark.parametrize("text", PRIVATE)
def test_private_addresses_and_those_that_hide_one(text: str) -> None:
    assert not is_public_address(ip_address(text))


SHOP = NetworkPolicy(("shop.com", "127.0.0.1:8766", "intranet.corp"))
OPEN = NetworkPolicy(None, named=("127.0.0.1:8766", "nas.lan", "localhost"))

BY_NAME = [
    (SHOP, "shop.com", 443, True),
    (SHOP, "SHOP.com.", 443, True),
    (SHOP, "www.shop.com", 80, True),
    (SHOP, "notshop.com", 443, False),
    (SHOP, "shop.com.evil.com", 443, False),
    (SHOP, "com", 443, False),
    (SHOP, "127.0.0.1", 8766, True),
    (SHOP, "0x7f.1", 8766, True),
    (SHOP, "127.0.0.1", 8767, False),
    (SHOP, "1.127.0.0.1", 8766, False),
    (SHOP, "localhost", 8766, False),
    (SHOP, "wiki.intranet.corp", 80, True),
    (SHOP, "other.corp", 80, False),
    (OPEN, "anything.com", 443, True),
    (OPEN, "8.8.8.8", 443, True),
    (OPEN, "127.0.0.1", 8766, True),
    (OPEN, "127.0.0.1", 22, False),
    (OPEN, "10.0.0.1", 80, False),
    (OPEN, "nas.lan", 80, True),
    (OPEN, "router.lan", 80, False),
    (OPEN, "router", 80, False),
    (OPEN, "printer.home.arpa", 80, False),
    (OPEN, "app.localhost", 80, True),
    (OPEN, "[::1]", 80, False),
    (NetworkPolicy(()), "shop.com", 443, False),
    (NetworkPolicy(("https://*.shop.com/",)), "a.shop.com", 443, True),
    (NetworkPolicy(("[::1]:80",)), "::1", 80, True),
    (NetworkPolicy(("[::1]:80",)), "::1", 81, False),
    (NetworkPolicy(("bücher.example",)), "xn--bcher-kva.example", 443, True),
    (NetworkPolicy(("10.0.0.0/8",)), "10.1.2.3", 80, True),
    (NetworkPolicy(("10.0.0.0/8",)), "11.1.2.3", 80, False),
    (NetworkPolicy(None, named=("10.0.0.0/8",)), "10.1.2.3", 80, True),
]


@pytest.mark.parametrize(("policy", "host", "port", "passes"), BY_NAME)
def test_by_name(policy: NetworkPolicy, host: str, port: int, passes: bool) -> None:
    assert (policy.judge_name(host, port) is None) is passes


BY_ADDRESS = [
    (SHOP, "shop.com", ["8.8.8.8"], True),
    (SHOP, "shop.com", ["127.0.0.1"], False),
    (SHOP, "www.shop.com", ["8.8.8.8", "10.0.0.1"], False),
    (SHOP, "shop.com", ["64:ff9b::7f00:1"], False),
    (SHOP, "127.0.0.1", ["127.0.0.1"], True),
    (SHOP, "intranet.corp", ["10.0.0.1"], True),
    (SHOP, "intranet.corp", ["127.0.0.1"], True),
    (NetworkPolicy(("shop.com", "127.0.0.1")), "shop.com", ["127.0.0.1"], False),
    (NetworkPolicy(("wiki.shop.com", "10.0.0.0/8")), "wiki.shop.com", ["10.0.0.1"], True),
    (NetworkPolicy(("wiki.shop.com", "10.0.0.0/8")), "wiki.shop.com", ["127.0.0.1"], False),
    (NetworkPolicy(("localhost",)), "localhost", ["127.0.0.1", "::1"], True),
    (OPEN, "shop.com", ["8.8.8.8"], True),
    (OPEN, "shop.com", ["169.254.169.254"], False),
    (OPEN, "nas.lan", ["192.168.1.5"], True),
    (NetworkPolicy(None, named=("shop.com",)), "shop.com", ["10.0.0.1"], False),
    (NetworkPolicy(None, named=("10.0.0.1/32",)), "shop.com", ["10.0.0.1"], True),
]


@pytest.mark.parametrize(("policy", "host", "addresses", "passes"), BY_ADDRESS)
def test_by_address(policy: NetworkPolicy, host: str, addresses: list[str], passes: bool) -> None:
    assert policy.judge_name(host, 8766) is None
    assert (policy.judge_addresses(host, 8766, map(ip_address, addresses)) is None) is passes


def test_a_refusal_by_name_says_why() -> None:
    assert NetworkPolicy(("www.shop.com",)).judge_name("shop.com", 443) == Fault(
        "blocked_domain",
        "shop.com:443 may not be reached. It is not in the list of allowed domains.",
        expected="'www.shop.com'",
        received="shop.com",
        hint="Listed is 'www.shop.com', which does not cover it; list 'shop.com:443' if it is meant.",
        retry=False,
    )


@pytest.mark.parametrize("entry", ["127.0.0.1:8766", "[::1]:8766"])
def test_a_refusal_names_the_port_that_is_listed(entry: str) -> None:
    host = entry.removesuffix(":8766")
    fault = NetworkPolicy((entry,)).judge_name(host, 22)
    assert fault is not None
    assert (fault.expected, fault.hint) == (
        repr(entry),
        f"Listed is {entry!r}, which does not cover it; list '{host}:22' if it is meant.",
    )


def test_a_refusal_by_address_says_why() -> None:
    assert NetworkPolicy(None, named=("nas.lan",)).judge_addresses("shop.com", 80, [ip_address("10.0.0.1")]) == Fault(
        "blocked_domain",
        "shop.com:80 may not be reached. It is a public name, but resolves to the private address 10.0.0.1.",
        expected="public hosts, and 'nas.lan'",
        received="shop.com",
        hint="If that is meant, list the network '10.0.0.1/32' too.",
        retry=False,
    )


@pytest.mark.parametrize("entry", ["*", "", "shop.com/path", "user@shop.com", "shop.com:99999", "10.0.0.0/33", "a b"])
def test_an_entry_that_means_nothing_is_a_fault(entry: str) -> None:
    with pytest.raises(Fault) as caught:
        NetworkPolicy((entry,))
    assert (caught.value.code, caught.value.received) == ("invalid_input", entry)
