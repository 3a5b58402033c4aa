# ruff: noqa: RUF001 - the words of other languages are meant as they stand
"""Letters that no person wrote: delivery reports and automatic replies, told by what they are made of.

Standards first (RFC 3464, RFC 3834).  Programs that keep to none are weighed: who sends, an empty envelope sender, the fields
of a delivery report wherever they stand, an SMTP server's reply, the enclosed original, and what bounces say in the languages
that mail servers speak.  A person may use any one of these; a bounce has several.
"""

import re
import unicodedata
from collections.abc import Sequence

from pbem.mail.mime import Mail, MimePart

ENOUGH = 4
"""Points that make a delivery report."""
_LOOKED_AT = 24_000
"""Characters of a letter's text that are looked at."""
_OF_A_HEADER = 300
"""And of its subject and its sender."""

_DAEMON = re.compile(
    r"^(?:(?:[\w-]{1,20}[._-])?mailer[._-]?daemon|mail[._-]?daemon|post[._-]?master|mmdf|bounces?|mail[._-]delivery"
    r"|mdaemon|delivery[._-]?(?:failure|status|system))(?:[@+.\\-]|$)",
    re.IGNORECASE,
)
_SYSTEM_NAME = re.compile(
    r"mail (?:delivery|administrator|system|router)|(?:system|network|mail) administrator|post ?master"
    r"|delivery (?:sub)?system|mail-?daemon|メール(?:配信|送信)?システム|系统退信",
    re.IGNORECASE,
)
_BOUNCED = re.compile(
    r"undeliver|returned (?:e-?)?mail|returned to sender|could not be (?:delivered|sent)|failure notice|failed mail\b"
    r"|delivery (?:status notification|failure|notification|has failed|problem|report|error)|mail system error"
    r"|mail delivery (?:failed|system|subsystem|error|problem|status|warning)|non[- ]?delivery|message status - (?:un|fail)"
    r"|deliver\w{0,3}.{0,20}(?:failed|delayed|unsuccess)|warning: message .{0,30}delayed|message (?:rejected|bounced)"
    r"|user unknown|unknown user|mailbox (?:full|unavailable)|over quota|are not (?:a )?members?\b|loop alert"
    r"|unzustellbar|nicht zustellbar|zustellung fehlgeschlagen|non remis|echec de la remise|mancat[oa] (?:recapito|consegna)"
    r"|no se (?:puede|pudo|ha podido) entregar|nao (?:foi )?entregue|onbestelbaar|kan niet worden bezorgd|ej levereras"
    r"|kan ikke leveres|niedostarcz|nie dostarczon|zwrot (?:wiadomosci|poczty)|nedorucen|nedoruciteln|kezbesithetetlen"
    r"|nepiegadat|nepristatyt|nedostavlen|недоставлен|не доставлен|не удалось доставить"
    r"|配信(?:不能|でき|失敗|エラー)|送信(?:不能|でき|失敗|エラー)|配送(?:不能|でき|失敗|エラー)|不達"
    r"|宛先不明|エラーメール|エラー通知"
    r"|メールをお届けでき|退信|无法投递|無法投遞|无法送达|無法傳遞|投递失败|投遞失敗|반송|배달(?:되지|할 수)|전송 실패",
    re.IGNORECASE,
)
_FAILURE_TEXT = re.compile(
    r"(?:could not|couldn't|cannot|can't|can not|unable to|was not able to|failed to) (?:be |have been )?"
    r"(?:deliver|sen[dt]|forward|relay)\w*|undeliver|(?:was|were|been) (?:not delivered|rejected|returned|bounced)"
    r"|(?:permanent|fatal|transient)(?:ly)?,? (?:fatal )?(?:errors?|failures?)|delivery (?:to the following"
    r"|has failed|failed)"
    r"|user (?:unknown|not found|does not exist|doesn't exist)|(?:no such|unknown|invalid|unrouteable) (?:user"
    r"|mailbox|recipient"
    r"|address|host|domain)|(?:mailbox|inbox|recipient)(?: is| was)? (?:full|unavailable|disabled|over quota"
    r"|not found|unknown)"
    r"|over (?:disk )?quota|quota exceeded|full (?:mail|in)box|(?:has been|was) (?:postponed|delayed)"
    r"|recipients? (?:address )?rejected|does not have an? \w{0,20} ?account"
    r"|unzustellbar|nicht (?:zugestellt|ausgeliefert|erreicht)|n'a pas pu etre|no (?:se )?(?:ha podido|pudo|puede) (?:ser )?"
    r"entrega|non (?:e|sono) stat\w (?:recapitat|consegnat)|impossibile (?:recapitare|consegnare)"
    r"|nao (?:foi possivel|pode ser)"
    r" entreg|niet (?:worden )?(?:afgeleverd|bezorgd)|nie (?:moze|mogl|zosta|istnieje).{0,40}dostarcz|dostarczenie.{0,40}nie"
    r"|nie istnieje|nemohla byt dorucena|nepiegad|nevar piegadat|не (?:может быть|удалось|было|была) .{0,20}достав"
    r"|(?:配信|送信|配送|お届け)(?:することが|が)?(?:でき(?:ません|なかった)|不能)|(?:存在しません|見つかりません)でした?"
    r"|宛先.{0,20}(?:存在|不明|見つか)|メールアドレスが(?:存在|見つ)|无法(?:投递|送达)|投递失败|退回|전달(?:되지|할 수)",
    re.IGNORECASE,
)
_SMTP_REPLY = re.compile(
    r"(?:^|[\s:<(])[45]\d\d[ -]#?[45]\.\d{1,3}\.\d{1,3}\b|(?:^|\s|<<< )55[0-4][ -][\w<#-]|\(?#5\.\d\.\d\)?", re.M
)
_REPORT_FIELD = re.compile(
    r"^[ \t]{0,8}(final-recipient|original-recipient|reporting-mta|diagnostic-code|remote-mta|action|arrival-date"
    r"|last-attempt-date|received-from-mta|x-actual-recipient|x-postfix-queue-id)[ \t]{0,4}:",
    re.IGNORECASE | re.MULTILINE,
)
_OWN_HEADER = re.compile(
    r"^[ \t]{0,8}(received: (?:from|by|\()|message-id:|return-path:|delivered-to:|mime-version:)", re.I | re.M
)
_FORWARDED = re.compile(r"^\s*(?:fwd?|wg|tr|rv|enc|i|vs|doorst)\s*:", re.IGNORECASE)

