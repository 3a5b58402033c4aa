"""Reports to a side, and their look.

Why it is built so:

- Letters and orders are parsed in a worker process with a time limit, because some mail is made to be slow.
- A letter is tried three times in a row. A later retry would change the order of letters.
- If the GM's own template is broken, the letter keeps the facts as JSON and is rendered again when the template is
  fixed (`desk/outgoing/outbox.py`). Reports are not templates, only the frame of their HTML part is.
- **Languages.** There is one gettext catalogue a language, `locale/<language>/LC_MESSAGES/pbem.po`
  (docs/translating.md). Babel finds
  the messages and reads the file when a letter in that language is first written. There is no compiled `.mo`: a
  translator restarts the desk and sees the change, and reading the file takes a quarter of a second once.
- Rules and tellers speak English, whoever they speak to. Refusals, questions and reasons are parts of records, which are
  hashed, and old games have them in English already; the proof compares logs in the language they were told in. So a
  game's sentence is recognised by its message and translated when the letter is written (`reports/catalogue.py`):
  `TranslatedTeller` wraps every game's teller, and refusals, questions and costs are translated where letters show
  them. The messages are the f-strings themselves (`packaging/messages/extract.py`), so a rule needs no mark. What the
  house says uses `translate` and `translate_plural` as in any gettext program.
- Prose letters stay templates, one for each language, and are not in the catalogue. They are whole letters with loops
  and tables.
  A GM can replace them file by file, and a translator can move their paragraphs. A language without one gets the
  English letter whole.
- A letter beyond ASCII is UTF-8 in quoted-printable, its subject in encoded words. Replies are compared with what we sent
  after both are reduced to ASCII, so it does not matter what a mail program does to an umlaut.
- A picture costs about 60 ms and is made for those who ask for one.
- The daemon alone retries: after 1, 2, 4 ... 30 seconds. Retrying every 30 s is cheap and detects recovery.
- The desk counts as working when it has read its mailbox to the end. A mail server that is down moves deadlines just
  as if the desk itself had been down.
- What a report shows of a position is computed once for all sides (`systems/indian_wars/telling/position.py`) and cached
  with the position, which is a value.
"""
