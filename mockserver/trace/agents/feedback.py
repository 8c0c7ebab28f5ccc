"""Feedback on conversations, their turns and their steps, which refs of their own name."""

from __future__ import annotations

from urllib.parse import quote

from mockserver.core.model import Record
from mockserver.core.refs import SCHEME
from mockserver.store.store import Store
from mockserver.trace.agents.models import AgentTurn
from mockserver.trace.feedback.service import ON_AGENTS, feedback_on


def with_feedback(store: Store, project: str, turn: AgentTurn) -> AgentTurn:
    """A turn with what was said of it and of its steps; steps without feedback have null."""
    for message in turn["messages"]:
        if message["span_id"]:
            found = feedback_of(store, project, "agent_span", message["span_id"])
            message["feedback"] = found or None
    return {**turn, "feedback": feedback_of(store, project, "agent_turn", turn["trace_id"])}


def feedback_of(store: Store, project: str, kind: str, name: str) -> list[Record]:
    """The feedback on what is named, the oldest first."""
    ref = f"{SCHEME}{project}/{kind}/{quote(name, safe='')}"
    return feedback_on(store, project, ref, ON_AGENTS)
