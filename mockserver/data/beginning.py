"""The state that a server begins with: the demo, its data files, the faults of its settings."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from mockserver.chat.script.script import Script
from mockserver.core.extras import MissingExtra, extra
from mockserver.data.load import Progress, load, plan
from mockserver.data.source import Source, read
from mockserver.http.context import Services
from mockserver.http.faults import Fault
from mockserver.settings import InvalidSetting, Settings


def begin(
    services: Services, planned: Iterable[Fault], progress: Progress | None = None
) -> list[str]:
    """Load the demo and the data files of the settings; what is noteworthy. Raises DataError.

    Their records are for an empty store. Their faults stand beside those that are `planned`
    already from the beginning, their replies alone. Raises InvalidSetting for a demo without Faker.
    """
    settings, faults = services.host.settings, services.faults
    script = services.memory[Script]
    sources = [read(Path(path)) for path in _present(settings)]
    empty = not len(services.store)
    if settings.demo and empty:
        sources.insert(0, _demo(settings))
    faults.begin(planned)
    script.begin(())
    notices = load(sources, services, progress) if empty else plan(sources, services)
    faults.begin([planned.fault for planned in faults.planned])
    script.begin([written.rule for written in script.rules])
    return notices


def _present(settings: Settings) -> list[str]:
    """The data files to load; the one to save may only be there after that."""
    return [path for path in settings.data if path != settings.save or Path(path).exists()]


def _demo(settings: Settings) -> Source:
    try:
        with extra("demo", "The demo"):
            from mockserver.data.demo import demo
    except MissingExtra as missing:
        raise InvalidSetting(missing.message) from None

    return Source("demo", demo(settings.seed or 0, settings.demo_size))
