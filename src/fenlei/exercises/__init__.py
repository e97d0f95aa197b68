"""Exercises for a class: a small table with friendly numbers, questions, and answers with the full working.

    exercise("id3", rows=8, seed=7)  ->  Exercise

The same kind, rows and seed give the same exercise on any machine and in both languages. The answers are
the numbers of a model that is fitted to the table, the working is that of `explanation`; an exercise that
would be degenerate (one class, a tie, no gain) or has unwieldy numbers is drawn again.

==========  ===================================================================
`making`    `exercise` and the list of kinds: draw until the exercise is good
`asking`    what a family draws, and the questions in the reader's language
`sheet`     the records: Exercise, Question
`draws`     random draws that are the same on any machine
`fitting`   a table of columns, a model fitted to it, its workings
`friendly`  which numbers are short fractions, and how they are written
`themes`    the words of the tables: apples, loans, outings, patients
`families`  what is drawn and asked, family by family
`printing`  sheets and answer sheets as text, LaTeX and HTML
`texts`     every text, in English and Chinese
==========  ===================================================================
"""

from fenlei.public_names import attach_stub

__getattr__, __dir__, __all__ = attach_stub(__name__, __file__)
