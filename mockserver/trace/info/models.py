"""Requests and responses of information about the service."""

from __future__ import annotations

from pydantic import Field
from typing_extensions import TypedDict

from mockserver.core.model import Closed, Open


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
