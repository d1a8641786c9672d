"use strict";
/**
 * Calls by `wx.request` and `wx.uploadFile`, for WeChat mini programs. A mini program cannot read a response while it
 * arrives, so `waitForResult` polls. List the service's domain in the mini program's settings for request and uploadFile.
 */
Object.defineProperty(exports, "__esModule", { value: true });
exports.wechatTransport = wechatTransport;
const api_error_ts_1 = require("./api-error.js");
const transport_ts_1 = require("./transport.js");
const keyBytes = 16;
/** Frameworks on top of WeChat may return something else than the task. */
function endTask(task) {
    if (typeof task === 'object' && task !== null && 'abort' in task && typeof task.abort === 'function') {
        task.abort();
    }
}
function textOf(data) {
    return typeof data === 'string' ? data : JSON.stringify(data !== null && data !== void 0 ? data : '');
}
function answerOf({ statusCode, data, header = {} }) {
    // iOS and Android write the names of headers differently.
    const headers = new Map(Object.entries(header).map(([name, value]) => [
        name.toLowerCase(),
        typeof value === 'string' ? value : value.join(', '),
    ]));
    return {
        status: statusCode,
        body: textOf(data),
        header: (name) => { var _a; return (_a = headers.get(name.toLowerCase())) !== null && _a !== void 0 ? _a : null; },
    };
}
/**
 * The files of the transport are file paths, such as `tempFiles[0].tempFilePath` of `wx.chooseMedia`. `timeoutMs`: how long
 * a call may take. Default: 60 s, and 150 s for an upload.
 */
function wechatTransport(wx, { timeoutMs } = {}) {
    return {
        openStream: null,
        async send({ method, url, headers, body, signal }) {
            signal === null || signal === void 0 ? void 0 : signal.throwIfAborted();
            let abort = () => { };
            const answer = new Promise((resolve, reject) => {
                const ends = {
                    timeout: timeoutMs !== null && timeoutMs !== void 0 ? timeoutMs : (0, transport_ts_1.usualTimeoutMs)({ body }),
                    success: (response) => resolve(answerOf(response)),
                    fail: () => reject((0, api_error_ts_1.noAnswer)()),
                };
                const data = body.kind === 'json' ? { data: body.text } : {};
                const task = body.kind === 'file'
                    ? wx.uploadFile({ url, header: headers, filePath: body.file, name: 'file', ...ends })
                    : wx.request({ url, method, header: headers, dataType: 'text', ...data, ...ends });
                abort = () => {
                    // Reject first, because the end of the task calls `fail`.
                    reject(signal === null || signal === void 0 ? void 0 : signal.reason);
                    endTask(task);
                };
                signal === null || signal === void 0 ? void 0 : signal.addEventListener('abort', abort);
            });
            return answer.finally(() => signal === null || signal === void 0 ? void 0 : signal.removeEventListener('abort', abort));
        },
        newKey: () => new Promise((resolve, reject) => {
            wx.getRandomValues({
                length: keyBytes,
                success: ({ randomValues }) => resolve((0, transport_ts_1.hexDigits)(new Uint8Array(randomValues))),
                fail: ({ errMsg }) => reject(new Error(errMsg)),
            });
        }),
    };
}
