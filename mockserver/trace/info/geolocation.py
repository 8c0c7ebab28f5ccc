"""The location of an IP address.

Chosen: without a database, a private address has no location, and the country of a public one
follows from a hash of its network, so it is the same in every run.
"""

from __future__ import annotations

from hashlib import sha256
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network

from mockserver.core.errors import Malformed
from mockserver.trace.info.models import Geolocation, GeolocationRes

COUNTRIES = (
    ("AU", "Australia"), ("BR", "Brazil"), ("CA", "Canada"), ("DE", "Germany"), ("FR", "France"),
    ("IN", "India"), ("JP", "Japan"), ("KE", "Kenya"), ("NO", "Norway"), ("US", "United States"),
)  # fmt: skip


def locate(ip: str) -> GeolocationRes:
    """`{"ip", "location", "allowed"}`. Raises a 422 for a malformed address."""
    try:
        address = ip_address(ip)
    except ValueError:
        message = "value is not a valid IPv4 or IPv6 address"
        problem = {"type": "ip_any_address", "loc": ["query", "ip"], "msg": message, "input": ip}
        raise Malformed([problem]) from None
    location = _location(address) if address.is_global else None
    return {"ip": ip, "location": location, "allowed": True}


def _location(address: IPv4Address | IPv6Address) -> Geolocation:
    network = ip_network(f"{address}/{24 if address.version == 4 else 48}", strict=False)
    first, last = network.network_address, network.broadcast_address
    draw = int.from_bytes(sha256(first.packed).digest()[:4])
    code, name = COUNTRIES[draw % len(COUNTRIES)]
    return {
        "file_index": draw % 100_000,
        "range_start_int": int(first),
        "range_end_int": int(last),
        "range_start_ip": str(first),
        "range_end_ip": str(last),
        "country_code": code,
        "country_name": name,
    }
