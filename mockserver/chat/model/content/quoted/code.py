"""Answers about the code in a message: what it does, and the code with a change."""

from __future__ import annotations

import re

from mockserver.chat.model.content.cues import CUES
from mockserver.chat.model.content.found import Answer, stated

_READ = 2_000


def asked_of_code(message: str, system: str) -> Answer | None:
    """The explanation of the code or the error in a message, the code as it is to be changed, or
    the formula of a spreadsheet."""
    message = message[:_READ]
    if formula := CUES.text("formula of a sheet", f"{system[:_READ]}\n{message}"):
        return stated(formula)
    if explained := CUES.text("explained", message):
        return stated(explained)
    block = CUES.find("block of code", message)
    if block is None:
        return None
    order, code = message.replace(block[0], ""), block[0]
    renamed, defined = CUES.find("renames", order), CUES.find("defines", code)
    if renamed and defined:
        code = re.sub(rf"\b{renamed['old'] or defined['name']}\b", renamed["name"], code)
    code = CUES.changed(CUES.text("change of code", order), code)
    return stated(code.strip()) if code != block[0] else None
