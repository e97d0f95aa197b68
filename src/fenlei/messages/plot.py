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
        "The rows to draw have the shape {shape}; (n, 2) is needed.",
        "要绘制的样本形状为 {shape}；应为 (n, 2)。",
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
