"""The rule: which hosts a browser context may reach, judged by name first and by the resolved addresses then."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from pollex.core.fault import Fault
from pollex.core.suggest import one_of

from .entry import DomainEntry, read_entry
from .host import Address, authority, normal_host
from .reach import is_public_address, is_public_name


@dataclass(frozen=True)
class NetworkPolicy:
    """The allowed `domains` of a browser context, and the private hosts that its caller literally `named`.

    An entry means that host and its subdomains, at its port if it has one; `10.0.0.0/8` means a network.

    * By name. With a list, an entry must cover the host, and `named` counts for nothing. Without one, every public name
      passes, and a private one only if `named` covers it. Private names are private addresses, names of one label,
      and those under endings that the public DNS does not have (`localhost`, `local`, `internal`, `corp`, `test`, …).
    * By address. A private name that passed may have any address: the caller named it, and no stranger decides what it
      resolves to. A public name must resolve to public addresses only, also when such an address is listed itself:
      else its owner could point it at that address and read it as his own. Where public names are meant to lie
      in a private network, the caller says so by listing that network.
    """

    domains: tuple[str, ...] | None = None
    named: tuple[str, ...] = ()
    entries: tuple[DomainEntry, ...] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        texts = self.named if self.domains is None else self.domains
        object.__setattr__(self, "entries", tuple(read_entry(text) for text in texts))

    def judge_name(self, host: str, port: int) -> Fault | None:
        """Why this host may not be reached, or None; nothing is resolved."""
        try:
            host = normal_host(host)
        except ValueError as error:
            return self._fault(host, port, f"{error}.", "Write the host as in a URL.")
        if any(entry.covers(host, port) for entry in self.entries):
            return None
        if self.domains is not None:
            return self._fault(host, port, "It is not in the list of allowed domains.", self._to_list(host, port))
        if is_public_name(host):
            return None
        why = "It lies in a private network, and the caller did not name it."
        return self._fault(host, port, why, self._to_list(host, port))

    def judge_addresses(self, host: str, port: int, addresses: Iterable[Address]) -> Fault | None:
        """Why a host that passed by name may not be reached at these addresses, or None; one wrong one is enough."""
        if not is_public_name(normal_host(host)):
            return None
        for address in addresses:
            if not is_public_address(address) and not any(entry.holds(address) for entry in self.entries):
                why = f"It is a public name, but resolves to the private address {address}."
                bits = address.max_prefixlen
                return self._fault(host, port, why, f"If that is meant, list the network {f'{address}/{bits}'!r} too.")
        return None

    def _fault(self, host: str, port: int, why: str, hint: str) -> Fault:
        public = "public hosts" + (f", and {one_of(self.named)}" if self.named else "")
        return Fault(
            "blocked_domain",
            f"{authority(host, port)} may not be reached. {why}",
            expected=public if self.domains is None else one_of(self.domains),
            received=host,
            hint=hint,
        )

    def _to_list(self, host: str, port: int) -> str:
        near = [str(each) for each in self.entries if each.host.removeprefix("www.") == host.removeprefix("www.")]
        if near:
            return f"Listed is {near[0]!r}, which does not cover it; list {authority(host, port)!r} if it is meant."
        among = "among the allowed domains" + ("" if self.domains is not None else ", or in POLLEX_ALLOW_PRIVATE")
        return f"If it is meant, list {host!r} {among}."
