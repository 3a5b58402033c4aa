"""A token put behind those of its sentence: what stands before it says whether it counts, and as what."""

import re
from collections.abc import Sequence
from dataclasses import replace

from pbem.language.beside import Beside
from pbem.language.gazetteer import LONGEST_NAME, Found
from pbem.language.lexicon import LexiconEntry
from pbem.language.members import NUMBER_WORDS, SINGLE
from pbem.language.sentence import SEPARATORS, Sentence, Token
from pbem.language.words import HEX_DIGITS, MODALS

_LEADING = (
    *(("commanding",), ("leading",), ("accompanying",), ("along",), ("going", "along"), ("in", "command")),
    *(("in", "charge"), ("in", "the", "lead"), ("at", "its", "head"), ("at", "their", "head"), ("at", "the", "head")),
)
"""Words behind somebody's name in an aside that make them the leader of those named before: ``Noyes commanding``."""
_AT = frozenset(("at", "under"))
_PARTICLES = frozenset(("down", "on", "off", "over", "out", "up", "busy", "amused", "occupied", "pinned", *_AT))
"""Words that stand behind the object of a verb and belong to the verb: ``runs Wolf down``."""
_SAFE = frozenset(("safe", "covered", "company", "guarded", "protected", "screened", "secure", "shielded", "posted"))
"""Words that do so behind one's own, too: ``keeps the guns safe``."""
_WAITS = frozenset(f"{ahead}wait{ending}" for ahead in ("", "a") for ending in ("", "s"))
_AWAY = frozenset(("off", "away", "distant", "apart", "afar"))
_GROUND = frozenset(("map", "board", "table", "field", "edge", "to", "by", "over", "via", "their", "his"))
"""Words behind ``off`` that somebody leaves, or by which they do."""
_BEHIND = frozenset(("to", "towards", "toward", "and", "then", "on", "at", "in", "them", "him", "her", "it"))
"""Words that show that ``behind`` before them names no place."""


_UNTIL = frozenset(("until", "till", "til", "untill"))
_GOES_ON = frozenset(("and", "or", "then", "via", "by", "with", "but", "if", "in", "on", "at", "for", "please", "n"))
_HE = frozenset(("he", "him", "it"))
_STAYING = frozenset(
    (
        "stay",
        "stays",
        "halt",
        "halts",
        "stand",
        "stands",
        "park",
        "parks",
        "is",
        "be",
        "are",
        "remain",
        "remains",
        "hang",
        "hangs",
        "lag",
        "lags",
        "sit",
        "sits",
        "wait",
        "waits",
        "leave",
        "leaves",
        "left",
        "keep",
        "keeps",
        "kept",
    )
)


_WISHES = re.compile(
    r"(?:just to |to |and |and to )?(?:let's |lets |let us |we'll )?see (?:if|whether)(?: i| we)?|let's see|lets see"
    r"|hoping|in hopes?|i hope"
)
"""Words ahead of somebody of one's own who is to do something."""
_RATHER_NOT = re.compile(r"(?:as )?i (?:do not|don't|dont) (?:trust|like|think|believe)$")

_DASHES = ("-", "\u2013", "\u2014")


_STATES = frozenset(("routed", "disrupted", "pinned"))


