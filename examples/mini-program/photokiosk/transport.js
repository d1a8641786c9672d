"use strict";
/** How requests reach the service. `fetch-transport.ts` and `wechat-transport.ts` implement it. */
Object.defineProperty(exports, "__esModule", { value: true });
exports.usualTimeoutMs = usualTimeoutMs;
exports.hexDigits = hexDigits;
/** A call that decodes a large photo takes seconds on a busy service, so the limit is far above that. */
const callMsMax = 60000;
/** Over a slow line, an upload may take two minutes before the service ends it with an error that says why. */
const uploadMsMax = 150000;
/** How long a request may take if the app has set no limit. */
function usualTimeoutMs({ body }) {
    return body.kind === 'file' ? uploadMsMax : callMsMax;
}
function hexDigits(bytes) {
    return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
