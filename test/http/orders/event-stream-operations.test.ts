/** The event stream of an order. */

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { AppError } from '../../../src/domain/errors.ts';
import type { OrderFeedItem, Service } from '../../../src/usecases/service.ts';
import { assertProblem } from '../../support/assert-problem.ts';
import { fakeNow, fakeView } from '../../support/fake-service.ts';
import { eventually, listeningApp, rawClient } from '../../support/listening-app.ts';
import { slotLimits, testApp } from '../../support/test-app.ts';

const url = '/index.php/v1/order_events?order_no=ORDER1';

function request(headers = ''): string {
  return `GET ${url} HTTP/1.1\r\nHost: a\r\n${headers}\r\n`;
}

interface OpenFeed {
  readonly watchOrder: Service['watchOrder'];
  readonly state: { afterSeq: number; ended: boolean; pulled: number };
}

/** Yields `items`, then waits until the signal aborts. */
function openFeed(items: readonly OrderFeedItem[]): OpenFeed {
  const state = { afterSeq: -1, ended: false, pulled: 0 };
  return {
    state,
    async *watchOrder(_caller, _orderNo, afterSeq, signal) {
      state.afterSeq = afterSeq;
      try {
        for (const item of items) {
          state.pulled += 1;
          yield item;
        }
        await new Promise((resolve) => signal.addEventListener('abort', resolve));
      } finally {
        state.ended = true;
      }
    },
  };
}

const placed: OrderFeedItem = { kind: 'order', seq: 4, event: 'paid', view: fakeView() };
const failedView = fakeView(
  {
    money: { status: 'pay', paidAt: fakeNow, attemptId: 1 },
    deal: { status: 'fail', finishedAt: fakeNow, reason: 'no_face' },
  },
  { failReason: 'No face was found.\nUse another photo.' },
);

