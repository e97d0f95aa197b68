"""The place Take away: key: (English, Chinese)."""

TEXTS = {
    "take.working": ("How the best model was fitted, as a page", "最佳模型的拟合推导（网页）"),
    "take.files": ("Files", "文件"),
    "take.download": ("Download", "下载"),
    "take.report": ("The report, one page that needs nothing else", "报告，自成一体的网页"),
    "take.result": ("All numbers of the comparison", "比较的全部数据"),
    "take.best": ("The best model, fitted to all rows", "最佳模型，用全部行拟合"),
    "take.decision": ("The decision that was kept", "已保存的决策"),
    "take.not_yet": ("not there yet", "尚不存在"),
    "take.predict": ("Predict a new file", "预测新文件"),
    "take.predict_help": (
        "The rows come back as they are, with the prediction in a new column; cells of the input are not changed.",
        "各行原样返回，并增加一列预测结果；输入的单元格不会改动。",
    ),
    "take.model": ("Model", "模型"),
    "take.best_name": ("the best model", "最佳模型"),
    "take.choose": ("File with new rows", "含新行的文件"),
    "take.proba": ("with probabilities", "附上概率"),
    "take.run": ("Predict", "预测"),
    "take.done": ("The predictions are ready.", "预测已完成。"),
    "take.code": ("The same in code", "用代码得到相同结果"),
    "take.code_help": (
        "Both give the result that is shown here, number for number.",
        "两者都给出与此处完全相同的结果。",
    ),
    "take.decider": ("A model that decides as was kept", "按已保存的决策作出判断的模型"),
    "take.costs": ("The costs of the decision as a table", "决策的代价表"),
}
