"""Sentences about command line: key: (English, Chinese)."""

MESSAGES = {
    "cli.same_file": (
        "{path}: this is the input of the command, which would be overwritten; give another path.",
        "{path}：这是命令的输入文件，写入会将其覆盖；请换一个路径。",
    ),
    "cli.model_suffix": (
        "{path}: a model is written to a file whose name ends in .fenlei; give {better!r}.",
        "{path}：模型文件名应以 .fenlei 结尾；请改用 {better!r}。",
    ),
    "cli.names": (
        "--{option}: the list of names cannot be read ({reason}); separate names by commas, and write one that contains a "
        "comma in double quotes.",
        "--{option}：无法读取名称列表（{reason}）；请用逗号分隔名称，含逗号的名称写在双引号中。",
    ),
    "cli.param": (
        "--param {given!r} is not accepted; write it as name=value, for example --param alpha=0.5.",
        "--param {given!r} 无效；请写成 名称=值，例如 --param alpha=0.5。",
    ),
    "cli.param_model": (
        "--param {given!r} does not say of which model; write model.name=value, for example logistic_regression.C=inf.",
        "--param {given!r} 没有指明模型；请写成 模型.名称=值，例如 logistic_regression.C=inf。",
    ),
    "cli.folds": (
        "--folds has a value that is not accepted: {given!r}; give a whole number of at least 2, or loo for leave-one-out.",
        "--folds 的值无效：{given!r}；请给出不小于 2 的整数，或 loo（留一法）。",
    ),
    "cli.suffix": (
        "{path}: rows cannot be written to a file of this kind; end its name in one of: {accepted}.",
        "{path}：不能写出这种文件；文件名应以下列之一结尾：{accepted}。",
    ),
    "cli.command": (
        "There is no command {name!r}; did you mean {nearest!r}? See `fenlei --help`.",
        "没有命令 {name!r}；是否想用 {nearest!r}？见 `fenlei --help`。",
    ),
    "cli.save_what": (
        "--save {path} needs the name of a data set; see `fenlei datasets`.",
        "--save {path} 需要数据集名称；见 `fenlei datasets`。",
    ),
    "cli.one_working": (
        "--row explains a prediction, --fit the fit and --score the scores; give one of them.",
        "--row 给出一次预测，--fit 给出拟合过程，--score 给出评价指标；请只给其中之一。",
    ),
    "cli.node_without_fit": (
        "--node belongs to --fit; add --fit.",
        "--node 须与 --fit 同用；请加上 --fit。",
    ),
}
