"""Names, entries of the lexicon and unknown words as tokens of a sentence."""

from collections.abc import Sequence
from dataclasses import replace

from pbem.language.gazetteer import Found
from pbem.language.lexicon import LexiconEntry
from pbem.language.putting import Putting
from pbem.language.sentence import SEPARATORS
from pbem.language.spelling import slips
from pbem.language.words import NO_WORDS, NOBODY

_BEFORE_NOUNS = frozenset(("the", "this", "that", "my", "our", "your", "their", "his"))
"""Words behind which a word at the beginning of a sentence is no verb."""
_IS_THERE = frozenset(("be", "stand", "sit", "lie"))
"""Verbs behind ``what`` and ``who`` that say where somebody is."""


class Entries(Putting):
    """Puts a name, an entry of the lexicon, or a word that nobody knows into the sentence."""

    # Names.

    def _put_name(self, found: Found, n: int, end: int) -> int:
        if n and self.pieces[n - 1].low == "both" and len(found.own) > 2 and not found.is_group:
            found = self._both(found)
        if (longer := self._with_slip(n, end)) is not None:
            found, end = longer
        if end < 0:
            end = -end
            at = self.gazetteer.place([one.text for one in self.pieces[n:end]])
            if (named := self._called_by_place(n, end)) is not None:
                return self._put("NAME", n, end, found=named, is_sure=False)
            return self._put("PLACE", n, end, at)
        kind = "NAME" if found.own else "FOE"
        before = self.now.tokens[-1] if self.now.tokens else None
        is_kind = kind == "NAME" and before is not None and before.type == "KIND" and not before.value
        kinds = set(before.tags) if is_kind and before is not None and not found.is_group else set()
        if kinds and all(kinds & self.gazetteer.by_name[name].tags for name in found.own):
            self.now.tokens.pop()  # the train of mules
        is_of = kind == "NAME" and before is not None and before.type == "KIND" and self.now.tokens[-1:] == [before]
        if is_of and before is not None and not found.is_group and n and self._stands_behind_of(n):
            self.now.tokens.pop()  # the cavalry of Howard is Howard's cavalry
            units = set(before.tags) - {"any", "group", "single"}
            if not units and not any(self.gazetteer.by_name[name].is_leader for name in found.own):
                return self._put("NAME", n, end, found=found, is_sure=not found.is_misspelt)  # the troops of Jackson
            self._put("NAME", n, end, found=found, form="leader's", is_sure=not found.is_misspelt)
            self.now.tokens.append(before)
            return end
        if (
            kind == "NAME"
            and before is not None
            and before.type == "KIND"
            and found.is_group
            and self._stands_behind_of(n)
        ):
            animals = self.gazetteer.animals_of(found.own, before.tags)
            if animals and not before.value:
                self.now.tokens.pop()  # the mules of the Ninth Infantry
                return self._put("NAME", n, end, found=replace(found, own=animals), is_sure=not found.is_misspelt)
        if kind == "NAME" and before is not None and before.type == "NAME" and n and self._stands_behind_of(n):
            hexes = {self.gazetteer.by_name[name].at for name in found.own} - {""}
            assert before.found is not None
            whole = self.gazetteer.find(
                [*(one.text for one in self.pieces[n:end]), *before.text.removesuffix(" of").split()]
            )
            if whole is not None and whole.own and not whole.is_misspelt:
                self.now.tokens.pop()  # the headquarters of Howard
                return self._put("NAME", n, end, found=whole, is_sure=not found.is_misspelt)
            if before.found.is_group and set(found.own) <= set(before.found.own):
                self.now.tokens.pop()  # the Cheyenne of Little Wolf
                return self._put("NAME", n, end, found=found, is_sure=not found.is_misspelt)
            beside = tuple(name for name in before.found.own if self.gazetteer.by_name[name].at in hexes)
            if beside and len(hexes) == 1 and not found.is_group:
                self.now.tokens[-1] = replace(before, found=replace(before.found, own=beside))
                return end  # company C of Van Vliet
            self._put("FROM", n, n + 1)
        if kind == "NAME" and (behind := self._commands(end)):
            self.now.tokens.pop()  # the comma
            if self._are_leaders(found):
                self._put("WITH", n, n + 1)
                self._put("NAME", n, end, found=found, is_sure=not found.is_misspelt)
            return behind  # 9th Inf, Capt. Burrowes commanding
        owns = kind == "NAME" and all(not self.gazetteer.by_name[name].is_leader for name in found.own)
        is_owner = (
            self.pieces[end - 1].low.endswith("'s")
            or self.pieces[end - 1].text.endswith("s'")
            or (end < len(self.pieces) and self.pieces[end].text == "'" and not self.pieces[end].is_apart)
        )
        self._put(
            kind,
            n,
            end,
            found=found,
            form=("'s" if owns else "leader's") if is_owner else "",
            is_sure=not found.is_misspelt,
        )
        return self._with_particle(end)

    # Entries of the lexicon.

    def _put_entry(self, entries: Sequence[LexiconEntry], values: list[tuple[str, str]], n: int, end: int) -> int:
        entry = entries[0]
        is_whom = entry.kind == "talk" and end == n + 1 and self.pieces[n].low in ("what", "which", "who")
        if is_whom and self.now.tokens[-1:] != [] and self.now.tokens[-1].type in ("ALL", "KIND", "FOE"):
            is_so = end < len(self.pieces) and not self.forms(self.pieces[end]).isdisjoint(_IS_THERE)
            return end + is_so  # all what stands in 1308
        if entry.kind == "talk":
            if not self.now.talk:
                self.now.talk_at = self.pieces[n].start
            self.now.talk.append(" ".join(one.text for one in self.pieces[n:end]))
            self.now.talk_columns.append(self.pieces[n].start)
            return end
        if entry.kind == "wish":
            self.now.wishes = True
            return end
        if entry.kind == "delegate":
            while self.now.tokens and self.now.tokens[-1].type in ("NAME", "FOE", "KIND", "AND", "COMMA"):
                self.now.tokens.pop()  # Chief Gall is to see that ...
            return end
        if entry.kind == "because" and self.pieces[n].low == "otherwise" and self._has_condition():
            return self._put("ELSE", n, n + 1)  # fire if they come within 10, otherwise they advance 3
        if entry.kind == "because" and (behind := self._wished(n, end)):
            return behind
        if entry.kind == "because":
            return self._past_reason(n, end)
        if behind := self._until(entry, n, end):
            return behind
        if entry.kind in NO_WORDS and self._is_out_of_it(n, end):
            return self._put("ACT", n, end, "no_attack", tags=("no_attack",))
        if entry.kind in NO_WORDS and self.pieces[n].low == "then" and self._is_next(end):
            return self._put("THEN", n, end)
        if entry.kind in NO_WORDS:
            return self._owned_place(n, end)
        if (
            self.pieces[n].low == "all"
            and end == n + 2
            and self._is_hex(end)
            and self.pieces[n + 1].low in ("in", "at")
        ):
            return self._put("ALL", n, n + 1, "all")  # all in 8912 move
        before = self.now.tokens[-1] if self.now.tokens else None
        is_owned = before is not None and before.form != "" and before.end == self.pieces[n - 1].end
        if is_owned and end == n + 1 and self.pieces[n].low in ("help", "support", "assistance", "aid"):
            return end  # with Reno's help
        if entry.kind == "act" and end == n + 1 and self._is_ground(n):
            self.now.unknown += [self.pieces[n].text, self.pieces[n + 1].text]
            self.now.strange.append(self.pieces[n].start)
            return n + 2  # Retreat Ford
        if entry.kind == "aim" or (entry.value == "stay" and end == n + 1 and self._waits_for(n)):
            return self._awaited(n, end)
        if entry.kind == "act" and self._leads_to_no_way(n, end):
            return end
        if (
            entry.kind == "rest"
            and self.pieces[n].low == "remaining"
            and self.now.tokens[-1:] != []
            and self.now.tokens[-1].type in ("NAME", "KIND")
        ):
            return self._put("ACT", n, end, "stay", tags=("stay",))  # the volunteers remaining at Lapwai
        is_without = entry.kind == "neg" and self.pieces[n].low == "without" and end == n + 1 < len(self.pieces)
        if is_without and self._name(end)[0] is not None:
            return self._put("EXCEPT", n, end)
        if entry.kind == "neg" and self.pieces[n].low in ("neither", "nor", "niether") and self._has_forbidden():
            return self._put("SAME", n, end)  # M is not attacking, neither is Reno
        if (
            self.pieces[n].low in ("nothing", "nobody", "none", "anything", "anyone", "anybody")
            and end == n + 1
            and self._is_negated()
        ):
            return end  # does not shoot nothing
        is_twice = entry.value.startswith("no_") and self.pieces[end - 1].low in ("nothing", "nobody", "none", "noone")
        if entry.kind == "act" and is_twice and self.now.tokens[-1:] and self.now.tokens[-1].type == "NEG":
            self.now.tokens.pop()  # does not shoot nothing
        if entry.kind == "act" and end == n + 1 and self._is_owned_noun(n):
            self.now.unknown.append(self.pieces[n].text)
            self.now.strange.append(self.pieces[n].start)
            return end  # Captain Rawn's conduct
        is_noun = n > 0 and not self.now.tokens and self.pieces[n - 1].low in _BEFORE_NOUNS and end == n + 1
        is_noun = is_noun and [one.low for one in self.pieces[max(n - 2, 0) : n]] != ["after", "that"]
        if entry.kind == "act" and is_noun and self.pieces[n].low in entry.words[0][0]:
            self.now.unknown.append(self.pieces[n].text)
            return end  # the conduct of the scouts
        before = self.now.tokens[-1] if self.now.tokens else None
        last = before.type if before is not None else ""
        turns = before is not None and bool({"face", "leave"} & set(before.tags))
        if (
            entry.kind in ("dir", "edge")
            and self.pieces[n].text == "n"
            and (
                last not in ("NUM", "TO", "TOWARD")
                or (n + 1 < len(self.pieces) and (self._is_verb(self.pieces[n + 1]) or self._begins_own(n + 1)))
            )
            and not turns
        ):
            return self._put("AND", n, end)
        is_with = entry.kind in ("dir", "edge") and self.pieces[n].text == "w" and last == "ACT" and not turns
        if is_with and end < len(self.pieces) and self._begins_own(end):
            return self._put("WITH", n, end)
        is_name = n and end < len(self.pieces) and self.pieces[n].text.istitle() and self.pieces[end].text.istitle()
        if entry.kind == "nobody" and is_name and self.now.tokens:
            self._note_unknown(n)
            return end  # all fire at Nobody Here
        if entry.kind == "nobody":
            self._put("ALL", n, end, "all")
            return self._put("NEG", n, end, "neg")
        is_nobody = entry.kind == "act" and entry.value in ("stay", "no_attack", "no_fire") and end > n + 1
        if is_nobody and self.pieces[n].low in NOBODY and last in ("", *SEPARATORS):
            self._put("ALL", n, n + 1, "all")
        value = self._of_him(entry, n, end)
        for slot, one in values:
            value = value.replace(slot, one, 1)
        low = self.pieces[n].low
        is_changed = self.lexicon.forms.get(low) and not low.endswith(("ing", "s"))
        form = "ed" if low.endswith("ed") or is_changed else ""
        form = "ing" if low.endswith("ing") and low not in ("nothing", "everything", "anything") else form
        if (
            entry.kind == "act"
            and end == n + 1
            and form != "ed"
            and not self.forms(self.pieces[n]).isdisjoint(self.lexicon.settings["light"])
        ):
            form = "light"
        acts = tuple(dict.fromkeys(one.value for one in entries if one.kind == "act" and one.is_sure == entry.is_sure))
        is_forbidding = any(one.startswith("no_") for one in acts)
        if acts and not any(one in self.lexicon.acts for one in acts) and form == "" and not is_forbidding:
            form = "light"  # an act of other games, that stands for several of this one
        made = self._put(entry.kind.upper(), n, end, value, is_sure=entry.is_sure, form=form, tags=acts)
        if "fire" in acts and end > n + 1 and any(one.low == "half" for one in self.pieces[n:end]):
            self._put("HOW", n, end, "half")  # delivers a half volley upon
        return made

    def _unknown(self, n: int) -> int:
        """A word that nobody knows: one with a slip, or none at all."""
        piece = self.pieces[n]
        for end in range(min(n + 4, len(self.pieces)), n, -1):
            words = self.pieces[n:end]
            if all(one.is_word for one in words):
                found = self.gazetteer.nearest(" ".join(one.low for one in words))
                if found is not None:
                    return self._put_name(found, n, end)
        nouns = [
            noun
            for noun in self.lexicon.nouns
            if len(noun) > 4 and len(piece.low) > 4 and slips(piece.low, noun, 1) == 1
        ]
        if nouns and piece.low not in self.lexicon.settings.get("other_words", ()):
            return self._put("KIND", n, n + 1, "", tags=self.lexicon.nouns[nouns[0]], is_sure=False)
        act = None if self._is_owned_noun(n) else self._misspelt_act(piece.low)
        if act is not None:
            return self._put(act.kind.upper(), n, n + 1, act.value, is_sure=act.is_sure, tags=(act.value,))
        self._note_unknown(n)
        is_forbidden = self.now.tokens[-1:] != [] and self.now.tokens[-1].type == "NEG" and n > 0
        is_forbidden = is_forbidden and self.now.tokens[-1].end >= self.pieces[n - 1].start
        is_forbidden = is_forbidden and piece.low not in ("farther", "further", "longer", "more", "many", "much")
        is_letter = len(piece.text) == 1 and piece.text.isupper() and self.now.tokens[-1:] != []
        is_stack = (
            is_letter
            and self.now.tokens[-1].type == "KIND"
            and [one.text for one in self.pieces[n + 1 : n + 2]] != ["("]
        )
        self.now.has_stranger = self.now.has_stranger or is_forbidden or is_stack or self._is_listed(n)
        return n + 1
