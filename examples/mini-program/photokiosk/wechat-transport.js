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
        send: ({ method, url, headers, body, signal }) => new Promise((resolve, reject) => {
            signal === null || signal === void 0 ? void 0 : signal.throwIfAborted();
            const ends = {
                timeout: timeoutMs !== null && timeoutMs !== void 0 ? timeoutMs : (0, transport_ts_1.usualTimeoutMs)({ body }),
                success: (answer) => resolve(answerOf(answer)),
                fail: () => reject((0, api_error_ts_1.noAnswer)()),
            };
            if (body.kind === 'file') {
                wx.uploadFile({ url, header: headers, filePath: body.file, name: 'file', ...ends });
                return;
            }
            const data = body.kind === 'json' ? { data: body.text } : {};
            wx.request({ url, method, header: headers, dataType: 'text', ...data, ...ends });
        }),
        newKey: () => new Promise((resolve, reject) => {
            wx.getRandomValues({
                length: keyBytes,
                success: ({ randomValues }) => resolve((0, transport_ts_1.hexDigits)(new Uint8Array(randomValues))),
                fail: ({ errMsg }) => reject(new Error(errMsg)),
            });
        }),
    };
}