class Putting(Beside):
    """Puts tokens into the sentence."""

    _respelt_at: set[int]
    _found: list[Sentence]
    _guessed: frozenset[int]
    """The columns of steps whose direction was guessed."""

    def _put(self, kind: str, n: int, end: int, value: str = "", **more: object) -> int:
        if not self._respelt_at.isdisjoint(range(n, end)):
            more["is_sure"] = False
        if kind == "STEP" and self.pieces[n].start in self._guessed:
            more["is_sure"] = False
        if kind == "NUM" and value == "0" and not more and self._is_nothing(end):
            kind, value, more = "ACT", "stay", {"tags": ("stay",)}  # Green 1N, Wiles 0
        if kind == "AT" and self.lexicon.settings.get("nobody_placed"):
            return end  # where somebody is to stand, and not whoever stands there
        is_linked = n > 0 and self.pieces[n - 1].text in (":", ">", "-", "|", "=")
        if kind == "NAME" and n > 0 and self.pieces[n - 1].text == ">":
            more = {"form": "aimed", **{key: value for key, value in more.items() if key != "form"}}
        text = " ".join(one.low for one in self.pieces[n:end])
        if kind == "TO" and text == "2" and [len(one.text) for one in self.pieces[end : end + 1]] == [HEX_DIGITS]:
            more["is_sure"] = self.pieces[end].text.isdigit()  # hop over 2 3410
        if kind == "ACT" and text.split()[-1] == "behind":
            whom = end
            while whom < len(self.pieces) and self._is_article(self.pieces[whom]):
                whom += 1
            if whom >= len(self.pieces) or not self._begins_own(whom):
                does = "back" if "back" in self.lexicon.acts else "move"
                does = "stay" if _STAYING.intersection(text.split()) else does
                more = {} if text == "behind" else {"tags": (does,)}  # goes behind 2 inches; stays behind
                kind, value = ("ACT", does) if more else ("IF", "")  # the creek behind my house
        if kind == "THERE" and text.startswith("to ") and (there := self._last_hex()) is not None:
            self.now.tokens.append(Token("TO", "to", self.pieces[n].start, self.pieces[n].end, text="to"))
            kind, value = "HEX", there  # likewise to the same hex
        columns = self.pieces[n].start, self.pieces[end - 1].end
        token = Token(kind, value, *columns, is_linked=is_linked, text=text, **more)  # type: ignore[arg-type]
        before = self.now.tokens[-1].type if self.now.tokens else ""
        is_row = (
            kind in ("NAME", "KIND", "REST", "ALL")
            and n > 0
            and self.pieces[n - 1].text == "|"
            and before not in SEPARATORS
        )
        types_so_far = {one.type for one in self.now.tokens}
        acts = self.now.tokens[-1].tags if before == "ACT" else ()
        is_row = is_row and not any(one in ("guard", "join", "beside", "behind", "close") for one in acts)
        if is_row and types_so_far & {"ACT", "HEX", "PLACE"} and types_so_far & {"NAME", "KIND"}:
            self.now.tokens.append(Token("THEN"))  # Gibbon | stay | Rawn | 1511
            before = "THEN"
        is_cell = kind == "ACT" and n > 0 and self.pieces[n - 1].text in ("|", "/", "-") and self.pieces[n - 1].is_apart
        if is_cell and before in ("ACT", "HEX") and any(one.type == "ACT" for one in self._clause_so_far()):
            self.now.tokens.append(Token("THEN", start=self.pieces[n].start))  # ahead 2 / fire / load
            before = "THEN"
        if is_cell and before in ("NAME", "KIND") and self._begins_with_verb() and n + 1 < len(self.pieces):
            self.now.tokens.append(Token("THEN", start=self.pieces[n].start))  # Dismount I/3 + M/3 / Prone Miners
            before = "THEN"
        is_past_it = kind == "IF" and self.pieces[n].low == "behind" and end == n + 1
        nxt = self.pieces[end] if end < len(self.pieces) else None
        if is_past_it and nxt is not None and nxt.low in ("him", "her", "them", "it") and before == "ACT":
            return end + 1  # comes up behind him to 1511
        if is_past_it and (nxt is None or not nxt.is_word or nxt.low in _BEHIND):
            return end  # trots along behind to 1718
        is_modal = kind == "IF" and self.pieces[n].low == "should" and end == n + 1
        if is_modal and before in ("NAME", "KIND", "ALL", "REST", "PRON"):
            return end  # Good Heart should mount
        if kind == "PRON" and before in ("NAME", "KIND"):
            return end  # Lone Bull he don't shoot
        names = [one.type for one in self.now.tokens if one.type not in SEPARATORS]
        if kind == "PRON" and before == "COMMA" and set(names) == {"NAME"} and self.pieces[n].low in ("both", "all"):
            self.now.tokens.pop()  # Wiles and Green, both on 0816
            return end
        if kind == "ALL" and before == "NAME" and self.now.tokens[-1].form and text.startswith(("whole", "entire")):
            self.now.tokens.append(replace(token, type="KIND", tags=("any", "group", "column")))
            return end  # Howard's whole lot
        if kind == "ALL" and before == "NAME" and end < len(self.pieces) and self._noun_end(end):
            self.now.tokens[-1] = replace(self.now.tokens[-1], form="leader's")
            return end  # Howard all units
        if kind == "ALL" and before in ("NAME", "KIND", "ALL"):
            return end  # C, E, I, L all dismount
        if kind == "ALL" and before == "FOE" and text == "everything" and "full" in self.lexicon.entries:
            self.now.tokens.append(replace(token, type="HOW", value="full", form=""))
            return end  # gives G/3 everything
        types = [one.type for one in self.now.tokens]
        if kind == "ALL" and types[-2:] == ["AT", "HEX"] and types[-3:-2] in (["NAME"], ["KIND"]):
            return end  # the Cheyenne at 2809 all blast F/3
        if kind == "ALL" and types[-2:] == ["NAME", "COMMA"] and not (end < len(self.pieces) and self._noun_end(end)):
            return end  # the Ninth, all of them
        is_his = kind == "KIND" and n > 0 and self.pieces[n - 1].low in ("his", "their", "her", "its")
        is_both = kind == "KIND" and n > 0 and self.pieces[n - 1].low == "both" and types[-2:] == ["NAME", "AND"]
        if is_both and self._leads(self.now.tokens[-2]):
            token = replace(token, tags=tuple(dict.fromkeys((*token.tags, "any", "group"))))  # Mills and both cos
        is_column = "column" in token.tags and bool(self.lexicon.settings.get("columns"))
        if is_his and is_column and types[-2:] == ["NAME", "AND"]:
            self.now.tokens.pop()
            self.now.tokens[-1] = replace(self.now.tokens[-1], form="leader's")  # Howard and his column
        elif is_his and types[-2:] == ["NAME", "AND"] and {"group", "any"} & set(token.tags) and not token.value:
            named = self.now.tokens[-2].found
            if named is not None and not any(self.gazetteer.by_name[name].is_leader for name in named.own):
                self.now.tokens.pop()
                return end  # Burt and his guys
            token = replace(token, tags=tuple(dict.fromkeys((*token.tags, "group"))))
        if kind == "KIND" and before == "FOE" and not token.value and self._are_of(self.now.tokens[-1], token.tags):
            return end  # Crow King's men, Crawford's troopers
        types = [one.type for one in self.now.tokens]
        is_placed = types in (
            ["ALL", "AT", "HEX"],
            ["ALL", "AT", "PLACE"],
            ["ALL", "KIND", "AT", "HEX"],
            ["ALL", "PLACE"],
            ["ALL", "HEX"],
        )
        is_after_all = (
            before in ("ALL", "REST")
            or is_placed
            or types[-3:] == ["ALL", "WITH", "NAME"]
            or (before == "ACT" and types[:2] == ["ALL", "NEG"])
        )
        is_ended = (
            types[:1] == ["ALL"] and (before == "ACT" or types[-2:] == ["ACT", "COMMA"]) and self._ends_with_name(end)
        )
        is_after_all = is_after_all or is_ended
        if kind == "THEN" and is_after_all and self.pieces[n].low == "but":
            if before == "COMMA":
                self.now.tokens.pop()  # everybody dismounts, but M
            token = replace(token, type="EXCEPT")  # everyone but Gall
        if kind == "IF" and self.pieces[n].low == "or" and before in ("NAME", "FOE", "HEX") and self._forbids():
            token = replace(token, type="AND")  # don't move Green or Wiles
        kind = token.type
        if kind == "AT" and before == "AT":
            return end  # in against Crow King
        if kind in SEPARATORS and before in ("WITH", "AT"):
            if not (self.now.strange and self.now.strange[-1] > self.now.tokens[-1].start):
                return end  # w/ Rees
            self.now.tokens.pop()  # stays with the boss while E goes
            before = self.now.tokens[-1].type if self.now.tokens else ""
        if kind in SEPARATORS:
            last = self.now.tokens[-1].type if self.now.tokens else ""
            if not last or last in SEPARATORS:
                if last and (kind == "THEN" or (kind == "AND" and last == "COMMA")):
                    self.now.tokens[-1] = token
                return end
        self.now.tokens.append(token)
        return end

    def _are_of(self, foe: Token, tags: Sequence[str]) -> bool:
        """True if a word for some says only what those of an enemy are."""
        known = foe.found.foe if foe.found is not None else ()
        is_owned = bool(foe.form) and bool(known)
        return bool({"group", "any"} & set(tags)) or (
            is_owned and all(self.gazetteer.by_name[name].tags & set(tags) for name in known)
        )

    def _ends_with_name(self, n: int) -> bool:
        """True if a name stands at piece `n` and ends its sentence: ``everybody stays but M.``."""
        while n < len(self.pieces) and self._is_article(self.pieces[n]):
            n += 1
        end = (abs(self._name(n)[1]) or self._noun_end(n)) if n < len(self.pieces) else 0
        return end > 0 and (end >= len(self.pieces) or self.pieces[end].text in ".;!?")

    def _begins_with_verb(self) -> bool:
        """True if the tokens since the last order are a verb and names behind it."""
        types = [one.type for one in self.now.tokens]
        start = len(types) - types[::-1].index("THEN") if "THEN" in types else 0
        return types[start : start + 1] == ["ACT"] and set(types[start + 1 :]) <= {"NAME", "KIND", "AND", "COMMA"}

    def _forbids(self) -> bool:
        """True if the sentence forbids something so far."""
        return self._has_forbidden() or any(
            one.type == "ACT" and self.pieces[0].low in ("don't", "dont", "do") for one in self.now.tokens
        )

    def _with_particle(self, end: int) -> int:
        """Put the sense of a verb that stands around its enemy, ``runs Wolf down``, in place of that of its first word; the
        piece behind it."""
        act = self.now.tokens[-2] if len(self.now.tokens) > 1 else None
        particle = self.pieces[end].low if end < len(self.pieces) else ""
        is_split = particle in _SAFE or (particle in _PARTICLES and self.now.tokens[-1].type == "FOE")
        if act is None or act.type != "ACT" or not is_split:
            return end
        verb = next((one for one in self.pieces if one.start == act.start), None)
        if verb is None or verb.end != act.end:
            return end
        behind = {
            one: self._fits(replace(one, words=one.words[1:]), end, [])
            for base in sorted(self.forms(verb))
            for one in self.lexicon.entries.get(base, ())
            if one.kind == "act" and len(one.words) > 1 and (len(one.words) > 2 or particle not in _AT)
        }
        known = [one for one, after in behind.items() if after and after == max(behind.values())]
        if not known:
            return end
        tags = tuple(dict.fromkeys(one.value for one in known))
        is_sure = all(one.is_sure for one in known)
        self.now.tokens[-2] = replace(act, value=tags[0], tags=tags, form="", is_sure=is_sure)
        return max(behind.values())

    def _waits_for(self, n: int) -> bool:
        """True if a verb at piece `n` says that somebody waits for those named behind it."""
        is_named = n + 1 < len(self.pieces) and self.pieces[n + 1].is_word and self._name(n + 1)[0] is not None
        return self.pieces[n].low in _WAITS and bool(self.now.tokens) and is_named

    def _awaited(self, start: int, n: int) -> int:
        """Pass over an aim, from its words on; who waits for somebody stays.  The piece behind it."""
        subject = self.now.tokens[-1].type if self.now.tokens else ""
        if self.pieces[start].low in _WAITS and subject in ("NAME", "KIND", "REST", "ALL"):
            self._put("ACT", start, n, "stay", tags=("stay",))
        return self._aim(n)

    def _last_hex(self) -> str | None:
        """The hex that was named last, None for none."""
        known = [*(one for some in self._found for one in some.tokens), *self.now.tokens]
        return next((one.value for one in reversed(known) if one.type in ("HEX", "PLACE")), None)

    def _is_nothing(self, n: int) -> bool:
        """True if a nought ahead of piece `n` is all that is said of those named before it."""
        last = self.now.tokens[-1].type if self.now.tokens else ""
        is_last = n >= len(self.pieces) or self.pieces[n].text in ",;.|/" or self.pieces[n].low == "and"
        return "stay" in self.lexicon.acts and last in ("NAME", "KIND") and is_last

    def _past_away(self, n: int) -> int:
        """The piece behind words which say that a distance is one from somebody: ``two hexes off``."""
        words = [one.low for one in self.pieces[n : n + 2]]
        if words[:1] == ["or"] and words[1:] in (["so"], ["thereabouts"]):
            return self._past_away(n + 2)
        behind = next((one.low for one in self.pieces[n + 1 :] if one.low not in ("the", "a", "from")), "")
        return n + 1 if words and words[0] in _AWAY and behind not in _GROUND else n

    def _commands(self, end: int) -> int:
        """The piece behind words that make somebody named in an aside the leader of those before it; 0 for none."""
        types = [one.type for one in self.now.tokens[-2:]]
        if types not in (["NAME", "COMMA"], ["KIND", "COMMA"]):
            return 0
        for words in _LEADING:
            behind = end + len(words)
            is_over = behind >= len(self.pieces) or self.pieces[behind].text in ",:;.)"
            if is_over and tuple(one.low for one in self.pieces[end:behind]) == words:
                return behind + (behind < len(self.pieces) and self.pieces[behind].text == ",")
        return 0

    def _point(self, n: int) -> tuple[str, int]:
        """A point of a table in brackets, ``(20, 6)``, and the piece behind it; "" for none."""
        texts = [one.text for one in self.pieces[n : n + 9]]
        found = re.match(r"\( ?(\d+(?: \. \d+)?) [,/] (\d+(?: \. \d+)?) \)", " ".join(texts))
        if found is None:
            return "", n
        x, y = (one.replace(" ", "") for one in found.groups())
        return f"({x}, {y})", n + len(found[0].split())

    def _is_hex(self, n: int) -> bool:
        """True if a piece is a hex."""
        text = self.pieces[n].text if n < len(self.pieces) else ""
        return text.isdigit() and len(text) == HEX_DIGITS and self.gazetteer.is_hex(text)

    def _is_noun(self, n: int, entry: LexiconEntry | None) -> bool:
        """True if a word that may be a verb or say nothing is a noun here: behind an article, or in the plural."""
        if entry is None:
            return True
        before = self.pieces[n - 1].low if n else ""
        low = self.pieces[n].low
        last = self.now.tokens[-1].type if self.now.tokens else ""
        if low.endswith("s") and (not n or not before[0].isalnum() or last in ("", "EXCEPT")):
            return True  # Scouts go ...
        is_verb = n + 1 < len(self.pieces) and (
            self._is_verb(self.pieces[n + 1]) or self.pieces[n + 1].low in ("too", "also", "ditto", "likewise", "same")
        )
        if low.endswith("s") and last in ("ACT", "HEX", "HOW") and is_verb:
            return True  # M/7 dismount scouts dismount
        if last == "PLACE":
            return True  # the Lapwai garrison
        return (
            before in self.lexicon.settings.get("articles", ())
            or before.endswith("'s")
            or before in ("both", "all", "whole")
        )

    def _is_out_of_it(self, n: int, end: int) -> bool:
        """True if somebody takes no part: ``G/7 out of it``."""
        is_out = [one.low for one in self.pieces[n : n + 2]] == ["out", "of"] and end > n + 2
        is_last = end >= len(self.pieces) or self.pieces[end].text in ".;,!"
        return is_out and is_last and self.now.tokens[-1:] != [] and self.now.tokens[-1].type == "NAME"

    def _is_sum(self, n: int) -> bool:
        """True if a plus stands between names and numbers, and not before how far somebody goes."""
        return n > 0 and self.pieces[n - 1].text not in ":,|=-"

    def _is_next(self, n: int) -> bool:
        """True if a verb ahead has said all that it needs, and another begins at piece `n`: ``get off horses then attack``."""
        last = self.now.tokens[-1] if self.now.tokens else None
        is_done = last is not None and last.type == "ACT" and last.form != "light" and not last.value.startswith("no_")
        return is_done and n < len(self.pieces) and self._is_verb(self.pieces[n])

    def _of_him(self, entry: LexiconEntry, n: int, end: int) -> str:
        """The value of an entry; ``he`` in a condition is the only enemy who was named: ``charge Wolf should he come``."""
        foes = [one.found.foe for one in self.now.tokens if one.type == "FOE" and one.found is not None]
        is_his = not _HE.isdisjoint(one.low for one in self.pieces[n:end])
        charges = any(one.type == "ACT" and "charge" in one.tags and "fire" not in one.tags for one in self.now.tokens)
        if (
            charges
            and entry.kind == "cond"
            and entry.value == "if within {n}"
            and is_his
            and len(foes) == 1
            and len(foes[0]) == 1
        ):
            return f"if within {{n}} of {foes[0][0]}"
        return entry.value

    def _leaves_out(self, n: int) -> bool:
        """True if a bracket leaves somebody out: ``Howard's stack (x Jackson)``."""
        is_word = n + 1 < len(self.pieces) and self.pieces[n].low in ("x", "not", "no", "minus", "ex", "less", "sans")
        return is_word and self._begins_own(n + 1)

    def _blank_end(self, n: int) -> int:
        """The piece behind dashes that stand for nothing in a row, 0 for other dashes: ``3) Browning -``, ``Rees: --``."""
        end = n + 1
        while end < len(self.pieces) and self.pieces[end].text in _DASHES and not self.pieces[end].is_apart:
            end += 1
        row = self._clause_so_far()
        is_last = end >= len(self.pieces) or self.pieces[end].text in "|/;,"
        is_named = bool(row) and all(one.type in ("NAME", "KIND") for one in row) and self.now.tokens[-1] is row[0]
        return end if is_last and is_named and self.pieces[n].is_apart else 0

    def _leads_to_no_way(self, n: int, end: int) -> bool:
        """True if ``on`` stands before a noun, and says no way to go: ``everybody on horseback``, ``on a wet Friday``."""
        if self.pieces[n].low != "on" or end != n + 1 or end >= len(self.pieces):
            return False
        behind = self.pieces[end]
        is_way = not behind.is_word or behind.text[0].isdigit() or behind.low in NUMBER_WORDS or behind.low in _GOES_ON
        kinds = {one.kind for form in self.forms(behind) for one in self.lexicon.entries.get(form, ())}
        is_way = is_way and behind.low not in ("a", "an")
        return not is_way and not kinds & {"act", "toward", "to", "dir", "via", "then", "and"}

    def _begins_own(self, n: int) -> bool:
        """True if one's own are named at piece `n`: ``3rd co fwd 4 n 2nd co stay``."""
        found, end = self._name(n)
        return found is not None and bool(found.own) and end > 0

    def _note_unknown(self, n: int) -> None:
        self.now.unknown.append(self.pieces[n].text)
        self.now.strange.append(self.pieces[n].start)

    def _comes_back(self, n: int) -> bool:
        """True if somebody is to go somewhere ``and back``, which no order says."""
        behind = self.pieces[n + 1].low if n + 1 < len(self.pieces) else "."
        is_end = behind in (".", ",", ";", "!", ")", "again", "home")
        goes = any(one.type in ("HEX", "PLACE", "STEP") for one in self.now.tokens)
        return self.pieces[n].low == "back" and n > 0 and self.pieces[n - 1].low == "and" and is_end and goes

    def _never_mind(self, n: int) -> int:
        """The piece behind somebody who is not to be minded, ``at C Company, never mind G``; 0 where nobody is."""
        is_said = [one.low for one in self.pieces[n : n + 2]] == ["never", "mind"]
        behind = n + 2
        while is_said and behind < len(self.pieces) and self._is_article(self.pieces[behind]):
            behind += 1
        end = abs(self._name(behind)[1]) if is_said and behind < len(self.pieces) else 0
        self.now.is_mended = self.now.is_mended or end > 0
        return end

    def _odds(self, n: int) -> int:
        """Take odds such as ``3:2 or worse``, ``2:1+``; the piece behind them, 0 for none."""
        texts = [one.low for one in self.pieces[n : n + 5]]
        if len(texts) < 3 or texts[1] != ":" or not (texts[0].isdigit() and texts[2].isdigit()):
            return 0
        if texts[3:4] == ["+"]:
            return self._put("ODDS", n, n + 4, f"odds {texts[0]}:{texts[2]} or worse")
        if texts[3:] in (["or", "worse"], ["or", "more"], ["or", "better"]):
            how = "better" if texts[4] == "better" else "worse"
            return self._put("ODDS", n, n + 5, f"odds {texts[0]}:{texts[2]} or {how}")
        return 0

    def _is_list_mark(self, n: int) -> bool:
        """True if a number counts the entries of a list: ``2) Scouts 1815``, ``2. G/7: prone``."""
        behind = self.pieces[n + 1 : n + 3]
        if len(behind) < 2 or behind[0].is_apart or not behind[1].is_apart:
            return False
        signs = [one.text for one in self.pieces[:n] if one.text in "()"]
        if signs[-1:] == ["("] and self.pieces[n - 1].text != "(":
            return False  # it closes a bracket
        if (
            n > 1
            and self.pieces[n - 1].text == "."
            and self._is_verb(self.pieces[n - 2])
            and not self.pieces[n - 1].is_apart
        ):
            return False  # otherwise adv. 4. 2nd Co. ditto
        last = str(int(self.pieces[n].text) - 1) if self.pieces[n].text.isdigit() else ""
        is_listed = any(one.text == last for one in self.pieces[:n])
        act = self.now.tokens[-1] if n and self.now.tokens and not is_listed else None
        if act is not None and act.type == "ACT" and act.end == self.pieces[n - 1].end:
            return False  # Wyandot up 5. It never works.
        before = self.pieces[n - 1].text if n else ""
        led = self.now.tokens[-1] if n and self.now.tokens and not is_listed else None
        if led is not None and led.type in ("WITHIN", "WITH", "AT") and led.end == self.pieces[n - 1].end:
            return False  # shell braves out to 10. Cavalry hold
        if before in ("@", "<", "=", "<="):
            return False  # skirmish braves @ 4. HQ nil
        return behind[0].text == ")" or (behind[0].text == "." and (not n or not before.isalpha() or before.islower()))

    def _counts(self, n: int, end: int) -> bool:
        """True if a number at piece `n` counts those behind it: ``all three companies``, ``the two Kentucky``."""
        return bool(self._noun_end(end)) or (
            n > 0 and self.pieces[n - 1].low in ("all", "the", "both", "my", "our", "these")
        )

    def _has_condition(self) -> bool:
        """True if the sentence so far does something on a condition."""
        return any(one.type in ("IF", "COND", "EVENT") for one in self.now.tokens)

    def _tells_who_is_there(self, tokens: Sequence[Token], at: str) -> bool:
        """True if tokens behind a hex only say who stands there: ``to 2911 where Meinhold's lads are``."""
        types = [one.type for one in tokens[:2]]
        if types not in (["TO", "NAME"], ["TO", "KIND"]) or not tokens[0].text.startswith("where"):
            return False
        if types[1] == "KIND":
            kinds = set(tokens[1].tags)
            return any(one.at == at and kinds & one.tags for one in self.gazetteer.things)
        known = tokens[1].found
        return known is not None and any(self.gazetteer.by_name[name].at == at for name in known.own)

    def _noun(self, n: int, count: str = "") -> int:
        """Take a word for a kind of units; the piece behind it, 0 for none."""
        low = self.pieces[n].low.removesuffix("'s")
        tags = self.lexicon.nouns.get(low)
        if tags is None:
            return 0
        if not count and n and self.pieces[n - 1].low == "both":
            count = "2"
        if (foes := self._foes_in_state(tags)) is not None:
            return self._put("FOE", n, n + 1, found=foes)
        behind = self.pieces[n + 1].low if n + 1 < len(self.pieces) else ""
        is_one = behind in SINGLE and not {"any", "company", "group"} & {*tags} and not count
        if is_one and self._name(n + 1)[0] is None:
            return self._put("KIND", n, n + 2, tags=tags)  # the cavalry company at 2911
        return self._put("KIND", n, n + 1, count, tags=tags)

    def _foes_in_state(self, tags: Sequence[str]) -> Found | None:
        """The enemies who are in a state that a word names, where none of one's own is: ``the runaways``."""
        some = [one for one in self.gazetteer.things if one.at and _STATES.intersection(tags) & one.tags]
        return Found((), tuple(one.name for one in some)) if some and not any(one.is_own for one in some) else None

    def _wished(self, n: int, end: int) -> int:
        """The piece behind words that open a sentence as a reason may, and ask for what stands behind them here: ``let's see if
        Custer can ...``, ``I don't think Lone Bull should ...``; 0 where nobody of one's own is named next."""
        words = " ".join(one.low for one in self.pieces[n:end])
        is_opening = not self.now.tokens or all(one.type in SEPARATORS for one in self.now.tokens)
        while end < len(self.pieces) and self.pieces[end].low in ("if", "that", "whether"):
            end += 1
        whom = self._past_articles(end) if end < len(self.pieces) else end
        if not is_opening or whom >= len(self.pieces) or not self._begins_own(whom):
            return 0
        behind = self.pieces[whom : whom + LONGEST_NAME + 2]
        if _WISHES.fullmatch(words) and any(one.low in MODALS for one in behind):
            self.now.wishes = True
            return end
        if _RATHER_NOT.match(words) and any(one.low in ("should", "ought", "need", "needs", "must") for one in behind):
            return self._put("NEG", n, end, "neg")
        return 0

    def _past_reason(self, n: int, end: int) -> int:
        """The piece behind a reason, which goes to the end of its sentence, or to a comma behind which the order goes on."""
        is_aside = n > 0 and self.pieces[n - 1].text == "," and any(one.type == "ACT" for one in self.now.tokens)
        is_behind = False
        while (
            end < len(self.pieces)
            and self.pieces[end].text not in ".;!?"
            and (self.now.tokens or self.pieces[end].text != ",")
        ):
            is_comma = self.pieces[end].text == "," and any(
                one.type in ("NAME", "KIND", "ALL") for one in self.now.tokens
            )
            is_then = self.pieces[end].text == "," and [one.low for one in self.pieces[end + 1 : end + 2]] == ["then"]
            goes_on = is_aside or is_then or self.pieces[n].low in ("so", "and", "to")
            if (is_comma or is_then) and ((goes_on and self._goes_on(end + 1)) or self._adds(end + 1)):
                self.now.is_mended = True
                break  # and then, because I trust nobody, it turns
            is_behind = is_behind or is_comma
            self.now.is_mended = self.now.is_mended or self._weighs(end) or (is_behind and self._begins_own(end))
            end += 1
        return end

    def _adds(self, n: int) -> bool:
        """True if the part of a sentence that begins at piece `n` says who does so too, or at whom: ``Old Crow too``."""
        end = next((m for m in range(n, len(self.pieces)) if self.pieces[m].text in ".,;!?"), len(self.pieces))
        low = [one.low for one in self.pieces[n:end]]
        if low[:1] in (["and"], ["but"], ["then"]):
            n += 1
        if n >= end:
            return False
        whom = self._past_articles(n)
        is_same = bool({"too", "also", "likewise", "same", "ditto"} & set(low)) or low[-2:] == ["as", "well"]
        if self._begins_own(whom):
            return is_same
        at = self._past_articles(n + 1) if low[:1] in (["at"], ["on"], ["against"]) and n + 1 < end else n
        named = self._name(at)[0] if at > n else None
        return named is not None and bool(named.foe)

    def _until(self, entry: LexiconEntry, n: int, end: int) -> int:
        """The piece behind what only says how long, or why: ``stays until Rawn arrives``, ``hold fire, saving for the
        advance``; 0 for none.  What is done until then is asked about."""
        low = self.pieces[n].low
        is_reason = entry.kind == "except" and low in ("saving", "saves")
        name, behind = self._name(self._past_articles(end)) if entry.kind == "to" and low in _UNTIL else (None, 0)
        verb = self.pieces[abs(behind)] if name is not None and 0 < abs(behind) < len(self.pieces) else None
        is_until = verb is not None and verb.text.isalpha() and verb.low not in _GOES_ON and not self._noun_end(behind)
        if not (is_reason or is_until):
            return 0
        if is_until:
            self.now.unknown.append(low)
        while end < len(self.pieces) and self.pieces[end].text not in ".,;!?":
            end += 1
        self.now.is_mended = True
        return end

    def _past_articles(self, n: int) -> int:
        while n < len(self.pieces) - 1 and self._is_article(self.pieces[n]):
            n += 1
        return n
