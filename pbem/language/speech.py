"""Sentences as what their writer does with them: an order, a question, a request, a report, an aside."""

from collections.abc import Sequence

from pbem.language.roles import Roles
from pbem.language.sentence import Sentence, Token
from pbem.language.tokens import Tokenizer

LEAST_TALK = 3
"""Unknown words of a sentence that names nothing: of fewer one may be a verb misspelt."""
_SAYS_SOMETHING = ("NAME", "FOE", "KIND", "ALL", "PRON", "HEX", "PLACE", "ACT", "REST", "STEP")


class Speech(Roles):
    """Tells orders from talk, sentence by sentence."""

    _tokenizer: Tokenizer

    def _opens_with_own(self, tokens: Sequence[Token]) -> bool:
        """True if a line begins with one's own: ``Howard's conduct`` is no unit, ``Howard's column`` is one."""
        if not tokens or tokens[0].type != "NAME" or not self._is_own(tokens[0]):
            return False
        return not tokens[0].form or (len(tokens) > 1 and tokens[1].type in ("KIND", "NAME", "AND", "COMMA", "WITH"))

    def _begins_with_some(self, sentences: Sequence[Sentence]) -> bool:
        """True if a sentence begins with some of one's own: ``the two captains at Lapwai``, ``everybody but the Scouts``."""
        return any(
            one.tokens
            and self._is_own(one.tokens[0])
            and all(one.tokens[0].start < column for column in (*one.strange, *one.talk_columns))
            for one in sentences
        )

    def _is_corrected(self, one: Sentence) -> bool:
        """True if a sentence begins with a correction of names: ``no sorry M3, I3 stays`` may be about either."""
        types = [token.type for token in one.tokens[:3]]
        return (
            self._tokenizer.takes_back and types[:1] == ["NAME"] and types[1:2] == ["COMMA"] and types[2:] == ["NAME"]
        )

    def _forbids(self, line: str, tokens: Sequence[Token]) -> bool:
        """True if a line begins with a negation, and something that it forbids."""
        if not tokens:
            return False
        if tokens[0].type == "NEG" or [one.type for one in tokens[:2]] == ["ALL", "NEG"]:  # nobody moves
            return len(tokens) > 1
        opening = line.lower().split()
        return tokens[0].type == "ACT" and any(
            one.kind in ("neg", "nobody")
            and len(opening) >= len(one.words)
            and all(word in known for word, (known, _) in zip(opening, one.words, strict=False))
            for one in self.lexicon.entries.get(opening[0], ())
        )

    @staticmethod
    def _begins_order(tokens: Sequence[Token]) -> bool:
        """True if a line begins as an order does: with a verb in its base form, or with one that is forbidden."""
        first = next((one for one in tokens if one.type not in ("NEG", "ALL")), None)
        if first is None or first.type != "ACT" or not first.is_sure:
            return False
        return first.form in ("", "light") or tokens[0].type != "ACT"

    def _is_own(self, token: Token) -> bool:
        """True if a token surely names something of the writer's: a letter or a part of a name alone does not."""
        if token.type in ("ALL", "REST"):
            return True
        if token.type == "NAME":
            return token.found is not None and not token.found.is_weak
        return token.type == "KIND" and any(one.is_own and set(token.tags) & one.tags for one in self.gazetteer.things)

    def _is_report(self, one: Sentence) -> bool:
        """True if a sentence tells how somebody is, or where enemies are and what they do, and orders nothing."""
        if one.tokens and {token.type for token in one.tokens} <= {"FOE", "HEX", "AND", "COMMA", "AT"}:
            foes = [n for n, token in enumerate(one.tokens) if token.type == "FOE"]
            return bool(foes) and all(self._stands_there(one.tokens, n) for n in foes)  # Crow King 3412
        acts = [token for token in one.tokens if token.type == "ACT"]
        if not acts or any(token.type in ("IF", "COND", "EVENT") for token in one.tokens):
            return False
        first, has_more = one.tokens[0], bool(one.unknown or one.talk)
        has_own = any(map(self._is_own, one.tokens)) or any(token.type in ("NAME", "PRON") for token in one.tokens)
        if first.type == "FOE":  # the Dragoons charge into that timber
            return (
                not has_own
                and has_more
                and acts[0].form != "ed"
                and not acts[0].is_linked
                and one.tokens[1:2] == acts[:1]
            )
        is_plain = not any(token.type in ("HEX", "PLACE", "STEP", "FOE", "NUM") for token in one.tokens)
        return first.type == "NAME" and has_more and is_plain and all(token.form == "ing" for token in acts)

    def _stands_there(self, tokens: Sequence[Token], n: int) -> bool:
        """True if the hex behind an enemy is that where it stands."""
        behind = next((one for one in tokens[n + 1 : n + 3] if one.type == "HEX"), None)
        if tokens[0].type == "HEX":  # 7115 Iron Hawk, 7016 Black Moon + Sitting Bull
            behind = next((one for one in reversed(tokens[:n]) if one.type == "HEX"), None)
        known = tokens[n].found
        return behind is not None and known is not None and {self._thing(one).at for one in known.foe} == {behind.value}

    def _is_aside(self, one: Sentence) -> bool:
        """True if a sentence only tells or asks something, or has nothing but empty words."""
        if one.is_asked and not one.wishes and not self._is_request(one):
            return not self._is_bare_question(one)
        if any(token.type in ("IF", "COND", "EVENT", "WITHIN") for token in one.tokens):
            return False
        if one.talk and not one.wishes:
            # Talk behind an order is an aside; an order behind talk is talked about.
            has_order = any(
                token.type == "ACT" and token.is_sure and token.form != "ed" and token.start < one.talk_at
                for token in one.tokens
            )
            return not has_order or not any(token.type in ("NAME", "PRON") for token in one.tokens)
        # What names nobody, no place and nothing to do orders nothing.
        is_talk = bool(one.talk) or not one.unknown or len(one.unknown) >= LEAST_TALK
        return is_talk and not any(token.type in _SAYS_SOMETHING for token in one.tokens)

    def _may_be_order(self, one: Sentence) -> bool:
        """True if a sentence of talk has somebody of one's own, and behind them what they are to do, and where: what is ordered
        beside it is not done unasked."""
        own = next((n for n, token in enumerate(one.tokens) if token.type in ("NAME", "ALL", "KIND")), -1)
        behind = one.tokens[own + 1 :]
        acts = [token for token in behind if token.type == "ACT" and token.is_sure and token.form in ("", "light")]
        is_bare = own < 0 and bool(one.tokens) and one.tokens[0].type == "ACT"  # my dear A, go to 3210
        is_told = one.is_asked or one.is_past or one.is_yours or (own < 0 and not is_bare)
        # G is tired, so stays
        is_led = bool(one.talk) and own >= 0 and any(one.tokens[own].start < one.talk_at < act.start for act in acts)
        return not is_told and bool(acts) and (is_led or any(one.type in ("HEX", "STEP", "FOE") for one in behind))

    def _is_bare_question(self, one: Sentence) -> bool:
        """True if a question is an order but for its mark: ``Mills to 3612?``."""
        begins = bool(one.tokens) and not one.opens_modal and one.tokens[0].type in ("NAME", "KIND", "ALL")
        is_plain = begins and not (one.unknown or one.talk or one.is_past or one.is_yours)
        known = one.tokens[0].found if begins else None
        if known is not None and known.is_weak and not any(two.type in ("HEX", "FOE") for two in one.tokens):
            return False
        acts = [token for token in one.tokens if token.type == "ACT"]
        is_done = any(token.type in ("HEX", "STEP", "PLACE", "FOE") for token in one.tokens[1:]) or bool(acts)
        return is_plain and is_done and not one.opens_asking and all(token.form in ("", "light") for token in acts)

    @staticmethod
    def _is_request(one: Sentence) -> bool:
        """True if a question asks that somebody do something: ``could the scouts move up?``."""
        types = [token.type for token in one.tokens]
        if one.opens_modal and types[:1] == ["ACT"] and {"NAME", "KIND"} & set(types):
            return True  # could you hitch up the Gatling?
        return (
            one.opens_modal and types[:1] in (["NAME"], ["KIND"], ["ALL"]) and bool({"ACT", "HEX", "STEP"} & set(types))
        )