_REPLY = (
    r"(?:repl(?:y|ies)|respon[sd]\w*|antwort\w*|antwoord\w*|reactie|nachricht|svar\w*|atbild\w*|atsakym\w*"
    r"|vastaus\w*|vastus\w*"
    r"|odpowied\w*|odpoved\w*|odgovor\w*|valasz\w*|raspuns\w*|yanit\w*|cevap\w*|resposta|risposta|respuesta|reponse"
    r"|απαντηση|ответ\w*|відповідь|отговор\w*|одговор\w*|tra loi)"
)
_AUTO = r"(?:auto\w{0,14}|samodejn\w*|otomatik|αυτοματη|авто\w*|tu dong)"
_METHOD = re.compile(r"^METHOD:(\w+)", re.M | re.I)
_AWAY = re.compile(
    rf"^\s*(?:(?:re|aw|sv|odp|vs|ats|atb|fwd?)\s*:\s*)?\W{{0,3}}(?:{_AUTO}[- :]{{0,3}}(?:e-?mail[- ])?{_REPLY}"
    rf"|{_REPLY}[- ]{_AUTO}"
    r"|auto(?:reply|response|svar|responder|:)|auto[- ]?generated"
    r"|(?:i am |i'm )?(?:currently )?out of (?:the )?office|ooo\b|(?:on|annual) (?:vacation|leave|holiday)\W*$|vacation reply"
    r"|abwesen\w*|nicht im (?:buro|haus)|im urlaub\W*$|absence (?:du bureau|de |temporaire)|en conges?\b"
    r"|fuera de (?:la )?oficina"
    r"|ausente\b|fuori (?:ufficio|sede)|assente\b|afwezig\w*|niet aanwezig|franvaro|fravær|poza biurem"
    r"|nieobecn\w*|urlop\b|na urlopie"
    r"|mimo kancelar|nepritomnost|poissa\b|poissaolo|ara biroja|arpus biroja|prombutn\w*|atvalinajum\w*|esmu prom"
    r"|isvykes|atostog\w*|puhkusel|hazon kivul|szabadsagon|izin(?:deyim|li)|вне офиса|нет на месте|в отпуске|автоответ"
    r"|自动(?:回复|答复)|自動(?:返信|応答|回覆|回复)|不在(?:通知|の)|休暇中|자동 ?(?:회신|응답)|부재중)",
    re.IGNORECASE,
)
_PROGRAM_SAYS = re.compile(
    r"(?:this|the following) (?:is|was) an? (?:automatic|automated|auto)[\w-]* (?:reply|response|message"
    r"|e-?mail|notification)"
    r"|(?:this )?(?:message|e-?mail|reply) (?:was|is|has been) (?:generated )?automatically(?: generated| created| sent)?"
    r"|(?:automatically|auto)[- ]generated (?:message|reply|response|e-?mail)|do not reply to this (?:automatic|automated)"
    r"|diese (?:nachricht|e-?mail|antwort) wurde automatisch|automatisch (?:erstellt|generiert|erzeugt|gegenereerd)\w*"
    r"|ceci est une? (?:reponse|message) automatique|(?:message|reponse) (?:envoyee?|generee?) automatiquement"
    r"|(?:mensaje|respuesta) automatic[oa]|(?:messaggio|risposta) automatic[oa]|(?:mensagem|resposta) automatica"
    r"|(?:wiadomosc|odpowiedz|e-?mail|list)(?: ta| ten)? (?:zostal[ao]? |jest )?(?:wygenerowan\w |wyslan\w )?automatyczn\w*"
    r"|automatyczn\w (?:odpowiedz|wiadomosc)|(?:vestule|atbilde|e-?pasts?|zinojums) (?:ir |tika )?(?:nosutit\w "
    r"|genere\w* )?automatisk\w*"
    r"|automatisk\w{0,3} (?:atbilde|vestule|zinojums|svar|besked)|automatick\w (?:odpoved|zprava)"
    r"|automatikus (?:valasz|uzenet)"
    r"|автоматическ\w{2,3} (?:ответ|сообщение|уведомление)|自動(?:送信|返信"
    r"|配信)(?:され|メール|です)|自动(?:回复|发送)|자동 ?(?:회신|발송)"
    r"|this account is protected by|sender (?:address )?verification",
    re.IGNORECASE,
)
_IN_ANY_OF_THEM = ("auto", "авто", "自動", "自动", "자동", "protected", "verification")
"""Strings of which each alternative of `_PROGRAM_SAYS` contains one: nearly all letters have none, and need not be searched for
the rest."""
_MOST_LINES = 40
"""Lines of a letter in which a program may name itself; whoever writes more is a person."""
_AUTO_HEADERS = (
    *("x-autoreply", "x-autorespond", "x-autoresponder", "x-auto-reply-from", "x-mail-autoreply", "x-autogenerated"),
    *("x-auto-reply", "x-away-message", "x-vacation", "x-autoreply-from", "x-loop-autoreply"),
)
_BULK_SENDER = re.compile(r"<?[^<>@\s]{0,60}\bbounces?[-+_.][^<>@\s]{0,200}=[^<>@\s]{1,100}@", re.IGNORECASE)
"""An envelope sender that names each recipient, so that bounces tell whom they are about: lists and newsletters have one."""
_PERSONS = ("in-reply-to", "references", "x-mailer", "user-agent")
"""Headers of which a person's program writes one at least."""


