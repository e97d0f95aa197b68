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
    "step.fit_terms": ("Weights of the terms of texts", "文本词语的权重"),
    "says.fit_terms": (
        "Each term of a text column is a column of the model; a term that few texts have counts more. A text becomes a row "
        "of length 1. The most frequent terms of {shown} of {count} text columns are shown.",
        "文本列的每个词语成为模型的一列；出现该词的文本越少，其权重越大。每段文本化为长度为 1 的一行。"
        "{count} 个文本列中显示 {shown} 列的最常见词语。",
    ),
    "step.fit_term_scores": ("Weights of the terms of texts", "文本词语的权重"),
    "says.fit_term_scores": (
        "A text becomes a row of length 1, in which a term that few texts have counts more, and the row becomes linear "
        "scores; those of a training row are learnt from the other rows. The most frequent terms of {shown} of {count} text "
        "columns are shown.",
        "每段文本化为长度为 1 的一行，出现该词的文本越少，其权重越大；再由该行得到线性得分，训练样本的得分由其余样本学得。"
        "{count} 个文本列中显示 {shown} 列的最常见词语。",
    ),
    "title.fit_terms": ("Text columns", "文本列"),
    "terms_of": ("terms", "词语数"),
    "terms_met": ("texts with a term, added up", "含词语的文本数之和"),
    "scores_made": ("scores", "得分数"),
    "step.row_terms": ("The text {name}", "文本 {name}"),
    "says.row_terms": (
        "The count c of each term times its weight g, divided by the length L of the row; {shown} of {count} terms are shown.",
        "每个词语的次数 c 乘以其权重 g，再除以该行的长度 L；{count} 个词语中显示 {shown} 个。",
    ),
    "step.row_term_scores": ("The text {name}", "文本 {name}"),
    "says.row_term_scores": (
        "The count c of each term times its weight g, divided by the length L of the row; then the scores. {shown} of "
        "{count} terms are shown.",
        "每个词语的次数 c 乘以其权重 g，再除以该行的长度 L；然后是得分。{count} 个词语中显示 {shown} 个。",
    ),
    "step.fit_category_means": ("Mean target of each category", "各类别取值的目标均值"),
    "says.fit_category_means": (
        "A column of many categories also becomes the mean target of its category, with ten rows of the overall mean added, "
        "and is scaled; that of a training row is learnt from other rows. The most frequent categories of {shown} of "
        "{count} columns are shown.",
        "取值很多的名义列还化为其取值的目标均值（加入十个总均值的样本），并缩放；训练样本的均值由其余样本学得。"
        "{count} 列中显示 {shown} 列最常见的取值。",
    ),
    "step.fit_category_shares": ("Mean target of each category", "各类别取值的目标均值"),
    "says.fit_category_shares": (
        "A column of many categories also becomes the share of each class in its category, with ten rows of the overall "
        "share added, and is scaled; that of a training row is learnt from other rows. Here y is 1 for {label} and else 0; "
        "the most frequent categories of {shown} of {count} columns are shown.",
        "取值很多的名义列还化为其取值中各类的比例（加入十个总比例的样本），并缩放；训练样本的比例由其余样本学得。"
        "这里 {label} 的 y 为 1，其余为 0；{count} 列中显示 {shown} 列最常见的取值。",
    ),
    "step.row_category_means": ("Mean target of the row's categories", "该样本各取值的目标均值"),
    "says.row_category_means": (
        "What the training rows of the same category had on average, smoothed and scaled; {shown} of {count} columns are "
        "shown.",
        "同一取值的训练样本的平均目标，经平滑与缩放；{count} 列中显示 {shown} 列。",
    ),
    "column": ("column", "列"),
    "given_value": ("given", "原值"),
    "filled_in": ("filled in", "填补值"),
    "prepared_as": ("taken as", "模型所用"),
    "zeros": ("0 in {count} columns", "{count} 列为 0"),
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
