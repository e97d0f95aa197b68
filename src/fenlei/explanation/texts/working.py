"""Words that all workings share."""

TEXTS: dict[str, tuple[str, str]] = {
    "head.fit": ("How {model} was fitted", "{model} 的拟合过程"),
    "fitted": ("{model} is fitted to {n} rows.", "{model} 已用 {n} 个样本拟合。"),
    "rounded": (
        "Numbers are shown with {digits} digits and computed without rounding; with dots stand the number of further terms "
        "and what they come to.",
        "数值显示 {digits} 位有效数字，计算时不舍入；省略号旁是其余项的个数与合计。",
    ),
    "frame_sentence": ("{caption}; {n} rows are drawn.", "{caption}；图中有 {n} 个样本。"),
    "picture": ("Picture: {sentence}", "图：{sentence}"),
    "source": ("Source: document {source}", "出处：文档 {source}"),
    "cut_frames": (
        "{count} of {total} steps are left out to keep the page small.",
        "为控制页面大小，{total} 步中省略了 {count} 步。",
    ),
    "cut_formulas": (
        "{count} of {total} formulas are left out to keep the page small.",
        "为控制页面大小，{total} 个公式中省略了 {count} 个。",
    ),
    "cut_lines": (
        "{count} of {total} lines are left out to keep the page small.",
        "为控制页面大小，{total} 行中省略了 {count} 行。",
    ),
    "more_frames": ("{count} more steps", "其余 {count} 步"),
    "step.fit_class_weights": ("Weights of the classes", "类别权重"),
    "says.fit_class_weights": (
        "Each row counts as much as the weight of its class says; the numbers of rows below are sums of these weights.",
        "每个样本按其类别的权重计数；下文的样本数都是这些权重之和。",
    ),
    "says.fit_class_weights_balanced": (
        "Each row counts so much that every class has the same weight in all: all rows, divided by the number of classes "
        "and the rows of the class.",
        "每个样本的权重使各类别的总权重相等：样本总数除以类别数与该类样本数之积。",
    ),
    "step.fit_class_weights_balanced": ("Weights of the classes", "类别权重"),
    "step.prepared": ("Preparation of the values", "数据预处理"),
    "says.prepared": (
        "The model takes standardised values: the mean of the training rows is subtracted, and the "
        "rest is divided by their standard deviation; a missing number is filled in first, and a category becomes 0 and 1. "
        "{shown} of {count} columns are shown.",
        "模型使用标准化后的值：减去训练样本的均值，再除以标准差；缺失的数值先填补，类别化为 0 和 1。"
        "{count} 列中显示 {shown} 列。",
    ),
    "step.prepared_minmax": ("Preparation of the values", "数据预处理"),
    "says.prepared_minmax": (
        "The model takes scaled values: the minimum of the training rows is subtracted, and the rest "
        "is divided by their range; a missing number is filled in first, and a category becomes 0 and 1. "
        "{shown} of {count} columns are shown.",
        "模型使用缩放后的值：减去训练样本的最小值，再除以极差；缺失的数值先填补，类别化为 0 和 1。"
        "{count} 列中显示 {shown} 列。",
    ),
    "step.prepared_numbers": ("Preparation of the values", "数据预处理"),
    "says.prepared_numbers": (
        "The model takes complete numbers: a missing number is filled in, and a category becomes 0 and 1. {shown} of "
        "{count} columns are shown.",
        "模型使用完整的数值：缺失的数值被填补，类别化为 0 和 1。{count} 列中显示 {shown} 列。",
    ),
    "title.prepared": ("Column by column", "逐列预处理"),
    "column": ("column", "列"),
    "given_value": ("given", "原值"),
    "filled_in": ("filled in", "填补值"),
    "prepared_as": ("taken as", "模型所用"),
    "missing_rows": ("missing", "缺失数"),
    "mean_or_least": ("subtracted", "减去"),
    "scale": ("divided by", "除以"),
    "made_columns": ("columns made", "生成列数"),
    "step.basis": ("Basis functions", "基函数"),
    "says.basis": (
        "The model is linear in functions φ of the features, computed from the row first; {shown} of {count} are shown.",
        "模型是特征的函数 φ 的线性函数，先由该样本算出；显示 {count} 个中的 {shown} 个。",
    ),
    "step.fit_basis": ("Basis functions", "基函数"),
    "says.fit_basis": (
        "The model is linear in functions φ of the features; those of training row {row}, {shown} of {count}.",
        "模型是特征的函数 φ 的线性函数；这里是训练样本 {row} 的函数值，显示 {count} 个中的 {shown} 个。",
    ),
    "step.decision": ("Decision", "判决"),
    "says.decision": ("The class of the largest value is chosen.", "取值最大的类别。"),
}
