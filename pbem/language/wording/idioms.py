"""Idioms that mean the same in every game, each with its plain words; those of one game stand in its lexicon."""

import re

_NOBODY = r"(?:nobody|no\s?one|no1|none|not\s+one|not\s+a\s+(?:man|soul))"
_MAY = r""
_DOES = (
    r"(?:fire|shoot|move|march|attack|charge|assault|fight|dismount|mount|go|stir|budge|leave|advance|pursue|get|open|waste|ride|follow)"
    r"(?:e?s)?\b"
)
_WHOSE = r"(?-i:[A-Z])[\w/]*(?:\s+(?:(?:in|the)\s+)*(?-i:[A-Z])\w*){0,2}|[a-z]{3,}(?:\s+[a-z]{3,})?"
HELLO = (
    r"\b(?:hi|hello|hey|hiya|hallo|howdy|greetings|dear|(?:good\s+)?(?:morning|evening|afternoon))\b"
    r"(?:\s+(?:again|all|both|everyone|everybody|folks|there|team|guys|lads|umpire|gm|ref|(?-i:[A-Z])[a-z]+(?:\s+and\s+(?-i:[A-Z])[a-z]+)?))?"
)
"""A greeting ahead of an order: ``Hi all!``, ``Good morning, Pete``."""
_GOODBYE = (
    r"(?:cheers|regards|best(?:\s+(?:wishes|regards))?|thanks|thx|ta|all\s+the\s+best|kind\s+regards|love)"
    r"\s*,?\s*(?-i:[A-Z])[a-z]+(?:\s(?-i:[A-Z])[a-z]+)?"
)
IDIOMS = tuple(
    (re.compile(words, re.I), plain)
    for words, plain in (
        (rf"^\s*{HELLO}\s*[,!.:-]+\s+(?=\S)", ""),
        (rf"(?<=[.!])\s+(?:{_GOODBYE}|thanks|thank\s+you|thx|cheers)\s*[.!]*\s*$", ""),
        (
            r"(?P<ahead>\b(?:\d{4}|[a-z]{2,}[es]s|[a-z]{2,}s|to|beside|at|dismount|mount|fire|stay|attack)\b[^.;:,]*?)\s+(?:and|while|but|n|&)\s+"
            r"(?=(?:every(?:one|body)\s+else|(?:all\s+)?the\s+(?:rest|others)|all\s+(?:the\s+)?others)\s+[a-z]+)",
            r"\g<ahead>, ",
        ),
        (
            r"\b(?P<all>everyone|everybody|all|those)\s+(?:camped|encamped|posted|gathered|stationed|stacked|bivouacked|quartered|sitting|standing)\s+with\b",
            r"\g<all> with",
        ),
        (r"\b(?:n|an|&)\s+(?=then\b)", "and "),
        (r"\b(?P<way>the\s+(?:road|track|trail|creek|stream|river|ridge))\s+along(?=\s*[,.;]|\s*$)", r"along \g<way>"),
        (r"\bone\s+(?:lot|bunch|set|crowd|gang|body|party)\s+of\s+(?=(?:the\s+|my\s+)?[A-Z])", "one of "),
        (
            r"\b(?:(?:if\s+(?:it|that)\s+(?:were|was)|were\s+it)\s+(?:up|left)\s+to\s+me|if\s+i\s+had\s+my\s+way),?"
            r"\s+|,?\s*(?:and\s+)?(?:luckily|happily|fortunately|thankfully),?\s+it\s+(?:is|was)(?:\s+up\s+to\s+me)?"
            r"(?=\s*[.!]|$)|\b(?:conforms?|follows?|joins?|do(?:es)?|imitates?)\s+(?:on\s+|to\s+|with\s+)?neither\s+"
            r"(?:of\s+(?:them|these)\s+)?(?:and|but)\s+|,?\s*\bi\s+dare\s*say\b,?|,?\s+and\s+(?:attempts?|tries|does)"
            r"\s+nothing\s+(?:clever|rash|fancy|silly|stupid|heroic|foolish|else)\b|,?\s*(?:and|n|&)\s+that'?s\s+"
            r"(?:it|all|that|the\s+lot)(?:\s+(?:for|4)\s+(?:today|now|this\s+\w+|me))?(?=\s*[.!]|\s*$)|^\W*(?:recon"
            r"(?:naissance)?|(?:main|supporting|secondary)\s+(?:effort|attack|body)|diversion|man(?:oeuv|euv)(?:re"
            r"|er))\s*[:|]\s*(?=[A-Z\d])|,?\s*\bbefore\s+(?:it|this|things?)\s+(?:gets?|turns?|becomes?)\s+(?:(?:too"
            r"|even|any)\s+)?[a-z]+(?=\s*[.,;!]|$)",
            "",
        ),
        (
            r",?\s*\b(?:and\s+)?for\s+(?:(?:heaven|god|pete|goodness|christ|pity|mercy)'?s?'?\s+sakes?"
            r"|the\s+love\s+of\s+\w+),?",
            ",",
        ),
        (
            r"(?P<done>\b(?:dismounts?|\d{4}|holds?|stays?|remains?|there|behind))(?:,?\s+(?:and\s+|to\s+)?(?:act|serve)s?)?"
            r"\s+as\s+(?:an?\s+|the\s+|our\s+|their\s+)?(?:base\s+of\s+fire|(?:rear|flank|van)[ -]?guard|anchor|anvil|hinge"
            r"|pivot|bait|decoy|lookouts?|pickets?|cheese\s+[a-z\s]+)(?=\s*[.,;]|\s*$)",
            r"\g<done>",
        ),
        (r"(?<![\w/])w/\s*(?!(?:o|out|in|th|d)\b)(?=[a-z])", "with "),
        (r"\b(?P<n>\d+|[a-z]+)[ -]points?'?\s+(?=(?:of\s+)?(?:advantage|adv|edge|superiority)\b)", r"\g<n> "),
        (
            r"\b(?P<verb>(?:run|head|make|leave|go|aim|bolt|dash|ride|march)s?)\s+4\s+(?=the\b|nearest|(?!and\b|then\b|but\b"
            r"|inch|hex|pace|ahead|back|fo?r?wa?r?d|towards?\b|more\b|times\b|north|south|east|west|left|right|along|straight|down|full|only\b|away\b"
            r"|with\b|via\b|into\b|from\b|when\b|while\b|until\b|unless\b|once\b)[a-z]{3,})",
            r"\g<verb> for ",
        ),
        (r"\band\s+all\s+with\s+(?=(?:him|her|them|it)\b)", "and everyone with "),
        (
            r"\b(?:comes?|goes|go|moves?|follows?|joins?)\s+(?:in|to|into|in\s?to|at)\s+(?:the|that)\s+same\s+(?:hex(?:agon)"
            r"?|place|spot|one|location)(?!\s+(?:as|where|with|like)\b)",
            "too",
        ),
        (
            r"(?:^|(?<=[.;]\s)|\b(?P<and>and\s+))(?:please\s+)?(?:tell|ask|instruct|order|bid|remind)\s+(?P<who>(?:the\s+|"
            r"my\s+|our\s+)?(?!(?:me|you|him|her|them|u|us|it|umpire|gm|ref\w*|wife|husband|kids?|boss|dog|"
            r"others?|opponent|guys?|players?|man)\b)[\w/']+(?:\s+(?-i:[A-Z])\w+)?)\s+to\s+",
            r"\g<and>\g<who> to ",
        ),
        (
            r",?\s+(?:and\s+)?so\s+(?:do|does|will|should|shall|must|can)\s+(?P<who>(?:the\s+|my\s+|our\s+)"
            r"?(?!(?:i|you|we|they|he|she|it)\b)[\w/']+(?:\s+(?-i:[A-Z])[\w']+)?)(?=\s*[.,;!]|\s+please|\s*$)",
            r", \g<who> too",
        ),
        (
            r"(?P<who>\b(?-i:[A-Z])[a-z]+)\s+(?:his|her)\s+(?=(?:cavalry|horsemen|scouts?|guns?|gatling|howitzer|men"
            r"|companies|company|troops?|troopers|infantry|band|braves|warriors|people|boys|column|village)\b)",
            r"\g<who>'s ",
        ),
        (r"\bthe\s+(?P<what>(?:machine\s+)?[a-z]+)\s+of\s+(?:him|his)\b", r"his \g<what>"),
        (r",\s+all\s+of\s+(?:them|'em)(?=\s*[.!;]|\s*$)", ""),
        (
            r"\s*\(\s*(?:w/|with|\+|&|and|plus|including|incl\.?)\s*(?P<who>(?!pursuit|advance|care|luck|half|"
            r"full|a\b|any|no\b)(?:the\s+)?(?-i:[A-Z])[^()\d]{0,30}?)\s*\)",
            r" with \g<who>",
        ),
        (
            r"\b(?P<with>(?:with|and)\s+(?:its|their)|\+\s*its|my|our|the(?=\s+Indian\s+scouts))\s+"
            r"Indian(?:s\b|\s+(?=scouts|allies|friends|helpers))",
            r"\g<with> scouts ",
        ),
        (
            r"\b(?:the\s+)?whole\s+of\s+(?P<who>(?-i:[A-Z])[a-z]+)(?:'s)?(?:\s+(?:command|battalion|column|"
            r"force|lot|wing))?(?=\s)",
            r"\g<who>'s command",
        ),
        (
            r"\s+(?:can|may|might|should|could|will|and|to)\s+(?:sees?|looks?|finds?\s+out|learns?)(?:\s+for\s+(?:him"
            r"|her|it|them)sel\w+)?\s+(?:what|who|how|whether|where|why)\b[^.,;:\d]*",
            "",
        ),  # Crook can see for himself what the Miners are up to
        (
            r"(?<=\w)\s+(?:instead\s+of|rather\s+than)\s+(?:the\s+)?(?-i:[A-Z])[\w/]*(?:\s(?-i:[A-Z])\w*)*(?=\s*(?:[.,;!]|$))",
            "",
        ),  # A/3 dismounts instead of E/3
        (r",?\s+(?:until|till|before)\s+(?:i|we)(?:'ve|'m|\s+(?:have|get|can|am|know|see|had|find))\b[^,.;:\d]*", ""),
        (
            r"(?<=\w)\s+(?=(?:i'?m|i\s+am)\s+(?:at|in|on|off|away|busy|out|so|a\s+bit|very|dead|stuck|late|tired)\b)",
            ", ",
        ),
        (
            r"(?P<all>\b(?:every(?:one|body)|all|nobody|no\s+one|anyone)\b[^.;:\d]*?)\s+but\s+(?P<who>(?:the\s+)"
            r"?(?:(?-i:[A-Z])[\w/']*|major|scouts|mules|gatling|guns?)(?:\s+(?:Company|Co\.?|Troop|Scouts|"
            r"Company's))?)(?=\s*[.;!]|\s*$|,\s+who\b)",
            r"\g<all> except \g<who>",
        ),
        (
            r"^(?P<order>(?:(?!n't\b|\b(?:no|not|never|nobody|none|wait|waits|hold|holds|stay|stays|until"
            r"|till)\b)[^\n])*?),?\s+before\s+(?P<foe>(?!(?:and|or|n|with|turn|it|they|he|she|we|any\w*|melee|(?:the"
            r"\s+)?enemy|some\w*)\b)(?:the\s+|old\s+)?[a-z][\w' ]{1,24}?)\s+(?:gets?|comes?|arrives?|can|could|wakes?"
            r"(?:\s+up)?|has|have|is|are|finds?|knows?|sees?|turns?|shows?|reach(?:es)?|catch(?:es)?|runs?|slips?"
            r"|escapes?|breaks?|eats?|finish(?:es)?)\b[^.;,\d]*(?=\s*[.;,!]|\s*$)",
            r"\g<order>",
        ),
        (
            r"(?:^|(?<=[.;]\s))(?P<who>(?:the\s+)?(?-i:[A-Z])[\w/.' -]{0,30}?),\s+(?P<when>(?:if|when|should|"
            r"once|whenever|as\s+soon\s+as)\s+(?:charged|attacked|meleed|fired\s+(?:on|at|upon)|assaulted|"
            r"shot\s+at|approached|pressed|rushed|assailed)),\s+(?=[a-z])",
            r"\g<who> \g<when> ",
        ),
        (
            r"(?P<before>[,(]\s*)(?:\d{1,2}|one|two|three|four|five|six|seven|eight|nine|ten|twelve)\s*(?:v\.?|vs\.?"
            r"|to|against|:)\s*(?:\d{1,2}|one|two|three|four|five|six|seven|eight|nine|ten)\)?(?=\s*[.,;!)]|\s*$)",
            "",
        ),
        (r"\bgo(?:es)?\s+(?:and|to|n|&)\s+keeps?\s+(?P<whom>(?:the\s+)?[\w' ]{2,24}?)\s+company\b", r"join \g<whom>"),
        (
            r"\b(?P<who>(?-i:[A-Z])[\w' ]{2,24}?)(?:\s+is|'s)\s+(?:wanted|needed|required|requested|called\s+for)"
            r"\s+(?:with|by|among|over\s+with)\s+(?=(?:the\s+)?(?-i:[A-Z]))",
            r"\g<who> should join ",
        ),
        (
            r"\b(?P<one>rides?|runs?|comes?|charges?|gallops?|rush(?:es)?|walks?|marches)\s+or\s+(?:rides?|"
            r"runs?|comes?|charges?|gallops?|rush(?:es)?|walks?|marches)\s+(?=at\b|on\b|toward)",
            r"\g<one> ",
        ),
        (
            r"(?:\b(?:goes|go|changes?|switch(?:es)?|moves?|shifts?|deploys?|turns?)\s+)?\b(?:from\s+)?(?:column|"
            r"line|skirmish(?:\s+order)?|open\s+order|mass)\s+(?:in)?to\s+(?:a\s+)?(?P<to>line|column|skirmish(?:\s+order)"
            r"?|open\s+order|mass)\b",
            r"form \g<to>",
        ),
        (
            r"(?P<whom>\b(?:on|at|against|upon|into|x|attacks?|hits?|fights?)\s+(?:the\s+)?(?-i:[A-Z])\w+(?:\s+(?-i:[A-Z])"
            r"\w+)?)\s+and\s+(?:his|her|their)\s+(?:friends?|pals?|cronies|merry\s+men|gang|mates?|budd(?:y|"
            r"ies)|companions?|neighbou?rs?)\b",
            r"\g<whom>",
        ),
        (
            r"(?<=[.!?;]\s)(?:the\s+)?(?-i:[A-Z])[\w' ]{1,24}?\s+knows?\s+(?:what|how|the|their|its|well)\b[^.;\d]*[.!]?",
            "",
        ),
        (r",(?:\s+(?-i:[a-z])+,)*(?:\s+(?-i:[a-z])+){1,3}\s+(?:&|and|n)\s+(?:all|everything)(?=\s*[.!;]|\s*$)", ""),
        (
            r"\b(?P<where>at\s+(?:work|school|mum's|the\s+\w+)|away|out|busy)\s+(?:til|till|until)\s+[^.;,]{1,12}$",
            r"\g<where>",
        ),
        (
            r"(?<=\w)\s+(?:and|&|n|with|w/|plus)\s+(?:all\s+)?(?:of\s+)?(?:his|her|their)\s+"
            r"(?:chum|pal|mate|buddy|partner|sidekick|companion|comrade|colleague|bunkmate|neighbou?r|friend|twin|counterpart)s?"
            r"\b(?!\s+(?-i:[A-Z])|\s+in\s+(?:arms|crime))",
            " and everyone with him",
        ),
        (
            r"(?P<hex>\b\d{4})(?P<sep>\s*[/,;|]\s*)(?P<who>[A-Za-z][A-Za-z/ ]{0,20}):\s*(?:the\s+)?same\s+(?:place"
            r"|hex|spot|destination|goal)(?=\s*[/,;|.]|\s*$)",
            r"\g<hex>\g<sep>\g<who>: \g<hex>",
        ),
        (
            r"(?<!\bmy )(?<!\bour )\b(?:the\s+)?(?:people|folk|families|women)\s+(?:of|from|at|in)\s+(?=\d{4})",
            "the villagers in ",
        ),
        # Nobody of some, and what is not to be done by some.
        (
            rf"\b{_NOBODY}\s+(?:with|under|w/?|from|in|at)\s+(?:the\s+)?(?P<who>{_WHOSE})"
            rf"(?:'s?)?(?:\s+(?:hex|stack|place|spot|lot|people|men|command|group|band))?\s+{_MAY}(?={_DOES})",
            r"everyone with \g<who> does not ",
        ),
        (
            r"\bno\s+(?P<what>(?:shoot|fir|mov|attack|charg|dismount|mount|advanc|pursu)in[g']?)\s+(?:from|by|at|out\s+of)\s+(?:hex\s+)?(?P<hex>\d{4})\b",
            r"everyone in \g<hex>: no \g<what>",
        ),
        (
            r"\b(?P<what>companies|company|men|troops?|people|units|boys|soldiers|bands?)\s+by\s+(?=(?:capt\w*|maj\w*|col\w*|gen\w*|the|old|chief)?\.?\s*(?-i:[A-Z])[a-z]{2})",
            r"\g<what> with ",
        ),
        (r"[.,;]\s*(?:and\s+)?who\s+cares\b[^.;\d]*", ""),
        (
            r"^(?:it(?:'s|\s+(?:seems|looks|would\s+be|might\s+be|is|may\s+be))?\s+)?(?:to\s+me\s+)?"
            r"(?:wise|wisest|best|better|safest|safer|prudent|sensible|smart|smartest|a\s+good\s+idea|time)\s+(?:now\s+)?to\s+(?:have|let)\s+",
            "let ",
        ),
        (r"(?P<who>\b(?-i:[A-Z])[\w/]*)\s*(?:-+>|=+>|>+|:|=)\s*with\s+(?=(?:them|him|it)\b)", r"\g<who> goes with "),
        (
            r"\b(?:is|are)\s+(?:fine|happy|good|ok|okay|comfy|comfortable|content|all\s+right|well|safe)\s+(?:right\s+)?"
            r"where\s+(?:they|it|he|she)(?:'s|'re|\s+(?:is|are|stands?))(?=\s*[.,;!]|\s*$)",
            "stay",
        ),
        (r",?\s+(?:k\s?thx(?:\s?bye)?|kthanks|ktnx)[.!]*$", ""),
        (r"\bgold[ -]?diggers\b", "miners"),
        (
            r"\b(?:throw|fling|drop|put|lay|lie|cast)s?\s+(?:(?:themselves|itself|himself|them)\s+)?(?:down\s+)?(?:flat\s+)?(?:on|onto|upon|to)\s+(?:the|their|its|his)\s+(?:belly|bellies|stomachs?|tumm(?:y|ies)|faces?)\b",
            "lie down",
        ),
        (r",?\s+(?:in|by)\s+hand[ -]to[ -]hand(?:\s+(?:fighting|fight|combat))?(?=,)", ","),
        (
            r"(?:,|\s-+)\s+(?:the|my|our|their|his)\s+(?:horses?|men|ponies|boys|lads|people|nags|mules|animals)\s+(?:are|is)\s+(?:much\s+)?(?:too\s+)?(?:much\s+)?(?:too\s+)?(?:tired|weary|blown|spent|hungry|thirsty|exhausted|done\s+in)(?=[.!]?\s*$)",
            "",
        ),
        (r",\s+i\s+find\s+(?:that\s+)?(?:there|it|the|he|they)\s+[^.,;:\d]{2,50}(?=[.!]?\s*$)", ""),
        (
            r"^(?-i:[iI])\s+(?:2|to)\s+(?P<hex>\d{4})(?:\s*,)?\s+(?=[A-Za-z]\s+(?:2|to)\s+\d{4})",
            r"Company I to \g<hex>, ",
        ),
        # Said by the way, and in other people's English.
        (r"^in\s+this\s+turn,?\s+", ""),
        (r",\s+they\s+(?:want|wish)\s+(?:only|just)\s+to\s+[^,;.\d]{2,30}(?=[.!]?\s*$)", ""),
        (r"(?<=[.;])\s*no\s+(?:other|further|more)\s+orders[.!]*\s*$", ""),
        (r",?\s+to\s+hold\s+[\w/]+'s\s+hands?\b", ""),
        (r",\s+where\s+(?:sits?|stands?|lies?)\s+[^,;.\d]{2,30}(?=[;.,]|$)", ""),
        (r"\bmust\s+to\s+(?=[a-z])", "must "),
        (
            r",\s*(?P<who>(?-i:[A-Z])[\w/]+(?:\s+(?:(?-i:[A-Z])\w+|in|the)){0,3})\s+not(?=[.!]?\s*$)",
            r"; \g<who> does not",
        ),
        # Who, and where they are.
        (
            r"\b(?P<who>(?-i:[A-Z])\w+)'s?\s+(?:bn|btn|battn|battalion)\s+\((?:all|with|incl)[^()\d]{2,40}\bhimself\)",
            r"\g<who> and his men",
        ),
        (
            r"\b(?:the\s+)?(?:running|fleeing|routed|routing|broken|retreating)\s+(?:soldiers|men|ones|boys|troopers|bluecoats)\s+of\s+(?=(?-i:[A-Z]))",
            "",
        ),
        (
            r"\b(?P<u>(?-i:[A-Z])\s+(?:troop|company|co\.?))\s*,\s*(?P<reg>\d{1,2}(?:d|nd|rd|th|st)\s+(?:cavalry|infantry|cav|inf)\.?)(?:,(?=\s+(?:is|are|will|shall|to|[a-z]+s)\b))?",
            r"\g<u> \g<reg>",
        ),
        (
            r"(?<=\d{4}),\s+(?-i:[A-Z])\w+(?:\s+(?-i:[A-Z])\w+)?'s\s+(?:lot|people|band|men|boys|gang|crowd|bunch)(?=\s*[.;,]|\s*$)",
            "",
        ),
        (
            r"\b(?P<to>to|visits?)\s+the\s+(?:companies|company|troops?|men|people|boys|lads)\s+(?:(?-i:[A-Z])(?:\s*(?:and|&|,)\s*(?-i:[A-Z]))*\s+)?(?:in|at)\s+(?=\d{4})",
            "go to ",
        ),
        (r"\b(?P<from>\d{4})\s*-+>\s*(?P<to>\d{4})\s*\((?P<who>[^()\d]{1,60}?)(?:\s+only)?\)", r"\g<who> -> \g<to>"),
        (r"\b(?P<hex>\d{4})\s+(?:stack|stk|group)\s*:\s*(?:(?:all|everyone)\b\s*)?", r"everyone in \g<hex> "),
        (r"(?P<hex>\d{4})\s*-+>\s*(?=(?:dismount|mount|prone|stay|hold|charge|limber|unlimber)\b)", r"\g<hex>, "),
        # What they do.
        (
            r"\b(?:remain|stay|keep|stick)s?\s+(?:mounted|in\s+the\s+saddle|on\s+horseback)(?:\s+as\s+(?:an?\s+)?(?:\w+\s+)?(?:reserve|support))?"
            r"(?=\s*[.;!]|\s*$)",
            "stay",
        ),
        (
            r"\bto\s+the\s+(?:horses|ponies|herd)\s+(?:in|at)\s+(?P<hex>\d{4})\s+and\s+(?:make\s+(?:that\s+)?(?:they|them)\s+(?:to\s+)?(?:run|go)(?:\s+(?:away|off))?"
            r")",
            r"to \g<hex> and scatter the herd",
        ),
        (
            r"\b(?:hop|get|jump|step)s?\s+off\s+(?:the\s+)?(?!hors|pon|nag|mount)\w+\s+(?:n|and|&)\s+(?:go|join|ride)s?\s+(?:w|w/|with|to)\s+(?=[a-z])",
            "join ",
        ),
        (
            r"\bleaves?\s+(?:the\s+)?[\w/]+\s+and\s+go(?:es)?\s+(?:and\s+)?(?:steady|join|hearten|encourage|cheer\s+up)\s+(?=the\b|[A-Z])",
            "join ",
        ),
        (
            r"\b(?P<hold>holds?)\s+(?:its|their|his)\s+ground\b(?:\s+(?:whatever\s+happens|no\s+matter\s+what))?",
            r"\g<hold>",
        ),
        # Whom they shoot at, and from how far.
        (
            r",?\s+(?:but|and|or)\s+if\s+(?:you\s+(?:rule|won't\s+have|forbid)\s+that(?:\s+out)?|(?:that|it|this)(?:'s|\s+is)\s+(?:not\s+(?:allowed|possible|legal)|out|illegal|impossible)"
            r"|(?:he|she|it|they)(?:'s|'re|\s+(?:is|are))\s+(?:gone|not\s+there|no\s+longer\s+there|away))\s*,?\s*(?:then\s+)?(?=(?:at|on)\s)",
            " else ",
        ),
        (r"\b(?:slowly,\s+)?at\s+half\s+rate\b,?", "half"),
        (
            r"\bsaves?\s+(?:his|their|its)\s+(?:last\s+)?(?:\w+\s+)?(?:cartridges?|rounds?|bullets?|ammo|ammunition)\b",
            "does not fire",
        ),
        (r"\b(?:blast|shoot|fire\s+at|shoot\s+at)s?\s+whoever(?:\s+(?:comes?|moves?))?(?=[.!]*\s*$)", "fire"),
        (
            r",?\s*\b(?:(?:only\s+)?(?:if|when)\s+(?:they'?re|there|they\s+are|he's|he\s+is|it's)\s+(?:in|within|inside|under|until|up\s+to|at\s+most)"
            r"|max(?:imum|\.)?\s+(?:rng|range)|(?:rng|range)\s+max\.?)\s+(?P<n>\d{1,2})\b(?!\d)(?:\s*hexes)?(?:\s+(?:near|away|off))?(?!\s*(?:\"|inch))",
            r" within \g<n>",
        ),
        (
            r",?\s*(?P<n>\b\d{1,2})\s*(?:\"|inch(?:es)?|hex(?:es)?)?\s+or\s+(?:less|under|closer|nearer|fewer)\b",
            r" within \g<n>",
        ),
        (
            r"\b(?P<do>chg|charges?)\s+(?:the\s+)?(?P<foe>[A-Z]\w+)\s+if\s+(?:he|it|they)(?:'s|'re|\s+(?:is|are))\s+(?:inside|within|under)\s+(?:a\s+foot|12\s*(?:inches|inch|\"))",
            r"if within 12 of \g<foe> charge \g<foe>",
        ),
        (
            r"(?P<form>\b(?:line|column|skirmish(?:ers)?|square)\b[^.;\d]{0,30}?),?\s+without\s+(?:going|moving)(?:\s+anywhere)?(?=\s*[.;!]|\s*$)",
            r"\g<form>",
        ),
        (
            r"\b(?P<verb>steps?)\s+(?P<far>(?:\d+(?:\.\d+)?|one|two|three|four|five|six|seven|eight|ten)\s*(?:inch(?:es)?|ins?\b|\"|hex(?:es)?)?)\s*(?P<way>forwards?|ahead|back(?:wards?)?)\b",
            r"\g<verb> \g<way> \g<far>",
        ),
        (r"(?<=[a-z] )along\s+(?=(?:towards?|to|into)\b)", ""),
        (r"\b(?P<verb>(?:sidestep|wheel|shift|slide)s?)\s+(?:to\s+)?(?-i:[Rr])\s+(?=\d)", r"\g<verb> right "),
        (r"\b(?P<verb>(?:sidestep|wheel|shift|slide)s?)\s+(?:to\s+)?(?-i:[Ll])\s+(?=\d)", r"\g<verb> left "),
        (r"\b(?:before|ahead\s+of)\s+(?:all\s+)?the\s+(?:others|rest)\s+(?=to\s+\d{4})", ""),
        (r"\bchang(?P<s>es?)\s+(?:over\s+)?to\s+(?=(?:the\s+)?(?:hex\s+)?\d{4})", "goes to "),
        (
            r"^(?P<who>\s*(?-i:[A-Z])[\w ]{1,24}),\s*(?P<hex>\d{4}):\s*(?:no\s+moves?|stays?|holds?|none|rests?"
            r"|waits?|as\s+(?:is|now|before))\W*$",
            r"\g<who> stays; all in \g<hex> stay",
        ),
        (r"\bcould\s+do\s+with\s+(?=an?\s+(?:look|peek|gander|peep)\b)", "has "),
        (
            r"\b(?:tuck|pop|bung|plonk|stick|settle)\s+(?P<who>[\w'/ ]{1,30}?)\s+"
            r"(?:in\s+|down\s+|up\s+)?(?:at|in|on)\s+(?=\d{4})",
            r"put \g<who> in ",
        ),
        (r"(?<=charged)\s+themselves\b", ""),
        (r",?\s+from\s+close\s+by,?(?=\s+at\b)", ""),
        (
            r"(?P<who>[\w)]),\s+(?P<but>without\s+(?:the\s+)?(?-i:[A-Z])\w*),\s+(?P<hex>(?:the\s+)?(?:hex\s+)?\d{4})(?=\s*[.!]?\s*$)",
            r"\g<who> \g<hex> \g<but>",
        ),
        (r"\b(?P<the>the|those|these|that)\s+fallen\s+(?:logs?|trees?|trunks?)\b", r"\g<the> windfall"),
        (r"\b(?P<let>let|have)\s+(?P<whom>it|them|him|her)\s+be\s+(?=[a-z]{4,}ed\b)", r"\g<let> \g<whom> "),
        (
            r"\b(?P<if>if|when)\s+(?:they|it|he)(?:'re|re|'s|\s+are|\s+is|\s+get|\s+gets)\s+charged\b(?=\s*,)",
            r"\g<if> charged",
        ),
        (
            r"^\s*(?:I'?m\s+|I\s+am\s+)?not\s+(?:keen\s+on|happy\s+(?:about|with)|fond\s+of|mad\s+about)\s+"
            r"(?P<who>(?:the\s+)?(?-i:[A-Z])\w*(?:\s+(?-i:[A-Z])\w*)?)\s+(?:being|standing|sitting|staying|stuck)\s+[^,.;:\d]+[,;.:]\s+"
            r"(?:so\s+)?(?P<verb>[a-z]+)\s+(?:them|him|her|it)\b",
            r"\g<verb> \g<who>",
        ),
        (
            r"\b(?P<if>if|when)\s+(?P<who>(?:the\s+)?(?:(?-i:[A-Z])\w*|they|it|he))\s+(?:will|shall|should)\s+be\s+(?=charged\b)",
            r"\g<if> \g<who> are ",
        ),
        (r",?\s*\bstand(?:ing)?\s+off\s+(?:at\s+)?(?=\d)", " at "),
        (r"\bfoot[ -]?soldiers\b", "infantry"),
        (r"(?<=[.!;])\s*once\s+bitten(?:,?\s+twice\s+shy)?[.!]*(?=\s|$)", ""),
        # What somebody does where they arrive: ``where it will dismount``, ``and dismounts when it gets there``.
        (
            r",?\s+(?:where(?:upon)?|after\s+which)\s+(?:it|they|he|she)\s+(?:(?:will|shall|must|should|is\s+to|are\s+to|then)\s+)+(?!be\b|have\b|see\b)",
            " and then ",
        ),
        (
            r"(?P<does>\s[a-z]+\w),?\s+(?:as\s+soon\s+as|when|once|after)\s+(?:it|they|he|she)(?:\s+(?:arrives?|gets?\s+there|(?:is|are)\s+there)|'re\s+there)\b",
            r"\g<does> there",
        ),
    )
)
