"""One local page from the table to the decision: `fenlei studio`.

Nothing here is imported by `import fenlei`; Starlette and uvicorn are the extra `fenlei[studio]`. There are
three processes: the *server* moves bytes and imports no NumPy; the *desk* holds the table and the models and
answers small questions; a *job* compares, and is killed to cancel it. Messages between them are JSON with raw
arrays.

============  ================================================================================
server        imports no NumPy
------------  --------------------------------------------------------------------------------
`running`     the process: socket, token, browser, Ctrl-C
`app`         the routes of the page and of `/api`
`answers`     what the routes under `/api` do
`guard`       who may ask: host, origin, token; the headers of the page
`faults`      errors of the page as a status and one sentence
`uploads`     bodies that arrive: tables within a limit, documents
`session`     what is being studied, kept as `studio.json` in the folder
`resuming`    what a folder of an earlier comparison, or a model file, holds
`events`      what happened, as numbered lines that a page can take up again
`children`    a child process and its pipes
`desk_line`   asks to the desk: one at a time, the newest of each panel; restarts it
`jobs`        the one job: start, skip a model, cancel
------------  --------------------------------------------------------------------------------
children      may import everything
------------  --------------------------------------------------------------------------------
`wire`        messages between the processes (also used by the server)
`desk`        the program of the desk
`job`         the program of a job
`facts`       what the desk knows: table, plan, result, models
`lessons`     the examples of the books, and how each is worked out
`asks`        what can be asked of the desk: (facts, ask) -> answer, a closed list
------------  --------------------------------------------------------------------------------
`texts`       every word of the page, in English and Chinese
`static`      the page: hand-written modules; README.md there says how they are arranged
============  ================================================================================
"""
