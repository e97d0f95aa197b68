"""fenlei side by side with other libraries: `make bench`, or `python -m benchmarks --rows lda,gnb`.

Each row of the table is one task on one data set, raced between fenlei and its peers: the same data, taken in
turn, the best of several runs, after a first run that compiles. A machine's seconds mean little to others, so
what is reported are ratios, the agreement of the results, the memory and the growth.

`harness` measures, `suite` lists what, `table` writes it down.
"""
