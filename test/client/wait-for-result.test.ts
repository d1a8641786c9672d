/** How the client follows an order when streams break, stay empty or do not exist. */

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ApiError } from '../../client/src/api-error.ts';
import type { Order } from '../../client/src/openapi-types.ts';
import { type OrderProgress, outcomeOf, waitForResult } from '../../client/src/wait-for-result.ts';

function orderIn(
  status: Order['status'],
  dealStatus: Order['deal_status'],
  result: string | null = null,
): Order {
  return {
    id: 1,
    user_id: 1,
    goods_id: 1,
    from_user_id: null,
    create_time: '2026-11-02 09:29:41',
    pay_time: null,
    status,
    order_no: 'N',
    price: 990,
    pay_ext_refund_data: null,
    deal_status: dealStatus,
    deal_result: result,
    funct_name: 'mark_order_zhaopianshangse',
  };
}

const unpaid = orderIn('wait_pay', 'init');
const done = orderIn('pay', 'done', 'https://photos.example/files/x');

function streamOf(...pieces: readonly string[]) {
  return async function* () {
    yield* pieces;
  };
}

const orderEvent = (order: Order, id: number) =>
  `event: order\nid: ${id}\ndata: ${JSON.stringify(order)}\n\n`;

function waiting(
  looked: readonly (Order | Error)[],
  streams: readonly (() => AsyncIterable<string>)[] | null,
) {
  const asked: (string | null)[] = [];
  const seen: OrderProgress[] = [];
  let looks = 0;
  const outcome = waitForResult(
    {
      async fetchOrder() {
        const order = looked[looks];
        looks += 1;
        if (order === undefined) throw new Error('the client looks the order up too often');
        if (order instanceof Error) throw order;
        return order;
      },
      openEvents:
        streams === null
          ? null
          : async (lastEventId) => {
              const pieces = streams[asked.length];
              asked.push(lastEventId);
              if (pieces === undefined) throw new Error('the client connects too often');
              return { status: 200, pieces: pieces() };
            },
      pause: async () => undefined,
    },
    { onProgress: (progress) => seen.push(progress) },
  );
  return { outcome, asked, seen };
}

describe('the wait for a result', () => {
  it('ends with the first event that shows an outcome, and reports the events before it', async () => {
    const stream = streamOf(
      orderEvent(unpaid, 1),
      'event: queue\ndata: {"place":2}\n\nevent: unheard-of\ndata: 1\n\n',
      'event: progress\ndata: {"fraction":0.5}\n\n',
      orderEvent(done, 4),
    );
    const { outcome, seen } = waiting([], [stream]);
    assert.deepEqual(await outcome, { kind: 'done', order: done, resultUrl: done.deal_result });
    assert.deepEqual(
      seen.map(({ kind }) => kind),
      ['order', 'queue', 'progress', 'order'],
    );
  });

  it('continues a broken stream from its last event', async () => {
    async function* broken() {
      yield orderEvent(unpaid, 5);
      throw new TypeError('terminated');
    }
    const { outcome, asked } = waiting([unpaid], [broken, streamOf(orderEvent(done, 6))]);
    assert.equal((await outcome).kind, 'done');
    assert.deepEqual(asked, [null, '5']);
  });

  it('looks the order up when two streams in a row bring no event', async () => {
    const { outcome, asked } = waiting([unpaid, unpaid, unpaid, done], [streamOf(), streamOf(': hello\n\n')]);
    assert.equal((await outcome).kind, 'done');
    assert.equal(asked.length, 2);
  });

  it('looks the order up if the platform cannot read streams, and continues after a failure that may pass', async () => {
    const restarting = new ApiError({ code: 'unavailable', status: 503 });
    const { outcome } = waiting([unpaid, restarting, done], null);
    assert.equal((await outcome).kind, 'done');
  });

  it('fails for an order that the service does not know', async () => {
    const unknown = new ApiError({ code: 'unknown_order', status: 404 });
    await assert.rejects(waiting([unknown], null).outcome, unknown);
  });

  it('ends with the first error of `onProgress`, from a stream and from a look at the order', async () => {
    // The app's error may also be an ApiError, after which the client would look again if a look had failed with it.
    for (const mistake of [
      new Error('a mistake of the app'),
      new ApiError({ code: 'unreachable', status: 0 }),
    ]) {
      const openEvents = async () => ({ status: 200, pieces: streamOf(orderEvent(unpaid, 1))() });
      for (const open of [openEvents, null]) {
        let reports = 0;
        const onProgress = () => {
          reports += 1;
          if (reports === 1) throw mistake;
        };
        const deps = { fetchOrder: async () => done, pause: async () => undefined, openEvents: open };
        await assert.rejects(waitForResult(deps, { onProgress }), mistake);
      }
    }
  });

  /** Looks at an order until the last answer, which must be an outcome. @returns the pauses between the looks. */
  async function pausesOf(looked: readonly (Order | Error)[]): Promise<readonly number[]> {
    const pauses: number[] = [];
    await waitForResult(
      {
        async fetchOrder() {
          const order = looked[pauses.length];
          if (order === undefined || order instanceof Error) throw order;
          return order;
        },
        openEvents: null,
        pause: async (ms) => void pauses.push(ms),
      },
      {},
    );
    return pauses;
  }

  it('looks every two seconds at first, and ever more rarely, down to every 15 seconds, while nothing changes', async () => {
    const pauses = await pausesOf([...Array.from({ length: 60 }, () => unpaid), done]);
    assert.deepEqual(new Set(pauses.slice(0, 30)), new Set([2_000]));
    assert.deepEqual(
      pauses,
      pauses.toSorted((a, b) => a - b),
    );
    assert.equal(pauses.at(-1), 15_000);
  });

  it('looks every two seconds again after a change', async () => {
    const long = Array.from({ length: 60 }, () => unpaid);
    assert.equal((await pausesOf([...long, orderIn('pay', 'ing'), done])).at(-1), 2_000);
  });

  it('waits as long as the service asks, but at most an hour', async () => {
    const busy = (retryAfterMs: number) => new ApiError({ code: 'rate_limited', status: 429, retryAfterMs });
    const pauses = await pausesOf([busy(90_000), busy(9e9), unpaid, done]);
    assert.deepEqual(pauses, [90_000, 3_600_000, 2_000]);
  });

  it('ends when its signal aborts', async () => {
    const reason = new Error('the customer left');
    const deps = { fetchOrder: async () => unpaid, openEvents: null };
    const controller = new AbortController();
    const wait = waitForResult(
      {
        ...deps,
        pause: async (_, signal) => {
          controller.abort(reason);
          signal?.throwIfAborted();
        },
      },
      { signal: controller.signal },
    );
    await assert.rejects(wait, reason);
  });
});

