"""Sentences about the service of a model and about the Studio: key: (English, Chinese)."""

MESSAGES = {
    "kind.request": ("the request", "请求"),
    "serve.packages": (
        "`fenlei serve` needs the package {package!r}, which is not installed; run `pip install 'fenlei[serve]'`.",
        "`fenlei serve` 需要未安装的包 {package!r}；请运行 `pip install 'fenlei[serve]'`。",
    ),
    "serve.open_host": (
        "--host {host}: others could use the service from outside of this machine; give a secret with --token or FENLEI_TOKEN.",
        "--host {host}：这会让其他机器也能使用该服务；请用 --token 或 FENLEI_TOKEN 给出口令。",
    ),
    "serve.short_token": (
        "The token has {count} letters and could be guessed; give one of at least {least}.",
        "口令只有 {count} 个字符，容易被猜中；请给出至少 {least} 个字符的口令。",
    ),
    "serve.address": (
        "The service cannot listen at {host}:{port} ({reason}); give another --host or --port.",
        "服务无法监听 {host}:{port}（{reason}）；请换一个 --host 或 --port。",
    ),
    "serve.host": (
        "The request calls the service by the name {host!r}, which is not this machine's; use 127.0.0.1 or localhost.",
        "请求所用的主机名 {host!r} 不是本机；请使用 127.0.0.1 或 localhost。",
    ),
    "serve.origin": (
        "The request comes from a page of {origin!r}; pages of other sites may not use the service.",
        "请求来自 {origin!r} 的网页；其他网站的网页不得使用该服务。",
    ),
    "serve.token": (
        "The request has no valid token; send the header Authorization: Bearer TOKEN.",
        "请求没有有效的口令；请发送请求头 `Authorization: Bearer TOKEN`。",
    ),
    "serve.busy": (
        "The service is answering {count} requests already; try again later.",
        "服务正在处理 {count} 个请求；请稍后再试。",
    ),
    "serve.path": (
        "There is nothing at {path}; the service has /predict, /health, /version and /openapi.json.",
        "{path} 不存在；服务提供 /predict、/health、/version 和 /openapi.json。",
    ),
    "serve.method": (
        "{path} does not take {method}; send {accepted}.",
        "{path} 不接受 {method}；请使用 {accepted}。",
    ),
    "serve.content_type": (
        "A body of type {given!r} is not accepted; send application/json or text/csv.",
        "不接受类型为 {given!r} 的请求体；请发送 `application/json` 或 `text/csv`。",
    ),
    "serve.bytes": (
        "The body has more than {most} bytes; send fewer rows per request.",
        "请求体超过 {most} 字节；请减少每次请求的行数。",
    ),
    "serve.row_count": (
        "The request has {count} rows, but at most {most} are accepted; send several requests.",
        "请求有 {count} 行，最多接受 {most} 行；请分多次发送。",
    ),
    "serve.working_count": (
        "The working of {count} rows is asked for, but at most {most} are accepted; send several requests, or leave out explain.",
        "请求给出 {count} 行的计算过程，最多接受 {most} 行；请分多次发送，或去掉 explain。",
    ),
    "serve.slow_client": (
        "The body had not arrived after {seconds:g} seconds; send it faster or in smaller parts.",
        "{seconds:g} 秒后请求体仍未收完；请加快发送或分批发送。",
    ),
    "serve.cut_off": (
        "The connection was closed before the whole body had arrived; send it again.",
        "连接在请求体收完之前已关闭；请重新发送。",
    ),
    "serve.slow_answer": (
        "The answer was not ready after {seconds:g} seconds; send fewer rows per request, or try again later.",
        "{seconds:g} 秒后仍未得出结果；请减少每次请求的行数，或稍后再试。",
    ),
    "serve.json": (
        "The body is not valid JSON ({reason}); send a list of objects, one per row.",
        "请求体不是有效的 JSON（{reason}）；请发送对象的列表，每行一个对象。",
    ),
    "serve.rows": (
        'The body has to be a list of objects, one per row, or {{"rows": [...]}}, with at least one row.',
        '请求体应为对象的列表（每行一个对象），或 `{{"rows": [...]}}`，且至少有一行。',
    ),
    "serve.row": (
        "Row {row} lacks column {column!r}, which the model uses; add it, with null if its value is missing.",
        "第 {row} 行缺少模型所用的列 {column!r}；请补上，缺失值用 null 表示。",
    ),
    "serve.value": (
        "Column {column!r}: row {row} has {given}, which a cell cannot hold; send a number, a text, true, false or null.",
        "列 {column!r}：第 {row} 行的值 {given} 不能放入单元格；请发送数值、文本、true、false 或 null。",
    ),
    "serve.column": (
        "The model does not know column {column!r}; it uses {accepted}; correct the name, or leave the column out with ignore_extra=true.",
        "模型没有列 {column!r}；它使用 {accepted}；请更正列名，或用 ignore_extra=true 忽略该列。",
    ),
    "serve.query": (
        "{name} has a value that is not accepted: {given!r}; give true or false.",
        "{name} 的值无效：{given!r}；请给出 true 或 false。",
    ),
    "serve.fault": (
        "The service failed ({kind}); its log has the details.",
        "服务出错（{kind}）；详情见其日志。",
    ),
    "studio.packages": (
        "`fenlei studio` needs the package {package!r}, which is not installed; run `pip install 'fenlei[studio]'`.",
        "`fenlei studio` 需要未安装的包 {package!r}；请运行 `pip install 'fenlei[studio]'`。",
    ),
    "studio.token": (
        "This page has no key to the Studio; open the address that the terminal shows, with everything after the #.",
        "此页面没有进入 Studio 的口令；请打开终端显示的完整地址，包括 # 之后的部分。",
    ),
    "studio.path": (
        "There is nothing at {path}.",
        "{path} 不存在。",
    ),
    "studio.no_file": (
        "{name} is not there yet; compare, train or predict first.",
        "{name} 尚不存在；请先比较、训练或预测。",
    ),
    "studio.no_job": (
        "No such job is running; start one.",
        "没有正在运行的这个任务；请先启动。",
    ),
    "studio.busy": (
        "A job is running; wait for it or cancel it.",
        "有任务正在运行；请等待其完成或取消。",
    ),
    "studio.job_ended": (
        "The job was ended by the system, perhaps for want of memory; its finished folds are kept, and it can be resumed.",
        "任务被系统终止，可能是内存不足；已完成的折已保存，可以继续。",
    ),
    "studio.no_table": (
        "No table is open; drop a file, or choose a bundled data set.",
        "尚未打开数据表；请拖入文件，或选择内置数据集。",
    ),
    "studio.no_target": (
        "{source} has no target yet; choose the column to predict.",
        "{source} 尚未指定目标；请选择要预测的列。",
    ),
    "studio.no_source": (
        "There is no file, folder or bundled data set {source!r}; correct the name, or start without one and drop a file on the page.",
        "没有名为 {source!r} 的文件、文件夹或内置数据集；请更正名称，或不带名称启动后将文件拖到页面上。",
    ),
    "studio.no_session": (
        "Folder {folder!r} holds neither a Studio nor the result of a comparison of a file; give the file itself.",
        "文件夹 {folder!r} 中既没有 Studio 的状态，也没有对文件的比较结果；请直接给出文件。",
    ),
    "studio.superseded": (
        "A newer question took the place of this one.",
        "此请求已被更新的请求取代。",
    ),
    "studio.interrupted": (
        "The calculation was stopped; ask again if it is still wanted.",
        "计算已停止；如仍需要请重新请求。",
    ),
    "studio.desk_ended": (
        "The calculation ended without an answer, perhaps for want of memory; the Studio has started afresh and nothing is lost. Use fewer rows, or start with a larger --memory.",
        "计算没有给出结果就结束了，可能是内存不足；Studio 已重新启动，没有丢失任何内容。请减少行数，或以更大的 --memory 启动。",
    ),
    "studio.memory": (
        "This needs more memory than the Studio may use; use fewer rows, or start with a larger --memory.",
        "所需内存超过 Studio 的限额；请减少行数，或以更大的 --memory 启动。",
    ),
    "studio.bytes": (
        "The file has more than {most} MB; start with a larger --max-upload, or name the file on the command line.",
        "文件超过 {most} MB；请以更大的 --max-upload 启动，或在命令行中直接指定文件。",
    ),
    "studio.suffix": (
        "The name {name!r} does not say what kind of table it is; accepted are {accepted}, also with .gz or .zst.",
        "无法从名称 {name!r} 判断数据表的格式；支持 {accepted}，也可带 .gz 或 .zst。",
    ),
    "studio.ask": (
        "There is nothing to ask by the name {name!r}.",
        "没有名为 {name!r} 的请求。",
    ),
    "studio.field": (
        "Field {name!r} has the value {given}; accepted is {accepted}.",
        "字段 {name!r} 的值为 {given}；可用的是 {accepted}。",
    ),
    "studio.column": (
        "There is no column {name!r}; the nearest is {nearest!r}.",
        "没有列 {name!r}；最接近的是 {nearest!r}。",
    ),
    "studio.no_result": (
        "No comparison of this table is finished; run one first.",
        "此数据表尚无完成的比较；请先运行。",
    ),
    "studio.no_folds": (
        "{model} has no complete set of folds; compare it first.",
        "{model} 没有完整的各折结果；请先参与比较。",
    ),
    "studio.two_classes": (
        "A threshold needs two classes and scores; {model} has {count} classes here.",
        "阈值需要两个类别和得分；{model} 此处有 {count} 个类别。",
    ),
    "studio.two_features": (
        "A plane needs two features; the table has {count}.",
        "平面需要两个特征；此表有 {count} 个。",
    ),
    "studio.one_feature": (
        "Both axes are {name!r}; choose two different features.",
        "两条轴都是 {name!r}；请选择两个不同的特征。",
    ),
    "studio.many_folds": (
        "{folds} folds of {rows} rows would take long here; set the parameters under Compare and run it.",
        "{rows} 行的 {folds} 折在此处耗时过长；请在“比较”中设置参数并运行。",
    ),
    "studio.one_model": (
        "Both models are {name}; choose two different ones.",
        "两个模型都是 {name}；请选择两个不同的模型。",
    ),
    "studio.no_probabilities": (
        "{model} has no probabilities; show its regions instead.",
        "{model} 不给出概率；请改为显示决策区域。",
    ),
    "studio.no_tree": (
        "The fitted {model} is not a single tree that can be edited.",
        "拟合得到的 {model} 不是可编辑的单棵树。",
    ),
    "studio.validation": (
        "Pruning by {method!r} needs validation rows; choose them first.",
        "按 {method!r} 剪枝需要验证集；请先选择。",
    ),
    "studio.command": (
        "{text}",
        "{text}",
    ),
    "studio.size": (
        "--{name} {given!r} is not a size; give bytes or such as 500m, 2g.",
        "--{name} {given!r} 不是大小；请给出字节数，或如 500m、2g。",
    ),
}
