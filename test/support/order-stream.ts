/** Reads an order's event stream as a browser's `EventSource` does, but never reconnects. */

import { type Fields, fieldsOf } from './http-client.ts';

export interface StreamEvent {
  readonly event: string;
  /** The text of the `id:` line; null without such a line. */
  readonly id: string | null;
  readonly data: Fields;
}

export interface StreamOptions {
  readonly token?: string | null;
  readonly lastEventId?: string;
  readonly timeoutMs?: number;
}

/**
 * Yields every event until the service ends the stream.
 * @throws Error when the stream is refused, or has not ended after `timeoutMs`.
 */
export async function* orderEvents(
  baseUrl: string,
  orderNo: string,
  { token = null, lastEventId, timeoutMs = 180_000 }: StreamOptions = {},
): AsyncGenerator<StreamEvent, void, undefined> {
  const headers = new Headers({ accept: 'text/event-stream' });
  if (token !== null) headers.set('authorization', `Bearer ${token}`);
  if (lastEventId !== undefined) headers.set('last-event-id', lastEventId);
  const answer = await fetch(`${baseUrl}/index.php/v1/order_events?order_no=${orderNo}`, {
    headers,
    signal: AbortSignal.timeout(timeoutMs),
  });
  if (answer.status === 204) return;
  if (!answer.ok || answer.body === null) throw new Error(`order_events answered ${answer.status}`);
  let rest = '';
  for await (const chunk of answer.body.pipeThrough(new TextDecoderStream())) {
    rest += chunk;
    for (let end = rest.indexOf('\n\n'); end >= 0; end = rest.indexOf('\n\n')) {
      const block = rest.slice(0, end);
      rest = rest.slice(end + 2);
      const event = /^event: (.*)$/m.exec(block)?.[1];
      const data = /^data: (.*)$/m.exec(block)?.[1];
      if (event === undefined || data === undefined) continue;
      yield { event, id: /^id: (.*)$/m.exec(block)?.[1] ?? null, data: fieldsOf(JSON.parse(data)) };
    }
  }
}

/** Reads events until `wanted` returns true for one. @returns all events up to and including this event. */
export async function eventsUntil(
  events: AsyncIterable<StreamEvent>,
  wanted: (event: StreamEvent) => boolean,
): Promise<StreamEvent[]> {
  const seen: StreamEvent[] = [];
  for await (const event of events) {
    seen.push(event);
    if (wanted(event)) return seen;
  }
  throw new Error(`the stream ended without the wanted event: ${JSON.stringify(seen)}`);
}
