"""Settings of a server, from arguments, flags, variables and a file."""

import os
from collections.abc import Mapping
from typing import Any, Literal, Self, TextIO

from pydantic import ConfigDict, Field, ValidationError, model_validator

from mockserver.core.digest import DigestOrder
from mockserver.core.errors import Unusable
from mockserver.core.hand_written import nearest, plainly
from mockserver.core.model import Deferred
from mockserver.core.values import Moment, Origins, Paces, Progression, Seconds, Several, Speed

PREFIX = "MOCKSERVER_"
CONFIG = "--config"

FORMER_NAMES = {"journal": "request_log"}
"""Settings that were renamed. The old flags, variables and keys still work."""


class InvalidSetting(Unusable, ValueError):
    """A setting is invalid; the text names it and the reason."""


class StartSettings(Deferred):
    """Settings that are fixed when a server starts."""

    host: str = Field(default="127.0.0.1", min_length=1, description="Address to listen on.")
    port: int = Field(
        default=4020, ge=0, le=65535, description="Port to listen on; 0 takes a free one."
    )
    allow_host: Several = Field(
        default=(), description="Serve the control API under this host name too; repeatable."
    )
    allow_admin: bool = Field(
        default=False,
        description="Let other machines call the control API without a key.",
    )
    db: str | None = Field(
        default=None, min_length=1, description="Keep the state in this TinyDB file."
    )
    fsync: bool = Field(
        default=False, description="Respond to a write once it survives a power failure."
    )
    data: Several = Field(
        default=(),
        description="Load this data file; its records only into an empty store; repeatable.",
    )
    demo: bool = Field(default=False, description="Load a demo if the store is empty.")
    demo_live: bool = Field(
        default=False, description="Add a new trace to the demo every few seconds."
    )
    demo_size: int = Field(
        default=500, ge=400, le=100_000, description="Approximate calls in the demo."
    )
    save: str | None = Field(
        default=None, description="Write the state to this data file when the server stops."
    )
    upstream: Several = Field(
        default=(),
        description="Forward to this server and record it; chat=URL or trace=URL for one side.",
    )
    upstream_key: str | None = Field(
        default=None, description="Credential for the upstream, instead of the callers' own."
    )
    upstream_timeout: Seconds = Field(
        default=60, gt=0, description="Longest silence of the upstream, in seconds."
    )
    prices: str | None = Field(default=None, description="Price list instead of the built-in one.")
    priority_scheduling: bool = Field(
        default=False, description="Accept a priority in chat requests."
    )
    prefix_cache: bool = Field(
        default=False, description="Report which tokens of a prompt are cached."
    )
    latency: Seconds = Field(default=0, description="Wait before every request is served.")
    unscripted: Literal["model", "echo", "error"] = Field(
        default="model", description="Reply to a chat that no rule fits."
    )
    fault: Several = Field(
        default=(), description="Plan a fault, such as 'Call End=503@0.1'; repeatable."
    )
    request_log: int = Field(default=1000, ge=0, description="Requests kept in the request log.")
    allow_shutdown: bool = Field(default=False, description="Let the control API stop the server.")
    max_body: int = Field(default=32 << 20, ge=1, description="Longest request body, in bytes.")
    max_upload: int = Field(default=256 << 20, ge=1, description="Longest file upload, in bytes.")
    direct: bool = Field(default=True, description="Respond without a task where possible.")
    console: bool = Field(default=True, description="Serve the console at /__console.")
    log: Literal["lines", "json", "quiet"] = Field(
        default="lines", description="Form of the request lines on stderr."
    )


class ChangeableSettings(Deferred):
    """Settings that `PUT /__admin/settings` and `configure` can change while a server runs."""

    allow_origin: Origins = Field(
        default=(),
        description="Let pages of this origin call; * is any; repeatable.",
    )
    listing: Literal["a", "b", "both"] = Field(
        default="both", description="Listing of the interface."
    )
    client_routes: bool = Field(
        default=True, description="Serve the further routes that official clients call."
    )
    strict: bool = Field(default=False, description="Serve exactly the interface document.")
    lenient: bool = Field(
        default=False,
        description="Ignore unknown keys and name them in a header, instead of a 422.",
    )
    auth: Literal["any", "none"] = Field(
        default="any", description="Require any credential, or none."
    )
    api_key: Several = Field(default=(), description="Accept only this key; repeatable.")
    replay_pace: Speed = Field(
        default="none",
        description="Pace of recorded chat replies: none, recorded, or 2x for twice as fast.",
    )
    seed: int | None = Field(default=None, description="Make ids and replies repeatable.")
    now: Moment | None = Field(
        default=None, description="Freeze the clock at this ISO 8601 moment."
    )
    model: Several = Field(default=(), description="Serve only this chat model; repeatable.")
    context_length: int = Field(
        default=32768, ge=1, description="Context length of the chat models, in tokens."
    )
    reasoning: bool = Field(default=False, description="Reason before every chat reply.")
    first_token: Seconds = Field(
        default=0, description="Wait before the first token of a chat reply."
    )
    token_delay: Seconds = Field(default=0, description="Wait before each further token.")
    jitter: float = Field(default=0, ge=0, le=1, description="Fraction by which a wait may vary.")
    model_pace: Paces = Field(
        default=(), description="Pace of one model, such as small=300ms+20ms; repeatable."
    )
    error_style: Literal["nested", "flat"] = Field(
        default="nested", description="Form of chat error bodies."
    )
    digest_order: DigestOrder = Field(default="sorted", description="Key order for object digests.")
    progression: Progression | None = Field(
        default=None,
        description="When v2 runs finish on their own: immediate, reads:N or after:SECONDS.",
    )


