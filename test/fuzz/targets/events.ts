/** The target `events`: streams of events of orders in every state, and the number at which a client resumes. */

import fc from 'fast-check';
import { plainName } from '../operations.ts';
import { requestTarget } from '../request-target.ts';
import { requestText } from '../request-text.ts';
import { hostileText } from '../values.ts';
import { personFor } from './request-headers.ts';

const orderNo = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom('{{unpaid}}', '{{paid}}', '{{cancelled}}') },
  { weight: 1, arbitrary: hostileText },
);

const lastEventId = fc.oneof(
  fc.constantFrom('0', '1', '2', '3', '999999999', '1000000000', '-1', '1.5', '٣', '0x1', ' 1 ', '1, 2', ''),
  hostileText.map((text) => text.replaceAll(/[\r\n]/g, '').slice(0, 60)),
);

/** Headers of the requests, also unusual ones: another media type, a wrong `Last-Event-ID`, or two of them. */
const headers = fc.record({
  accept: fc.constantFrom('text/event-stream', '*/*', 'application/json', ''),
  ids: fc.array(lastEventId, { maxLength: 2 }),
});

const query = fc
  .tuple(
    orderNo,
    fc.constantFrom('order_no=', 'order_no=', 'order_no=', 'order_no[]=', 'ORDER_NO=', 'x=1&order_no='),
  )
  .map(([value, name]) => `${name}${plainName(value)}`);

/** @returns why a browser could not read this event stream by the rules of WHATWG HTML, 9.2.6; null if it could. */
export function judgeEvents(body: string): string | null {
  // Leave out the text after the last complete block, because the client may stop reading in the middle of a block.
  const blocks = body.split('\n\n').slice(0, -1);
  let lastId = -1;
  for (const block of blocks) {
    const fields = new Map<string, string>();
    for (const line of block.split('\n')) {
      const [, name, value = ''] = /^(event|id|data|retry): (.*)$/.exec(line) ?? [];
      if (name === undefined && !line.startsWith(':')) return 'a line of the stream is not an event field';
      if (name === undefined) continue;
      if (fields.has(name)) return `an event has two fields ${name}`;
      fields.set(name, value);
    }
    if (fields.has('event') && !isObject(fields.get('data') ?? ''))
      return 'the data of an event are no JSON object';
    const id = fields.get('id');
    if (id === undefined) continue;
    if (!/^\d+$/.test(id) || Number(id) <= lastId) return 'the ids of events do not grow';
    lastId = Number(id);
  }
  return null;
}

function isObject(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value);
  } catch {
    return false;
  }
}

export const eventsTarget = requestTarget({
  name: 'events',
  inputs: fc
    .record({
      query,
      headers,
      method: fc.constantFrom('GET', 'GET', 'GET', 'GET', 'HEAD', 'POST'),
      person: personFor('/'),
    })
    .map(({ query, headers, method, person }) =>
      requestText({
        method,
        target: `/index.php/v1/order_events?${query}`,
        headers: [
          ...person,
          ...(headers.accept === '' ? [] : [`Accept: ${headers.accept}`]),
          ...headers.ids.map((id) => `Last-Event-ID: ${id}`),
        ],
      }),
    ),
  dictionary: [
    'Last-Event-ID: ',
    'order_no={{paid}}',
    '{{cancelled}}',
    '&',
    '%0a',
    '\r\nLast-Event-ID: 1',
    '#',
    '?',
  ],
  judgeStream: judgeEvents,
});
