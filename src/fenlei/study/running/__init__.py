"""Running a comparison: every model on every fold.

==================  ============================================================
`plan`              which models, which folds
`task`              what all models share; jobs, progress and runs of a model
`fold`              one fold of one model, and the forecast of its cost
`calibrated_folds`  probabilities from the scores of all folds
`fold_queue`        the order in which folds are run
`run`               the whole plan
`refitting`         a compared model fitted to all rows
`fold_store`        finished folds on disk
`process_pool`      this process at first, several once it is worth it
`worker`            a process of the pool
`time_budget`       the cheapest models first, none started that will not finish
`memory_budget`     models that would not fit into memory are left out
`memory_limit`      what the system lets a process allocate
==================  ============================================================
"""
