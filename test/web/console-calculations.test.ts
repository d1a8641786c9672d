/** Values that the pages of the console compute: prices, days, sums, durations and the key events of an order. */

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { ApiError } from '../../client/src/api-error.ts';
import type { MoneyRow, TimelineItem } from '../../web/console/api/types.ts';
import { daysBetween, isDay, plusDays } from '../../web/console/format/days.ts';
import { durationText } from '../../web/console/format/duration-text.ts';
import { majorFromMinor, minorFromMajor } from '../../web/console/format/major-units.ts';
import { browserName } from '../../web/console/pages/operators/browser-name.ts';
import { forEachOrder } from '../../web/console/pages/orders/for-each-order.ts';
import { isKeyEvent } from '../../web/console/pages/orders/key-events.ts';
import { asQuery, filtersOf } from '../../web/console/pages/orders/order-filters.ts';
import { refundableSums } from '../../web/console/pages/orders/refundable-sums.ts';
import { currenciesOf, sumOf, sumsByDay } from '../../web/console/pages/payments/payment-sums.ts';
import { enShared } from '../../web/console/texts/en-shared.ts';

it('the refund of several orders shows what is returned in each currency, without partial refunds', () => {
  const orders = [
    { price: 5000, refundable: 3000, currency: 'CNY' },
    { price: 700, refundable: 700, currency: 'CNY' },
    { price: 900, refundable: 900, currency: 'USD' },
  ];
  assert.deepEqual(
    [...refundableSums(orders)],
    [
      ['CNY', 3700],
      ['USD', 900],
    ],
  );
});

describe('a price in major units', () => {
  it('is unchanged after a conversion from minor units and back', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 100_000_000 }), (minor) => {
        assert.equal(minorFromMajor(majorFromMinor(minor)), minor);
      }),
    );
  });

  for (const [text, minor] of [
    ['12.5', 1250],
    ['12,50', 1250],
    [' 7 ', 700],
    ['0.29', 29],
    ['1000000.00', 100_000_000],
    ['1000000.01', null],
    ['1.005', null],
    ['-1', null],
    ['1e3', null],
    ['', null],
    ['1.2.3', null],
  ] as const) {
    it(`${JSON.stringify(text)} is parsed as ${minor}`, () => assert.equal(minorFromMajor(text), minor));
  }
});

describe('days', () => {
  it('are added and listed across the ends of months and years and a leap day', () => {
    assert.equal(plusDays('2028-02-28', 2), '2028-03-01');
    assert.deepEqual(daysBetween('2026-12-30', '2027-01-02'), [
      '2026-12-30',
      '2026-12-31',
      '2027-01-01',
      '2027-01-02',
    ]);
    assert.deepEqual(daysBetween('2027-01-02', '2026-12-30'), []);
    assert.equal(isDay('2026-13-01'), false);
  });

  it('of the order filter become times in the shop’s time zone, and the last day is included', () => {
    const filters = filtersOf(new URLSearchParams({ from: '2026-11-21', to: '2026-11-21', user_id: '7x' }));
    const { from, to, user_id } = asQuery(filters, 'Asia/Shanghai');
    assert.deepEqual(
      { from, to, user_id },
      { from: '2026-11-20T16:00:00.000Z', to: '2026-11-21T16:00:00.000Z', user_id: '' },
    );
  });

  it('are left out of the order filter if they are invalid, and so is an order number that is too short', () => {
    const query = asQuery(
      filtersOf(new URLSearchParams({ from: 'yesterday', to: '2026-99-99', order_no: '202' })),
      'UTC',
    );
    assert.deepEqual([query.from, query.to, query.order_no], ['', '', '']);
  });
});

function row(day: string | null, currency: string, more: Partial<MoneyRow>): MoneyRow {
  const none = { takings: 0, surplus: 0, refunds: 0, surplus_returned: 0, settled: 0, open: 0 };
  const counts = {
    takings_count: 0,
    surplus_count: 0,
    refunds_count: 0,
    surplus_returned_count: 0,
    settled_count: 0,
    open_count: 0,
  };
  return { day, provider: 'sandbox', currency, ...none, ...counts, ...more };
}