describe('order_events', () => {
  it('sends order, queue, progress, failed and end events in the format of Server-Sent Events', async () => {
    const { app, fake } = testApp();
    fake.script({
      async *watchOrder() {
        yield placed;
        yield { kind: 'declined', provider: 'sandbox' };
        yield { kind: 'queue', place: 2 };
        yield { kind: 'progress', fraction: 0.5 };
        yield { kind: 'order', seq: 6, event: 'work_failed', view: failedView };
      },
    });
    const answer = await app.inject(url);
    assert.equal(answer.statusCode, 200);
    assert.equal(answer.headers['content-type'], 'text/event-stream; charset=utf-8');
    assert.equal(answer.headers['cache-control'], 'no-store');
    const blocks = answer.body.split('\n\n');
    assert.equal(blocks[0], 'retry: 3000');
    assert.match(blocks[1] ?? '', /^event: order\nid: 4\ndata: \{"id":7,.*"deal_result":null\}$/);
    assert.equal(blocks[2], 'event: declined\ndata: {"provider":"sandbox"}');
    assert.equal(blocks[3], 'event: queue\ndata: {"place":2}');
    assert.equal(blocks[4], 'event: progress\ndata: {"fraction":0.5}');
    assert.match(blocks[5] ?? '', /^event: order\nid: 6\ndata: .*"deal_status":"fail"/);
    assert.equal(
      blocks[6],
      'event: failed\ndata: {"reason":"No face was found.\\nUse another photo.","code":"no_face"}',
    );
    assert.equal(blocks[7], 'event: end\ndata: {}');
    await app.close();
  });

  it('is served under /v1/ as well', async () => {
    const { app } = testApp();
    assert.match((await app.inject('/v1/order_events?order_no=A')).body, /event: order/);
    await app.close();
  });

  it('an unknown order is 404 and starts no stream', async () => {
    const { app, fake } = testApp();
    fake.script({
      fetchOrder: async () => {
        throw new AppError('unknown_order', 'There is no such order.');
      },
    });
    assertProblem(await app.inject(url), 'unknown_order');
    assert.deepEqual(fake.callsOf('watchOrder'), []);
    await app.close();
  });

  it('a call without order_no is 422, and POST is 405', async () => {
    const { app } = testApp();
    assertProblem(await app.inject('/v1/order_events'), 'invalid_parameters');
    const answer = await app.inject({ method: 'POST', url });
    assertProblem(answer, 'method_not_allowed');
    assert.equal(answer.headers.allow, 'GET');
    await app.close();
  });

  it('resumes after Last-Event-ID, and ignores an unknown one', async (t) => {
    const { fake, port } = await listeningApp(t);
    for (const [sent, afterSeq] of [
      ['4', 4],
      ['junk', 0],
      ['-1', 0],
      ['99999999999', 0],
    ] as const) {
      const feed = openFeed([placed]);
      fake.script({ watchOrder: feed.watchOrder });
      const client = rawClient(t, port);
      client.socket.write(request(`Last-Event-ID: ${sent}\r\n`));
      await client.until(/event: order/);
      assert.equal(feed.state.afterSeq, afterSeq);
      client.socket.destroy();
    }
  });

  it('a client that reconnects after the end of the stream gets 204', async () => {
    const { app, fake } = testApp();
    fake.script({ async *watchOrder() {} });
    const answer = await app.inject({ url, headers: { 'last-event-id': '9' } });
    assert.equal(answer.statusCode, 204);
    await app.close();
  });

  it('sends heartbeats while nothing happens', async (t) => {
    const { fake, port } = await listeningApp(t, { limits: { streamHeartbeatMs: 20 } });
    fake.script({ watchOrder: openFeed([placed]).watchOrder });
    const client = rawClient(t, port);
    client.socket.write(request());
    await client.until(/: still here\n\n[\s\S]*: still here\n\n/);
  });

  it('a disconnected client ends its subscription to the order', async (t) => {
    const { fake, port } = await listeningApp(t);
    const feed = openFeed([placed]);
    fake.script({ watchOrder: feed.watchOrder });
    const client = rawClient(t, port);
    client.socket.write(request());
    await client.until(/event: order/);
    client.socket.destroy();
    await eventually(() => feed.state.ended);
  });

  it('closing the service ends the stream at once', async (t) => {
    const { app, fake, port } = await listeningApp(t);
    const feed = openFeed([placed]);
    fake.script({ watchOrder: feed.watchOrder });
    const client = rawClient(t, port);
    client.socket.write(request('Connection: close\r\n'));
    await client.until(/event: order/);
    await app.close();
    assert.match(await client.closed(), /0\r\n\r\n$/);
    assert.ok(feed.state.ended);
  });

  it('a client that reads slowly delays only its own stream and is finally disconnected', async (t) => {
    const { fake, port } = await listeningApp(t, { limits: { streamHeartbeatMs: 300 } });
    const feed = openFeed(Array.from({ length: 200_000 }, () => placed));
    fake.script({ watchOrder: feed.watchOrder });
    const client = rawClient(t, port);
    client.socket.pause();
    client.socket.write(request());
    await eventually(() => feed.state.ended);
    assert.ok(
      feed.state.pulled < 200_000,
      `${feed.state.pulled} items were taken for a reader that reads nothing`,
    );
  });

  it('streams above the client’s limit are 429 until one of them closes', async (t) => {
    const { fake, port, origin } = await listeningApp(t, { limits: { streamsPerClientMax: 2 } });
    fake.script({ watchOrder: openFeed([placed]).watchOrder });
    const clients = [rawClient(t, port), rawClient(t, port)];
    for (const client of clients) {
      client.socket.write(request());
      await client.until(/event: order/);
    }
    assert.equal((await fetch(`${origin}${url}`)).status, 429);
    clients[0]?.socket.destroy();
    let status = 429;
    while (status === 429) {
      const abort = new AbortController();
      ({ status } = await fetch(`${origin}${url}`, { signal: abort.signal }));
      abort.abort();
    }
    assert.equal(status, 200);
  });

  it('open streams do not count as running requests', async (t) => {
    const { fake, port, origin } = await listeningApp(t, {
      limits: slotLimits({ shop: { max: 1, perClientMax: 1 } }),
    });
    fake.script({ watchOrder: openFeed([placed]).watchOrder });
    for (let i = 0; i < 3; i++) {
      const client = rawClient(t, port);
      client.socket.write(request());
      await client.until(/event: order/);
    }
    assert.equal((await fetch(`${origin}/v1/goods_list`, { method: 'POST' })).status, 200);
  });
});
