"""Help of the commands and options for files that are read in passes."""

TEXTS: dict[str, tuple[str, str]] = {
    "help.on": (
        "Where files are read and summed: threads, dask or spark (on this machine), dask://host:port, sc://host:port.",
        "在何处读取文件并求和：threads、dask 或 spark（本机）、`dask://host:port`、`sc://host:port`。",
    ),
    "help.work": (
        "A folder that keeps the sums of finished passes; the same command continues there.",
        "保存已完成各遍之和的文件夹；再次运行同一命令时从那里继续。",
    ),
    "help.pass_memory": (
        "Memory to keep to, such as 600m or 2g; a file above a quarter of it is read in passes.",
        "内存上限，例如 600m、2g；超过其四分之一的文件将逐遍读取。",
    ),
    "help.skip_bad_files": (
        "Leave out files that cannot be read, and say so, rather than stop at the first.",
        "略去无法读取的文件并加以说明，而不是在第一个处停止。",
    ),
    "help.missing_columns": (
        "Take a column that a file lacks as missing values there.",
        "某个文件缺少的列在该文件中按缺失值处理。",
    ),
    "help.sample_rows": (
        "Rows of large files that models are compared on (200000); the best is fitted to all.",
        "大文件中用来比较模型的行数（默认 200000）；最优模型在全部行上拟合。",
    ),
    "help.summarise": (
        "Sum the rows of a site like a given model: a file without rows, which `fenlei merge` joins.",
        "按给定的模型对一个站点的行求和：得到不含行的文件，由 `fenlei merge` 合并。",
    ),
    "help.merge": (
        "Join the sums of several sites to the model of all their rows.",
        "把多个站点的和合并成全部行的模型。",
    ),
    "help.least_count": (
        "Fewest rows of a class, or of a category within a class; fewer are refused.",
        "每个类别、或类别内每个取值的最少行数；不足则拒绝。",
    ),
}
