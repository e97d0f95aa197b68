"""Running a comparison: every model on every fold.

===============  ============================================================
`plan`           which models, which folds
`fold_queue`     the order in which folds are run
`run`            one fold of one model, stored as it finishes
`fold_store`     finished folds on disk
`process_pool`   this process at first, several once it is worth it
`worker`         a process of the pool
`kernel_cache`   Numba's cache, shared by the processes
`time_budget`    the cheapest models first, none started that will not finish
`memory_budget`  models that would not fit into memory are left out
===============  ============================================================
"""
