"use strict";
/** Follows an order until it has an outcome: by its event stream, or by polling where no stream can be read. */
Object.defineProperty(exports, "__esModule", { value: true });
exports.outcomeOf = outcomeOf;
exports.waitForResult = waitForResult;
const api_error_ts_1 = require("./api-error.js");
const event_stream_ts_1 = require("./event-stream.js");
/** The client looks an order up after this time. After a minute without a change, the time grows with each look. */
const pollMs = 2000;
const pollMsMax = 15000;
const steadyPolls = 30;
const pollGrowth = 1.2;
/** The client waits at most this long, also if the service asks for more. */
const retryAfterMsMax = 60 * 60000;
/** Streams that end without an event before the client polls: a proxy may hold back the events. */
const emptyStreamsMax = 2;
/** A refund can take days, so an order in `wait_refund` has an outcome. @returns null while the order has none. */
function outcomeOf(order) {
    var _a;
    switch (order.status) {
        case 'cancal':
            return { kind: 'cancelled', order, resultUrl: null };
        case 'wait_refund': {
            const refund = ((_a = order.pay_ext_refund_data) === null || _a === void 0 ? void 0 : _a.state) === 'failed' ? 'failed' : 'pending';
            return { kind: order.deal_status === 'fail' ? 'failed' : 'refunding', order, resultUrl: null, refund };
        }
        case 'refund':
            return {
                kind: order.deal_status === 'fail' ? 'failed' : 'refunded',
                order,
                resultUrl: null,
                refund: 'done',
            };
        case 'pay':
            if (order.deal_status === 'done')
                return { kind: 'done', order, resultUrl: order.deal_result };
            return order.deal_status === 'fail' ? { kind: 'failed', order, resultUrl: null, refund: null } : null;
        case 'wait_pay':
            return null;
    }
}
/** @returns null for an event that the client does not know. */
function progressOf({ event, data }) {
    switch (event) {
        case 'order':
            return { kind: 'order', order: JSON.parse(data) };
        case 'queue':
            return { kind: 'queue', ...JSON.parse(data) };
        case 'progress':
            return { kind: 'progress', ...JSON.parse(data) };
        case 'declined':
            return { kind: 'declined', ...JSON.parse(data) };
        default:
            return null;
    }
}
/** @throws what `report` throws, which is the app's own error and must reach the app. */
async function followStream(stream, report) {
    let lastEventId = null;
    let hadEvents = false;
    let reporting = false;
    try {
        for await (const event of (0, event_stream_ts_1.eventsOf)(stream.pieces)) {
            hadEvents = true;
            lastEventId = event.id;
            const progress = progressOf(event);
            if (progress === null)
                continue;
            reporting = true;
            report(progress);
            reporting = false;
            const outcome = progress.kind === 'order' ? outcomeOf(progress.order) : null;
            if (outcome !== null)
                return { outcome, lastEventId, hadEvents };
        }
    }
    catch (error) {
        if (reporting)
            throw error;
        // The connection broke. The caller looks the order up and connects again.
    }
    return { outcome: null, lastEventId, hadEvents };
}
/** Reads one stream to its end. A stream that cannot be opened counts as one without events. */
async function connect(openEvents, lastEventId, signal, report) {
    const stream = await (openEvents === null || openEvents === void 0 ? void 0 : openEvents(lastEventId, signal).catch(() => null));
    signal === null || signal === void 0 ? void 0 : signal.throwIfAborted();
    if ((stream === null || stream === void 0 ? void 0 : stream.status) !== 200)
        return { outcome: null, lastEventId: null, hadEvents: false };
    const end = await followStream(stream, report);
    signal === null || signal === void 0 ? void 0 : signal.throwIfAborted();
    return end;
}
/** Failures during the wait that may pass. The order is not lost, so the wait goes on. */
function passes(error) {
    return error instanceof api_error_ts_1.ApiError && (error.status === 0 || error.status === 429 || error.status >= 500);
}
/** @param looks how many times the order has been looked up since it changed. */
function pollPauseMs(looks) {
    return Math.min(pollMsMax, pollMs * pollGrowth ** Math.max(0, looks - steadyPolls));
}
/** @throws ApiError, for example when the order is unknown; the reason of `signal` when it aborts. */
async function waitForResult({ fetchOrder, openEvents, pause }, { onProgress = () => undefined, signal: asked }) {
    var _a;
    const signal = asked !== null && asked !== void 0 ? asked : null;
    let lastEventId = null;
    let emptyStreams = openEvents === null ? emptyStreamsMax : 0;
    let known = '';
    let looks = 0;
    for (;;) {
        if (emptyStreams < emptyStreamsMax) {
            const end = await connect(openEvents, lastEventId, signal, onProgress);
            if (end.outcome !== null)
                return end.outcome;
            lastEventId = (_a = end.lastEventId) !== null && _a !== void 0 ? _a : lastEventId;
            emptyStreams = end.hadEvents ? 0 : emptyStreams + 1;
            if (end.hadEvents)
                looks = 0;
        }
        let askedMs = 0;
        const order = await fetchOrder(signal).catch((error) => {
            var _a;
            if (!passes(error))
                throw error;
            askedMs = Math.min(retryAfterMsMax, (_a = error.retryAfterMs) !== null && _a !== void 0 ? _a : 0);
            return null;
        });
        if (order !== null) {
            onProgress({ kind: 'order', order });
            const outcome = outcomeOf(order);
            if (outcome !== null)
                return outcome;
            const state = `${order.status} ${order.deal_status}`;
            looks = state === known ? looks : 0;
            known = state;
        }
        await pause(Math.max(askedMs, pollPauseMs(looks)), signal);
        looks += 1;
    }
}
