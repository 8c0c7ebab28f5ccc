"""Information about the service, its caller and its projects."""

from __future__ import annotations

from hashlib import sha256
from ipaddress import ip_address, ip_network

from pydantic import Field
from typing_extensions import TypedDict

from mockserver.core.errors import Malformed
from mockserver.core.model import Closed, Open
from mockserver.core.project import is_project
from mockserver.core.refs import internal_project_id
from mockserver.core.version import VERSION
from mockserver.http.answers import JsonBytes
from mockserver.http.context import Context
from mockserver.http.parsers import queried


class Caller(Open):
    """The address to locate."""

    ip: str | None = Field(None, description="An address; without one, the caller's own.")


class ProjectsInfoReq(Closed):
    """Projects by their external names."""

    project_ids: list[str]


class ServerInfoRes(TypedDict):
    min_required_weave_python_version: str
    trace_server_version: str


class VersionRes(TypedDict):
    version: str


class HealthRes(TypedDict):
    status: str


class Geolocation(TypedDict):
    """The network of an address and its country."""

    file_index: int
    range_start_int: int
    range_end_int: int
    range_start_ip: str
    range_end_ip: str
    country_code: str
    country_name: str | None


class GeolocationRes(TypedDict):
    """`allowed` is true if the address may use inference."""

    ip: str
    location: Geolocation | None
    allowed: bool


class ProjectInfo(TypedDict):
    external_project_id: str
    internal_project_id: str


COUNTRIES = (
    ("AU", "Australia"), ("BR", "Brazil"), ("CA", "Canada"), ("DE", "Germany"), ("FR", "France"),
    ("IN", "India"), ("JP", "Japan"), ("KE", "Kenya"), ("NO", "Norway"), ("US", "United States"),
)  # fmt: skip
"""Chosen: the country of a public address follows from a hash of its network."""

OLDEST_CLIENT = "0.0.1"
"""The oldest Python client that may connect; older ones disable themselves."""


def health(ctx: Context) -> JsonBytes[HealthRes]:
    """`{"status": "ok"}`. Observed."""
    return b'{"status":"ok"}'


def server_info(ctx: Context) -> ServerInfoRes:
    """The first request of every client. Observed."""
    return {"min_required_weave_python_version": OLDEST_CLIENT, "trace_server_version": VERSION}


def version(ctx: Context) -> VersionRes:
    """`{"version"}`. Chosen: no shape is published."""
    return {"version": VERSION}


@queried
def geolocate(ctx: Context, query: Caller) -> GeolocationRes:
    """The location of an address, by default the caller's own, and its right to inference."""
    ip = query.ip or ctx.client
    try:
        address = ip_address(ip)
    except ValueError:
        message = "value is not a valid IPv4 or IPv6 address"
        problem = {"type": "ip_any_address", "loc": ["query", "ip"], "msg": message, "input": ip}
        raise Malformed([problem]) from None
    if not address.is_global:
        return {"ip": ip, "location": None, "allowed": True}
    network = ip_network(f"{address}/{24 if address.version == 4 else 48}", strict=False)
    first, last = network.network_address, network.broadcast_address
    draw = int.from_bytes(sha256(first.packed).digest()[:4])
    code, name = COUNTRIES[draw % len(COUNTRIES)]
    location: Geolocation = {
        "file_index": draw % 100_000,
        "range_start_int": int(first),
        "range_end_int": int(last),
        "range_start_ip": str(first),
        "range_end_ip": str(last),
        "country_code": code,
        "country_name": name,
    }
    return {"ip": ip, "location": location, "allowed": True}


def projects_info(body: ProjectsInfoReq, ctx: Context) -> list[ProjectInfo]:
    """The internal names of projects, which newer clients need for digests; malformed names are
    left out."""
    return [
        {"external_project_id": project, "internal_project_id": internal_project_id(project)}
        for project in filter(is_project, body.project_ids)
    ]
