"""Sentences about pictures: key: (English, Chinese)."""

MESSAGES = {
    "plot.no_font": (
        "No font with Chinese letters was found, so they are drawn as boxes; install one, for example Noto Sans CJK "
        "(Debian: fonts-noto-cjk), and remove matplotlib's font cache.",
        "没有找到含汉字的字体，汉字将显示为方框；请安装一种，例如 Noto Sans CJK（Debian：fonts-noto-cjk），并删除 matplotlib 的字体缓存。",
    ),
    "plot.one_feature": (
        "Decision regions need two features, and there is {features}; choose another picture.",
        "决策区域需要两个特征，现有 {features} 个；请选择其他图形。",
    ),
    "plot.points": (
        "The rows to draw have the shape {shape}; (n, 2) or (n, 1) is needed.",
        "要绘制的样本形状为 {shape}；应为 (n, 2) 或 (n, 1)。",
    ),
    "plot.labels": (
        "The labels have the shape {shape}, but there are {rows} rows to draw; give one label per row.",
        "标签形状为 {shape}，但要绘制 {rows} 行；请为每行给出一个标签。",
    ),
    "plot.parameter": (
        "A validation curve of an estimator needs the name of a parameter and the values to try (name={name!r}, "
        "over={values}); give both.",
        "估计器的验证曲线需要参数名和要试的取值（name={name!r}，over={values}）；请都给出。",
    ),
    "plot.rows": (
        "{estimator}: its scores can only be computed from rows; give X and y after the estimator.",
        "{estimator}：要有样本才能计算得分；请在估计器之后给出 X 和 y。",
    ),
    "plot.choice": (
        "The choice of k is drawn from what choose_k found or from a KNeighborsClassifier with X and y; a {type} came.",
        "k 的选择图需要 choose_k 的结果，或 KNeighborsClassifier 与 X、y；现为 {type}。",
    ),
    "plot.no_scores": (
        "There are no scores to draw; give test_scores, or an estimator with X and y.",
        "没有可绘制的得分；请给出 test_scores，或估计器与 X、y。",
    ),
    "plot.scores": (
        "The scores have the shape {shape}, but there are {values} values; ({values},) or ({values}, folds) is needed.",
        "得分形状为 {shape}，但有 {values} 个取值；应为 {values} 个得分，或 {values} 行、每折一列。",
    ),
    "plot.plane": (
        "Feet of perpendiculars are drawn in a plane: rows (n, 2) and a direction (2,) other than 0 are needed, and "
        "the rows have the shape {shape}.",
        "垂足图画在平面上：需要 (n, 2) 的样本和非零的方向 (2,)，样本形状为 {shape}。",
    ),
    "plot.margin": (
        "A margin is drawn for two features and two classes; there are {features} features and {classes} classes.",
        "间隔图需要两个特征和两个类别；现有 {features} 个特征和 {classes} 个类别。",
    ),
}
