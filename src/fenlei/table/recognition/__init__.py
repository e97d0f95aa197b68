"""What the values of a column are.

==============  =====================================================
`dates`         dates, and what becomes of them
`distinct`      the different values of a column of numbers
`kinds`         the rules that find the kind of a column
`identifiers`   integers that number the rows
`number_forms`  numbers with decimal commas, currencies and the like
==============  =====================================================
"""
