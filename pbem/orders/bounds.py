"""Limits on one letter: far more than a player writes, and few enough that nobody else waits.

Whatever is left out by one of these, the answer to the letter says so.
"""

MOST_LINES = 2000
"""Own lines that are read."""
LONGEST_LINE = 2000
"""Characters of a line that is read."""
MOST_ALIKE = 10
"""Lines of the same words that are read: an order may be given more than once, but not by the hundred."""
MOST_STANDING_READ = 220
"""Lines of policies and other standing orders that are read: more than one side may have in force."""
MOST_ORDERS = 300
"""Lines of orders that are read: more than one for each unit of the largest game, and no more work than one letter is given."""
MOST_LISTED = 300
"""Lines on file that one letter lists; `orders` says how to see them, and nothing of them is lost."""
MOST_EXPLAINED = 60
"""Refused lines that are explained one by one, with what may have been meant; the others are named by their numbers."""
MOST_PROSE_LINES = 120
"""Lines in people's own words that are read; of the others the answer says that they were not looked at."""
MOST_CANDIDATES = 400
"""Orders that lines in people's own words may mean, and that are tried on the position."""
PROSE_COUNTS = 10
"""A line in people's own words counts for so many where lines are judged again."""
MOST_PROSE = 200
"""Lines of chat after which nothing near a wrong name is looked for any more."""
MOST_QUESTIONS = 12
"""Questions to the desk that one letter has answered: `map 3413`, `help fire`, `status`."""
MOST_NUMBERS = 200
"""Numbers that are read as answers to the questions of a report."""
MOST_COMMANDS = 60
"""Commands of one kind that are carried out: `cancel order 3`."""
MOST_STANDING = 200
"""Standing orders that one side may have in force."""
