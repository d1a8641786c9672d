/** How long the transport by `fetch` waits for a response and for an event stream. */

import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { type FetchTransportOptions, fetchTransport } from '../../client/src/fetch-transport.ts';

const request = {
  method: 'GET',
  url: 'https://kiosk.test/v1/order_events',
  headers: {},
  body: { kind: 'none' },
  signal: null,
} as const;

/** Opens a stream. @param respond the response of `fetch` with the body, which breaks when the call is aborted. */
function opened(t: TestContext, respond: (body: ReadableStream<Uint8Array>) => Promise<Response>) {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const sent = Promise.withResolvers<ReadableStreamDefaultController<Uint8Array>>();
  const transport = fetchTransport({
    fetch(_url, init) {
      const aborted = Promise.withResolvers<never>();
      const body = new ReadableStream<Uint8Array>({
        start(controller) {
          sent.resolve(controller);
          init?.signal?.addEventListener('abort', () => {
            controller.error(new Error('aborted'));
            aborted.reject(new Error('aborted'));
          });
        },
      });
      return Promise.race([aborted.promise, respond(body)]);
    },
  });
  return {
    stream: transport.openStream?.(request),
    send: async (text: string) => (await sent.promise).enqueue(new TextEncoder().encode(text)),
  };
}

describe('an event stream by fetch', () => {
  it('fails if no response arrives within five seconds', async (t) => {
    const { stream } = opened(t, () => Promise.withResolvers<Response>().promise);
    t.mock.timers.tick(5_000);
    await assert.rejects(async () => stream, { code: 'unreachable' });
  });

  it('fails if a response arrives, but none of its bytes within five seconds', async (t) => {
    const { stream } = opened(t, async (body) => new Response(body));
    const pieces = (await stream)?.pieces[Symbol.asyncIterator]();
    const first = pieces?.next();
    t.mock.timers.tick(5_000);
    await assert.rejects(async () => first);
  });

  it('has no time limit as long as something arrives every 15 seconds', async (t) => {
    const { stream, send } = opened(t, async (body) => new Response(body));
    const pieces = (await stream)?.pieces[Symbol.asyncIterator]();
    for (let minute = 0; minute < 60; minute += 0.25) {
      await send(':\n\n');
      assert.equal((await pieces?.next())?.value, ':\n\n');
      t.mock.timers.tick(15_000);
    }
  });

  it('fails after 45 seconds without a byte', async (t) => {
    const { stream, send } = opened(t, async (body) => new Response(body));
    const pieces = (await stream)?.pieces[Symbol.asyncIterator]();
    await send(':\n\n');
    await pieces?.next();
    const second = pieces?.next();
    t.mock.timers.tick(45_000);
    await assert.rejects(async () => second);
  });
});

type SetByTheClient = 'method' | 'headers' | 'body' | 'signal';
type InInit = Extract<keyof NonNullable<FetchTransportOptions['init']>, SetByTheClient>;

describe('the options of every fetch', () => {
  it('reach fetch, except those that the client sets itself, which the type leaves out', async () => {
    // An option that is in the type after all fails the type check here.
    const isLeftOut: [InInit] extends [never] ? true : false = true;
    assert.ok(isLeftOut);
    const untyped: RequestInit = {
      credentials: 'include',
      method: 'PUT',
      headers: { 'x-more': '1' },
      body: 'x',
      signal: AbortSignal.abort(),
    };
    let seen: RequestInit = {};
    const answer = async (_url: unknown, init: RequestInit = {}) => {
      seen = init;
      return new Response();
    };
    await fetchTransport({ init: untyped, fetch: answer }).send(request);
    const { credentials, method, headers, body, signal } = seen;
    assert.deepEqual([credentials, method, headers, body], ['include', 'GET', {}, null]);
    assert.equal(signal?.aborted, false);
  });
});

describe('a call by fetch without a response', () => {
  const file = { kind: 'file', file: new Blob(['x']) } as const;
  for (const [what, body, timeoutMs, seconds] of [
    ['fails after a minute', { kind: 'none' }, undefined, 60],
    ['fails after two and a half minutes if it is an upload', file, undefined, 150],
    ['fails after the time that the app has set', file, 7_000, 7],
  ] as const) {
    it(what, async (t) => {
      t.mock.timers.enable({ apis: ['setTimeout'] });
      let aborted = false;
      const transport = fetchTransport({
        ...(timeoutMs === undefined ? {} : { timeoutMs }),
        fetch: (_url, init) =>
          new Promise((_, reject) => {
            init?.signal?.addEventListener('abort', () => {
              aborted = true;
              reject(new Error('aborted'));
            });
          }),
      });
      const sent = assert.rejects(transport.send({ ...request, body }), { code: 'unreachable' });
      t.mock.timers.tick(1000 * seconds - 1);
      assert.equal(aborted, false);
      t.mock.timers.tick(1);
      await sent;
    });
  }
});
