"use strict";
/**
 * The one error of a call to the service: the service refused (problem+json, RFC 9457), or no response
 * arrived. Choose the text for people by `reason`, `code` and `errors[].code`; `message` is English and meant
 * for logs.
 */
Object.defineProperty(exports, "__esModule", { value: true });
exports.ApiError = void 0;
exports.noAnswer = noAnswer;
exports.errorOfAnswer = errorOfAnswer;
exports.isShopClosed = isShopClosed;
exports.isFinalRefusal = isFinalRefusal;
class ApiError extends Error {
    constructor(fields) {
        var _a, _b, _c, _d, _e;
        super((_a = fields.detail) !== null && _a !== void 0 ? _a : '');
        this.name = 'ApiError';
        this.code = fields.code;
        this.status = fields.status;
        this.reason = (_b = fields.reason) !== null && _b !== void 0 ? _b : null;
        this.errors = (_c = fields.errors) !== null && _c !== void 0 ? _c : [];
        this.retryAfterMs = (_d = fields.retryAfterMs) !== null && _d !== void 0 ? _d : null;
        this.requestId = (_e = fields.requestId) !== null && _e !== void 0 ? _e : null;
    }
}
exports.ApiError = ApiError;
/** Node and mini programs do not know whether the device has a network. */
function isOffline() {
    return 'navigator' in globalThis && Reflect.get(globalThis.navigator, 'onLine') === false;
}
/** `offline`: the device has no network. `unreachable`: the service did not respond. */
function noAnswer() {
    const code = isOffline() ? 'offline' : 'unreachable';
    return new ApiError({ code, status: 0, detail: `The service is ${code}: no response arrived.` });
}
function isRecord(value) {
    return typeof value === 'object' && value !== null;
}
function textOf(value) {
    return typeof value === 'string' ? value : null;
}
function paramsOf(value) {
    if (!isRecord(value))
        return {};
    const usable = Object.entries(value).flatMap(([name, each]) => typeof each === 'string' || typeof each === 'number' ? [[name, each]] : []);
    return Object.fromEntries(usable);
}
function fieldErrorsOf(value) {
    if (!Array.isArray(value))
        return [];
    return value.filter(isRecord).map(({ pointer, detail, code, params }) => { var _a, _b; return ({
        pointer: (_a = textOf(pointer)) !== null && _a !== void 0 ? _a : '',
        detail: (_b = textOf(detail)) !== null && _b !== void 0 ? _b : '',
        code: textOf(code),
        params: paramsOf(params),
    }); });
}
/** A proxy in front of the service responds with HTML: its status decides the code. */
function codeOfStatus(status) {
    return status >= 502 && status <= 504 ? 'unavailable' : 'internal';
}
function parsed(body) {
    try {
        const value = JSON.parse(body);
        return isRecord(value) ? value : {};
    }
    catch (_a) {
        return {};
    }
}
/** The service sends seconds; a proxy in front of it may send a date (RFC 9110, 10.2.3). */
function retryAfterMsOf(header) {
    if (header === null)
        return null;
    if (/^\d+$/.test(header))
        return Number(header) * 1000;
    const waitMs = header.endsWith('GMT') ? Date.parse(header) - Date.now() : Number.NaN;
    // The clock of the device may be fast: a time in the past is no reason to repeat the call at once.
    return waitMs > 0 ? waitMs : null;
}
/** @param header reads one header of the response. */
function errorOfAnswer(status, body, header) {
    var _a, _b;
    const { code, detail, reason, errors } = parsed(body);
    return new ApiError({
        code: (_a = textOf(code)) !== null && _a !== void 0 ? _a : codeOfStatus(status),
        status,
        detail: (_b = textOf(detail)) !== null && _b !== void 0 ? _b : `HTTP status ${status}`,
        reason: textOf(reason),
        errors: fieldErrorsOf(errors),
        retryAfterMs: retryAfterMsOf(header('retry-after')),
        requestId: header('x-request-id'),
    });
}
/** Whether the operator has closed the shop for new orders. It may stay closed for weeks. */
function isShopClosed({ reason }) {
    return reason === 'shop_closed';
}
/**
 * Statuses after which a later retry can succeed: the request took too long, is still being processed, or
 * came too soon after others.
 */
const passingStatuses = [408, 409, 429];
/** Whether the service would refuse the same call again. */
function isFinalRefusal({ status }) {
    return status >= 400 && status < 500 && !passingStatuses.includes(status);
}
