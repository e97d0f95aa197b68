"""A saved model behind HTTP: rows in, classes and probabilities out, and on request the working.

Nothing here is imported by `import fenlei`; Starlette and uvicorn are the extra `fenlei[serve]`.

=============  =====================================================================
`limits`       what a request may ask for: bytes, rows, seconds
`faults`       errors as a status and one sentence in JSON
`guard`        who may ask: host, origin, token, number of requests at a time
`bodies`       a request's body as columns of values, read within the limits
`answers`      what the model returns for these columns, as JSON values
`description`  the service in the words of OpenAPI
`routes`       routes whose exceptions the guard words
`app`          the routes of a model
`running`      the process: checks before it starts, and uvicorn
=============  =====================================================================
"""