def is_bounce(mail: Mail, senders: Sequence[str], text: str) -> bool:
    """A delivery report (RFC 3464), or a letter of a mail program that says so in its own words (`own_text`)."""
    content_type = mail.first("content-type").lower()
    if content_type.startswith("multipart/report") and "disposition-notification" not in content_type:
        return True
    if "message/delivery-status" in mail.types or mail.first("x-failed-recipients"):
        return True
    sent_by = mail.first("from")
    names = [address.partition("@")[0] for address in senders] or [sent_by.strip('<> "').split("@")[0].split(" ")[0]]
    if any(_DAEMON.match(name) for name in names):
        return True
    subject = bare(mail.first("subject")[:_OF_A_HEADER])
    if _BOUNCED.search(subject) and not mail.first("in-reply-to"):
        return True
    return _is_like_a_bounce(mail, subject, sent_by, text)


def _is_like_a_bounce(mail: Mail, subject: str, sent_by: str, text: str) -> bool:
    """True if enough speaks for a delivery report that keeps to no standard."""
    fields = len({match[1].lower() for match in _REPORT_FIELD.finditer(text)})
    encloses = any(part.is_enclosed for part in mail.parts) or "text/rfc822-headers" in mail.types
    headers = len({match[1].lower()[:8] for match in _OWN_HEADER.finditer(text)})
    has_no_sender = mail.first("return-path").strip() == "<>"
    found = (
        2 * has_no_sender + 2 * bool(_SYSTEM_NAME.search(sent_by[:_OF_A_HEADER])) + 2 * bool(_BOUNCED.search(subject))
    )
    found += 3 if fields > 1 else 0
    found += 2 if headers > 1 else int(encloses)
    if mail.first("in-reply-to") and not has_no_sender:
        found -= 2  # a person who answers a letter of ours
    found -= 4 * bool(_FORWARDED.match(subject))
    if found + 3 < ENOUGH:
        return False  # whatever the text says; looking through it costs more than all the rest
    return found + 2 * bool(_FAILURE_TEXT.search(text)) + bool(_SMTP_REPLY.search(text)) >= ENOUGH


