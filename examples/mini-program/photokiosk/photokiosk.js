"use strict";
/** The client of the Photokiosk API: typed operations, uploads, idempotency keys, retries, and the wait for a result. */
Object.defineProperty(exports, "__esModule", { value: true });
exports.createPhotokiosk = createPhotokiosk;
const one_guest_ts_1 = require("./one-guest.js");
const repeat_call_ts_1 = require("./repeat-call.js");
const wait_for_result_ts_1 = require("./wait-for-result.js");
const operationsPath = '/index.php/v1/';
const repeatDefaults = { retriesMax: 4, waitMsMax: 30000, pause: repeat_call_ts_1.pauseByTimer };
/** Besides the operations that order a good. */
const keyedOperations = new Set([
    'end_guest_tokens',
    'ext_upload',
    'pay_order',
    'pay_orders',
    'refund_order',
    'report_problem',
]);
/** Operations that create something accept a key, so that a repetition has no second effect. */
function takesKey(name) {
    return name.startsWith('mark_order_') || keyedOperations.has(name);
}
/** Operations that make a guest of a caller without a token, and return the token of this guest. */
function makesGuest(name) {
    return name.startsWith('mark_order_') || name === 'face_consent';
}
function createPhotokiosk(options) {
    var _a;
    const { transport, onToken, credentials: kind = 'token' } = options;
    const rules = { ...repeatDefaults, ...options.retries };
    const base = options.baseUrl.replace(/\/+$/, '') + operationsPath;
    let token = (_a = options.token) !== null && _a !== void 0 ? _a : null;
    /** How many times `setToken` has changed the token. */
    let changes = 0;
    const asOneGuest = (0, one_guest_ts_1.oneGuest)(() => token !== null || kind === 'cookie');
    const credentials = () => token === null ? {} : { authorization: `Bearer ${token}` };
    const languageHeader = () => {
        const { language } = options;
        if (language === undefined)
            return {};
        return { 'accept-language': typeof language === 'string' ? language : language() };
    };
    /**
     * Keeps the token of a response, unless the app has changed the token since the request was sent, for example by a
     * sign-in. If another response has changed it, only the token of `end_guest_tokens` is kept: it is newer than all
     * others, which have ended with it.
     */
    function keepToken(header, name, sent) {
        if (header === null || header === token || kind === 'cookie' || changes !== sent.changes)
            return;
        if (token !== sent.token && name !== 'end_guest_tokens')
            return;
        token = header;
        onToken === null || onToken === void 0 ? void 0 : onToken(header);
    }
    async function send(name, body, { idempotencyKey, signal, photoLink }) {
        // Every repetition of the call has the same key.
        const newKey = () => (takesKey(name) ? transport.newKey() : undefined);
        const sentKey = idempotencyKey !== null && idempotencyKey !== void 0 ? idempotencyKey : (await newKey());
        const key = sentKey === undefined ? {} : { 'idempotency-key': sentKey };
        const link = photoLink === undefined ? {} : { 'photo-link': photoLink };
        const type = body.kind === 'json' ? { 'content-type': 'application/json' } : {};
        const sendNow = async () => {
            const sent = { token, changes };
            const answer = await (0, repeat_call_ts_1.repeatCall)(transport, {
                method: 'POST',
                url: base + name,
                headers: { ...credentials(), ...languageHeader(), ...key, ...link, ...type },
                body,
                signal: signal !== null && signal !== void 0 ? signal : null,
            }, 'always', rules);
            keepToken(answer.header('x-user-token'), name, sent);
            return answer;
        };
        return (0, repeat_call_ts_1.parsedBody)(await (makesGuest(name) ? asOneGuest(sendNow, signal !== null && signal !== void 0 ? signal : null) : sendNow()));
    }
    function post(name, body, more) {
        return send(name, { kind: 'json', text: JSON.stringify(body) }, more);
    }
    const fetchOrder = async (orderNo, signal = null) => (await post('fetch_order', { order_no: orderNo }, signal === null ? {} : { signal }));
    function openEvents(orderNo) {
        const { openStream } = transport;
        if (openStream === null)
            return null;
        return (lastEventId, signal) => openStream({
            method: 'GET',
            url: `${base}order_events?order_no=${encodeURIComponent(orderNo)}`,
            headers: { ...credentials(), ...(lastEventId === null ? {} : { 'last-event-id': lastEventId }) },
            body: { kind: 'none' },
            signal,
        });
    }
    return {
        call: async (name, ...[body, more]) => (await post(name, body !== null && body !== void 0 ? body : {}, more !== null && more !== void 0 ? more : {})),
        listGoods: async (more = {}) => (await post('goods_list', {}, more)),
        upload: async (file, more = {}) => (await send('ext_upload', { kind: 'file', file }, more)),
        async order(good, parameters = {}, more = {}) {
            // The good names the operation that orders it. All of them have the same response.
            const answer = await post(good.funct_name, { goods_id: good.id, ...parameters }, more);
            return answer.order_no;
        },
        pay: async (orderNo, choice = {}, more = {}) => (await post('pay_order', { order_no: orderNo, ...choice }, more)),
        payTogether: async (orderNos, choice = {}, more = {}) => (await post('pay_orders', { order_nos: orderNos.join(','), ...choice }, more)),
        fetchOrder: (orderNo, { signal = null } = {}) => fetchOrder(orderNo, signal),
        waitForResult: (orderNo, more = {}) => (0, wait_for_result_ts_1.waitForResult)({
            fetchOrder: (signal) => fetchOrder(orderNo, signal),
            openEvents: openEvents(orderNo),
            pause: rules.pause,
        }, more),
        token: () => token,
        setToken(next) {
            if (next !== token)
                changes += 1;
            token = next;
        },
    };
}
