"use strict";
/** How requests reach the service. `fetch-transport.ts` and `wechat-transport.ts` implement it. */
Object.defineProperty(exports, "__esModule", { value: true });
exports.hexDigits = hexDigits;
function hexDigits(bytes) {
    return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
