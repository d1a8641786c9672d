"use strict";
/** Sends a request, and repeats it while its failure may pass: no response, 429, 502, 503, or a key in use. */
Object.defineProperty(exports, "__esModule", { value: true });
exports.pauseByTimer = pauseByTimer;
exports.repeatCall = repeatCall;
exports.parsedBody = parsedBody;
const api_error_ts_1 = require("./api-error.js");
const firstPauseMs = 500;
const pauseMsMax = 8000;
function pauseByTimer(ms, signal) {
    return new Promise((resolve, reject) => {
        signal === null || signal === void 0 ? void 0 : signal.throwIfAborted();
        const abort = () => {
            clearTimeout(timer);
            reject(signal === null || signal === void 0 ? void 0 : signal.reason);
        };
        const timer = setTimeout(() => {
            signal === null || signal === void 0 ? void 0 : signal.removeEventListener('abort', abort);
            resolve();
        }, ms);
        signal === null || signal === void 0 ? void 0 : signal.addEventListener('abort', abort);
    });
}
/** Statuses that a proxy may send after the service has acted; 0: no response arrived. */
const unclearStatuses = [0, 502, 503, 504];
function mayPass(error, repeatable) {
    const { status, code } = error;
    if ((0, api_error_ts_1.isShopClosed)(error))
        return false;
    if (status === 429 || code === 'request_in_flight')
        return true;
    return repeatable === 'always' && unclearStatuses.includes(status);
}
function pauseMs(error, attempt) {
    var _a;
    return (_a = error.retryAfterMs) !== null && _a !== void 0 ? _a : Math.min(firstPauseMs * 2 ** attempt, pauseMsMax);
}
/** @throws ApiError for every status other than 2xx. */
async function sendOnce(transport, request) {
    const answer = await transport.send(request);
    if (answer.status >= 200 && answer.status < 300)
        return answer;
    throw (0, api_error_ts_1.errorOfAnswer)(answer.status, answer.body, answer.header);
}
/** @throws ApiError of the last attempt. */
async function repeatCall(transport, request, repeatable, { retriesMax, waitMsMax, pause }) {
    for (let attempt = 0;; attempt += 1) {
        try {
            return await sendOnce(transport, request);
        }
        catch (error) {
            if (!(error instanceof api_error_ts_1.ApiError) || attempt >= retriesMax || !mayPass(error, repeatable))
                throw error;
            const wait = pauseMs(error, attempt);
            if (wait > waitMsMax)
                throw error;
            await pause(wait, request.signal);
        }
    }
}
/** @throws ApiError when the body is not JSON: for example, a public network's sign-in page has status 200. */
function parsedBody(answer) {
    if (answer.status === 204)
        return undefined;
    try {
        return JSON.parse(answer.body);
    }
    catch (_a) {
        throw (0, api_error_ts_1.noAnswer)();
    }
}