class Settings(ChangeableSettings, StartSettings):
    """All settings of a server, each declared in one of the two base classes.

    Each field is also a flag of `mockserver serve` and a variable: `max_body` is `--max-body` and
    `MOCKSERVER_MAX_BODY`. A flag wins over a variable, a variable over the default.
    """

    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=False)

    @model_validator(mode="before")
    @classmethod
    def _take_former_names(cls, values: Any) -> Any:
        return with_current_names(values) if isinstance(values, dict) else values

    @property
    def is_open(self) -> bool:
        """True if operations are served without any credential."""
        return self.auth == "none" and not self.api_key

    @classmethod
    def read(
        cls,
        flags: Mapping[str, Any],
        environment: Mapping[str, str] | None = None,
        file: Mapping[str, Any] | None = None,
    ) -> Self:
        """Make settings from flags, then `MOCKSERVER_*` variables, a file and the defaults.

        Raises InvalidSetting for the first invalid value.
        """
        return cls.checked(*gathered(flags, environment, file))

    @classmethod
    def checked(cls, values: Mapping[str, Any], origins: Mapping[str, str] | None = None) -> Self:
        """Make settings from these values alone; errors name the origin of a value.

        Raises InvalidSetting for the first invalid value.
        """
        try:
            return cls.model_validate(values)
        except ValidationError as error:
            raise InvalidSetting(_message(error, origins or {})) from None


def first_key(environment: Mapping[str, str] | None = None) -> str | None:
    """The first key of `MOCKSERVER_API_KEY`, for calling a control API."""
    environment = os.environ if environment is None else environment
    return environment.get(variable("api_key"), "").partition(",")[0].strip() or None


def gathered(
    flags: Mapping[str, Any],
    environment: Mapping[str, str] | None = None,
    file: Mapping[str, Any] | None = None,
) -> tuple[dict[str, Any], dict[str, str]]:
    """Merge the sources. Returns the values, and the origin of each: a flag, a variable or a key
    of the file."""
    environment = os.environ if environment is None else environment
    names = [name for name in setting_names() if environment.get(variable(name))]
    layers = (
        (with_current_names(file or {}), "file"),
        (with_current_names({name: environment[variable(name)] for name in names}), "variable"),
        (with_current_names(flags), "flag"),
    )
    values = {name: value for layer, _ in layers for name, value in layer.items()}
    origins = {name: _origin(name, kind) for layer, kind in layers for name in layer}
    return values, origins


def setting_names() -> list[str]:
    """The names of all settings, former ones included."""
    return [*FORMER_NAMES, *Settings.model_fields]


def with_current_names(values: Mapping[str, Any]) -> dict[str, Any]:
    """Rename the keys of settings that were renamed."""
    return {
        **{name: value for name, value in values.items() if name not in FORMER_NAMES},
        **{FORMER_NAMES[name]: values[name] for name in values if name in FORMER_NAMES},
    }


def colourful(stream: TextIO, environment: Mapping[str, str] | None = None) -> bool:
    """True if a stream is a terminal and `NO_COLOR` is not set."""
    environment = os.environ if environment is None else environment
    return stream.isatty() and not environment.get("NO_COLOR")


def variable(name: str) -> str:
    """The environment variable of a setting."""
    return PREFIX + name.upper()


def flag(name: str) -> str:
    """The command-line flag of a setting."""
    return "--" + name.replace("_", "-")


def _origin(name: str, kind: str) -> str:
    if kind == "variable":
        return variable(name)
    return flag(name) if kind == "flag" else f"{CONFIG} {name}"


def _message(error: ValidationError, origins: Mapping[str, str]) -> str:
    problem = error.errors()[0]
    name = str(problem["loc"][0])
    if problem["type"] == "extra_forbidden":
        near = nearest(name, Settings.model_fields)
        return f"there is no setting {name!r}; the nearest is {near!r}"
    value = problem["input"]
    if isinstance(value, tuple):
        value = ",".join(map(str, value))
    return f"{origins.get(name, name)} {value!r}: {plainly(problem)}"