describe('a sum of money', () => {
  const rows = [
    row('2026-11-20', 'CNY', { takings: 990, takings_count: 1 }),
    row('2026-11-20', 'CNY', { provider: 'wechat', takings: 500, surplus: 500, surplus_returned: 200 }),
    row('2026-11-22', 'CNY', { refunds: 990, settled: 30, open: 40, open_count: 1 }),
    row('2026-11-22', 'USD', { takings: 100_000 }),
  ];

  it('includes only amounts of its currency', () => {
    assert.equal(sumOf(rows, 'CNY').takings, 1490);
    assert.deepEqual(currenciesOf(rows, 'EUR'), ['EUR', 'CNY', 'USD']);
  });

  it('has a net amount, which is all received payments less all refunds', () => {
    assert.equal(sumOf(rows, 'CNY').net, 990 + 500 + 500 - 200 - 990 - 30);
  });

  it('is 0 for a day without payments, which is listed as well', () => {
    assert.deepEqual(sumsByDay(rows, 'CNY', '2026-11-20', '2026-11-22'), [
      { day: '2026-11-20', takings: 1490, refunds: 0, open: 0 },
      { day: '2026-11-21', takings: 0, refunds: 0, open: 0 },
      { day: '2026-11-22', takings: 0, refunds: 990, open: 40 },
    ]);
  });
});

it('a duration is shown in a single unit that suits its length', () => {
  const texts = [0, 999, 1_240, 61_000, 600_000, 3 * 3_600_000, 5 * 86_400_000].map((ms) =>
    durationText(ms, enShared),
  );
  assert.deepEqual(texts, ['0 ms', '999 ms', '1.2 s', '61 s', '10 min', '3 h', '5 days']);
});

it('the name of a browser follows from its User-Agent', () => {
  const agent = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile Safari/604.1';
  assert.deepEqual([browserName(agent), browserName('curl/8')], ['Safari, iOS', 'curl/8']);
});

describe('the key events of an order', () => {
  const item = (kind: TimelineItem['kind'], what: string, data: TimelineItem['data'] = {}): TimelineItem => ({
    at: '2026-11-21T04:33:56.000Z',
    kind,
    what,
    actor: 'system',
    data,
  });

  it('contain each step of the order once, even if several records of the timeline mention the step', () => {
    const all = [
      item('history', 'created'),
      item('event', 'order.created'),
      item('payment', 'opening'),
      item('payment', 'won'),
      item('history', 'paid'),
      item('notify', 'won'),
      item('job', 'deliver_event', { end: 'done' }),
      item('job', 'process_order', { end: 'done' }),
      item('history', 'work_done'),
      item('operator', 'refund_requested'),
      item('history', 'refund_requested'),
      item('refund', 'requested', { purpose: 'order' }),
      item('refund', 'done', { purpose: 'order' }),
      item('history', 'refund_done'),
    ];
    assert.deepEqual(
      all.filter(isKeyEvent).map(({ what }) => what),
      ['created', 'paid', 'work_done', 'refund_requested', 'refund_done'],
    );
  });

  for (const [what, event] of [
    ['a declined payment', item('payment', 'declined')],
    ['a payment that arrived too late', item('notify', 'late')],
    ['the refund of a surplus payment', item('refund', 'done', { purpose: 'surplus' })],
    ['a failed attempt to process the photo', item('job', 'process_order', { end: 'failed' })],
    ['a webhook without retries left', item('job', 'deliver_event', { end: 'exhausted' })],
    ['an operator’s retry', item('operator', 'order_retried')],
  ] as const) {
    it(`include the line: ${what}`, () => assert.ok(isKeyEvent(event)));
  }
});

describe('an action on several orders', () => {
  const orders = [
    { id: 1, price: 500 },
    { id: 2, price: 9_000 },
    { id: 3, price: 700 },
  ];
  const refusal = (fields: { reason?: string; status?: number }) =>
    new ApiError({ code: 'refused', status: 403, ...fields });

  /** @param outcomes the error of each call; undefined: the call succeeds. */
  function act(outcomes: readonly (Error | undefined)[]) {
    const tried: number[] = [];
    const result = forEachOrder(orders, async (id) => {
      const error = outcomes[tried.length];
      tried.push(id);
      if (error !== undefined) throw error;
    });
    return { tried, result };
  }

  it('begins with the most expensive one, and changes none if the operator does not confirm the identity', async () => {
    const error = refusal({ reason: 'reauthentication_required' });
    const { tried, result } = act([error]);
    await assert.rejects(result, error);
    assert.deepEqual(tried, [2]);
  });

  for (const [what, error] of [
    ['the session has ended', refusal({ status: 401 })],
    ['the service does not respond', refusal({ status: 0 })],
    ['the operator does not confirm the identity', refusal({ reason: 'reauthentication_required' })],
  ] as const) {
    it(`ends when ${what}, and says how many orders were not tried`, async () => {
      const { tried, result } = act([undefined, error]);
      assert.deepEqual(await result, { done: 1, errors: [error], left: 1 });
      assert.deepEqual(tried, [2, 3]);
    });
  }

  it('continues after a refusal that is about one order', async () => {
    const error = refusal({ status: 409 });
    const { tried, result } = act([error]);
    assert.deepEqual(await result, { done: 2, errors: [error], left: 0 });
    assert.deepEqual(tried, [2, 3, 1]);
  });
});
