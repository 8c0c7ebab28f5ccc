"""The models that are served, and how they are listed."""

from __future__ import annotations

from hashlib import sha256

from mockserver.chat.response.models import ModelCard, ModelList, ModelPermission
from mockserver.core.errors import not_found
from mockserver.settings import Settings

UNNAMED = ("mock-small", "mock-medium", "mock-large")
"""Models listed if none are configured; any other name is then served too."""


def served_names(settings: Settings) -> tuple[str, ...]:
    """The names in the list of models; the first one serves requests that name none."""
    return settings.model or UNNAMED


def resolve(name: str | None, settings: Settings) -> str:
    """The model that serves a request for `name`. Raises a 404 if it is not served."""
    if not name:
        return served_names(settings)[0]
    if settings.model and name not in settings.model:
        raise not_found(f"The model `{name}` does not exist.")
    return name


def listed(settings: Settings) -> ModelList:
    """All configured models, or the three default ones."""
    cards = [card(name, settings) for name in served_names(settings)]
    return {"object": "list", "data": cards}


def card(name: str, settings: Settings) -> ModelCard:
    """One model. Observed, with the hosted service's `created` of 0."""
    return {
        "id": name,
        "object": "model",
        "created": 0,
        "owned_by": "mockserver",
        "root": name,
        "parent": None,
        "max_model_len": settings.context_length,
        "permission": [_permission(name)],
    }


def _permission(name: str) -> ModelPermission:
    """Chosen: the id is made from the model's name, so that the list is the same in every run."""
    return {
        "id": f"modelperm-{sha256(name.encode()).hexdigest()[:32]}",
        "object": "model_permission",
        "created": 0,
        "allow_create_engine": False,
        "allow_sampling": True,
        "allow_logprobs": True,
        "allow_search_indices": False,
        "allow_view": True,
        "allow_fine_tuning": False,
        "organization": "*",
        "group": None,
        "is_blocking": False,
    }
