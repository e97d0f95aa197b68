"""Commands that answer HTTP until they are ended.

========  ===============================================
`serve`   a saved model behind HTTP
`studio`  one local page from the table to the decision
========  ===============================================
"""
