"""Engines: where the leaves of a scan are worked on. They know no mathematics, and no estimator knows them.

An engine has two functions (`rows.engine.Engine`), and is found by name; its library is imported then, by
its module alone.

=============  =====================================================================
`naming`       `on`: from a name, an address or a client to an engine
`alike`        workers must have our versions; whether their processors are ours
`cutting`      tasks: runs of leaves that are nodes of the tree of merges
`executor`     any `concurrent.futures.Executor`, among them threads
`dask`         a Dask cluster, by futures alone
`spark`        Spark, by `mapInArrow` over task numbers
`work_folder`  sums of finished passes, from which a stopped fit continues
`kept_values`  summaries as data and back
=============  =====================================================================
"""

from fenlei.public_names import attach_stub

__getattr__, __dir__, __all__ = attach_stub(__name__, __file__)
