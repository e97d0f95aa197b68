"""Sentences about the service of a model: key: (English, Chinese)."""

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
}
