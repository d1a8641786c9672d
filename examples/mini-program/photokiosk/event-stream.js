"use strict";
/** Parses Server-Sent Events (WHATWG HTML, 9.2.6), piece by piece. */
Object.defineProperty(exports, "__esModule", { value: true });
exports.eventsOf = eventsOf;
const longestLine = 1000000;
/** @throws Error when the stream is no event stream: a line without end. */
async function* eventsOf(pieces) {
    var _a, _b;
    let rest = '';
    let event = '';
    let data = [];
    let id = null;
    for await (const piece of pieces) {
        rest += piece;
        // A carriage return at the end may be the first half of a line break.
        const lines = rest.split(/\r\n|\n|\r(?!$)/);
        rest = (_a = lines.pop()) !== null && _a !== void 0 ? _a : '';
        if (rest.length > longestLine)
            throw new Error('the event stream has a line without end');
        for (const line of lines) {
            if (line === '') {
                if (data.length > 0)
                    yield { event: event || 'message', data: data.join('\n'), id };
                event = '';
                data = [];
                continue;
            }
            const [, field, value = ''] = (_b = /^([^:]*):? ?(.*)$/s.exec(line)) !== null && _b !== void 0 ? _b : [];
            if (field === 'event')
                event = value;
            else if (field === 'data')
                data.push(value);
            else if (field === 'id')
                id = value;
        }
    }
}
