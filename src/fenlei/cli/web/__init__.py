"""Commands that answer HTTP until they are ended.

=======  ==========================
`serve`  a saved model behind HTTP
=======  ==========================
"""
