"use strict";
/** Follows an order until it has an outcome: by its event stream, or by polling where no stream can be read. */
Object.defineProperty(exports, "__esModule", { value: true });
exports.outcomeOf = outcomeOf;
exports.waitForResult = waitForResult;
const api_error_ts_1 = require("./api-error.js");
const event_stream_ts_1 = require("./event-stream.js");
const pollMs = 2000;
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
async function followStream(stream, report) {
    let lastEventId = null;
    let hadEvents = false;
    try {
        for await (const event of (0, event_stream_ts_1.eventsOf)(stream.pieces)) {
            hadEvents = true;
            lastEventId = event.id;
            const progress = progressOf(event);
            if (progress === null)
                continue;
            report(progress);
            const outcome = progress.kind === 'order' ? outcomeOf(progress.order) : null;
            if (outcome !== null)
                return { outcome, lastEventId, hadEvents };
        }
    }
    catch (_a) {
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
/** @throws ApiError, for example when the order is unknown; the reason of `signal` when it aborts. */
async function waitForResult({ fetchOrder, openEvents, pause }, { onProgress = () => undefined, signal: asked }) {
    var _a;
    const signal = asked !== null && asked !== void 0 ? asked : null;
    let lastEventId = null;
    let emptyStreams = openEvents === null ? emptyStreamsMax : 0;
    for (;;) {
        if (emptyStreams < emptyStreamsMax) {
            const end = await connect(openEvents, lastEventId, signal, onProgress);
            if (end.outcome !== null)
                return end.outcome;
            lastEventId = (_a = end.lastEventId) !== null && _a !== void 0 ? _a : lastEventId;
            emptyStreams = end.hadEvents ? 0 : emptyStreams + 1;
        }
        try {
            const order = await fetchOrder(signal);
            onProgress({ kind: 'order', order });
            const outcome = outcomeOf(order);
            if (outcome !== null)
                return outcome;
        }
        catch (error) {
            if (!passes(error))
                throw error;
        }
        await pause(pollMs, signal);
    }
}
