"""The questions of the series in short: for subject lines and receipts, and the standing orders that would answer them."""

from pbem.core.ask import Ask
from pbem.systems.indian_wars.orders.records import together

NOT_A_UNIT = 4
"""A subject that begins with so many digits is a hex, and all who stand there are asked."""


def question(ask: Ask) -> str:
    """``G/3 Cav is meleed - stand or retreat?``: what is asked, short enough for a subject line."""
    subject = _who(ask.subject)
    match ask.kind:
        case "retreat before melee" if ask.declined is None:
            return f"{subject} must get away - where to?"
        case "retreat before melee":
            return f"{subject} is meleed - stand or retreat?"
        case "opportunity fire" | "retreat fire" | "return fire":
            return f"{subject}: fire or hold fire?"
        case "scatter":
            return f"{subject}: scatter or stay?"
        case "losses":
            return f"{ask.subject[:NOT_A_UNIT]}: who takes loss {ask.subject[NOT_A_UNIT:].strip()}?"
        case "retreat hex":
            return f"{subject} must retreat - where to?"
        case "rout hex":
            return f"{subject} routs - where to?"
        case "disruption":
            return f"{ask.subject}: who is disrupted?"
        case "pursuit":
            return f"{subject}: pursue?" if ask.declined is not None else f"{subject} pursues - where to?"
        case "renewed melee":
            return f"{ask.subject}: attack again?"
        case "advance":
            return f"{subject}: advance?"
        case "going on" if ask.declined is None:
            return f"{subject} is in a full hex - where to?"
        case "going on":
            return f"{subject} was driven back - go on or stop?"
        case "replacement":
            return f"{subject}: do holders join it?"
        case "breastworks":
            return f"{subject}: under the breastworks?"
        case "ammunition pickup":
            return f"{ask.subject}: who finds ammunition?"
        case "mule ammunition":
            return f"{subject}: ammunition from the mules?"
        case "village":
            return "Ride on to the village?"
        case "captives":
            return f"{subject}: are its captives harmed?"
        case "make way":
            return f"{subject} makes way - where to?"
        case "leader attachment":
            return f"{subject}: stay or join others?"
        case "morale leader":
            return f"{subject} checks morale - whose rating?"
        case kind:
            return f"{subject}: {kind}?"


def less_often(ask: Ask) -> str:
    """The canonical standing order that answers such an ask as silence does; "" if no standing order covers it."""
    is_declined = ask.default is not None and ask.default == ask.declined
    match ask.kind:
        case "retreat before melee" if ask.declined is None:
            return f"policy {together((ask.subject,))} retreat: retreat"
        case "retreat before melee" if _is_hex(ask.subject):
            return f"policy {ask.subject[:NOT_A_UNIT]} retreat: no"
        case "retreat before melee":
            return f"when {ask.subject} is meleed then {ask.subject} stand"
        case "opportunity fire" | "retreat fire" | "return fire":
            return "policy all opfire: any"
        case "scatter":
            return "policy all scatter: no"
        case "losses":
            return "policy all losses: holders, strongest"
        case "retreat hex" | "rout hex" | "make way":
            return "policy all route: HQ, south edge" if ask.side == "us" else "policy all route: north edge"
        case "pursuit" | "renewed melee":
            return f"policy all pursue: {'no' if is_declined else 'yes'}"
        case "advance":
            return "policy all advance: no"
        case "disruption":
            return "policy all disruption: weakest"
        case "leader attachment":
            return "policy all leaders: no"
        case "morale leader":
            return "policy all morale: any"
        case "going on" if ask.declined is not None:
            return "policy all onward: no"
        case "breastworks":
            return "policy all shelter: yes"
        case "replacement":
            return "policy all losses: holders"
        case "ammunition pickup":
            return "policy all pickup: strongest"
        case "village" | "captives":
            return "policy all village: no"
        case _:
            return ""


def _who(subject: str) -> str:
    """A unit by its name; ``stack in 3511`` for all who stand there, ``mounted in 3511`` for those of one mode."""
    if not _is_hex(subject):
        return subject
    at, _, mode = subject.partition(" ")
    return f"{mode or 'stack'} in {at}"


def _is_hex(subject: str) -> bool:
    return subject[:NOT_A_UNIT].isdigit()