def is_auto_reply(mail: Mail, text: str) -> bool:
    """An absence note, a confirmation, a newsletter: by RFC 3834, by headers of programs older than it, or by its words
    (`own_text`)."""
    submitted = mail.first("auto-submitted").partition(";")[0].strip().lower()
    if submitted and submitted != "no":
        return True
    if any(mail.first(name).strip().lower() not in ("", "no", "none", "false") for name in _AUTO_HEADERS):
        return True
    if mail.first("precedence").strip().lower() in ("auto_reply", "auto-reply"):
        return True
    sender = mail.first("return-path").strip()
    if sender == "<>" or mail.first("content-type").lower().startswith("multipart/report"):
        return True
    if _AWAY.match(bare(mail.first("subject")[:_OF_A_HEADER])):
        return True
    if any(_answers_an_entry(part) for part in mail.parts):
        return True
    if _BULK_SENDER.match(sender) and not any(mail.first(name) for name in _PERSONS):
        return True
    lines = [line for line in text.split("\n") if line.strip()]
    if len(lines) > _MOST_LINES:
        return False
    folded = text.casefold()
    return any(word in folded for word in _IN_ANY_OF_THEM) and bool(_PROGRAM_SAYS.search("\n".join(lines)))


_REACTED = re.compile(
    r"(?:reacted (?:to your (?:message|e-?mail)|via gmail|with)|hat (?:auf ihre nachricht|uber gmail|via gmail).{0,20}reagiert"
    r"|a reagi (?:a votre message|via gmail)|ha reaccionado|reacciono a tu mensaje|ha reagito|heeft gereageerd op)",
    re.IGNORECASE,
)
_MOST_OF_REACTION = 3
"""Lines of a reaction, what it quotes left out."""


def is_reaction(mail: Mail, text: str) -> bool:
    """True if somebody only tapped a sign beside a letter of ours: Gmail's part for it, or the words of Gmail and Outlook."""
    if any("email-reaction" in kind for kind in mail.types):
        return True
    if _REACTED.search(bare(mail.first("subject")[:_OF_A_HEADER])):
        return True
    first = [line for line in text.split("\n")[:20] if line.strip()][:_MOST_OF_REACTION]
    return 0 < len(first) < _MOST_OF_REACTION and any(_REACTED.search(line[:_OF_A_HEADER]) for line in first)


def _answers_an_entry(part: MimePart) -> bool:
    """True if a calendar program answers an entry (RFC 5546 3.2.3): it accepts, declines, or proposes another time."""
    if part.type not in ("text/calendar", "application/ics") or part.is_enclosed:
        return False
    method = part.parameters.get("method", "") or "".join(_METHOD.findall(part.text()[:_LOOKED_AT])[:1])
    return method.strip().upper() in ("REPLY", "COUNTER", "REFRESH", "DECLINECOUNTER")


def own_text(mail: Mail) -> str:
    """The beginning of what the letter says, without accents and without what is marked as quoted."""
    found: list[str] = []
    room = _LOOKED_AT
    for part in mail.parts:
        if part.type.startswith("text/") and not part.is_enclosed and not part.is_attachment and room > 0:
            text = part.text()[:room]
            room -= len(text)
            found += [line for line in text.split("\n") if not line.lstrip().startswith(">")]
    return bare("\n".join(found))


def bare(text: str) -> str:
    """Without accents: ``Odpowiedź`` is ``Odpowiedz``, as programs without Unicode write it."""
    if text.isascii():
        return text
    apart = unicodedata.normalize("NFD", text.translate(_LETTERS))

    def kept(found: re.Match[str]) -> str:
        """The accents of Latin letters alone go: a Japanese or Cyrillic one makes another letter."""
        n = found.start()
        return "" if unicodedata.combining(found[0]) and n and _is_latin(apart, n) else found[0]

    return unicodedata.normalize("NFC", _BEYOND_ASCII.sub(kept, apart))


def _is_latin(text: str, n: int) -> bool:
    while n and unicodedata.combining(text[n]):
        n -= 1
    return text[n] < "\u0250" or "\u0370" <= text[n] < "\u0400"


_BEYOND_ASCII = re.compile(r"[^\x00-\x7f]")
_LETTERS = str.maketrans({"ł": "l", "Ł": "L", "đ": "d", "Đ": "D", "ı": "i", "’": "'", "–": "-"})