type Refund = NonNullable<Order['pay_ext_refund_data']>;

const refundIn = (state: Refund['state']): Refund => ({
  refund_no: 'R',
  amount: 990,
  currency: 'CNY',
  reason: 'The customer asked for it.',
  reason_code: null,
  state,
  settled: false,
  failure_code: state === 'failed' ? 'delayed' : null,
  provider: 'wechat',
  provider_refund_id: null,
  requested_at: '2026-11-02 09:30:44',
  finished_at: null,
});

describe('the outcome of an order', () => {
  for (const [status, deal, outcome] of [
    ['wait_pay', 'init', null],
    ['pay', 'init', null],
    ['pay', 'ing', null],
    ['pay', 'done', { kind: 'done' }],
    // An order of the price 0: nothing was paid.
    ['pay', 'fail', { kind: 'failed', refund: null }],
    ['cancal', 'init', { kind: 'cancelled' }],
  ] as const) {
    it(`is ${outcome?.kind ?? 'not known yet'} in ${status}/${deal}`, () => {
      const order = orderIn(status, deal);
      assert.deepEqual(outcomeOf(order), outcome === null ? null : { order, resultUrl: null, ...outcome });
    });
  }

  for (const [status, state, deal, kind, refund] of [
    ['wait_refund', 'requested', 'init', 'refunding', 'pending'],
    ['wait_refund', 'pending', 'done', 'refunding', 'pending'],
    ['wait_refund', 'failed', 'init', 'refunding', 'failed'],
    ['refund', 'done', 'init', 'refunded', 'done'],
    // The shop has returned the money in another way.
    ['refund', 'failed', 'done', 'refunded', 'done'],
    ['wait_refund', 'pending', 'fail', 'failed', 'pending'],
    ['wait_refund', 'failed', 'fail', 'failed', 'failed'],
    ['refund', 'done', 'fail', 'failed', 'done'],
  ] as const) {
    it(`is ${kind} with the refund ${refund} in ${status}/${deal}, if the state of the refund is ${state}`, () => {
      const order = { ...orderIn(status, deal), pay_ext_refund_data: refundIn(state) };
      assert.deepEqual(outcomeOf(order), { kind, order, resultUrl: null, refund });
    });
  }
});
