/** The life of an order: the table is walked whole, and the fold of a history is held to it. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { isPaid, type Order } from '../../src/domain/order.ts';
import type { HistoryEntry, OrderEvent, OrderEventType } from '../../src/domain/order-events.ts';
import {
  applyEvent,
  createdOrder,
  initialState,
  nextState,
  type OrderState,
  orderState,
  orderStates,
  replayHistory,
  stateOf,
  transitions,
} from '../../src/domain/order-state.ts';
import { anyEvent, newOrder } from './order-samples.ts';

const eventTypes = Object.keys(transitions) as Exclude<OrderEventType, 'created'>[];

function steps(): { event: OrderEventType; from: OrderState; to: OrderState }[] {
  return eventTypes.flatMap((event) =>
    (Object.entries(transitions[event]) as [OrderState, OrderState][]).map(([from, to]) => ({
      event,
      from,
      to,
    })),
  );
}

test('every state but the first is reached by some step, and every target is a known state', () => {
  const reached = new Set<string>([initialState]);
  for (let before = -1; before < reached.size; ) {
    before = reached.size;
    for (const { from, to } of steps()) if (reached.has(from)) reached.add(to);
  }
  assert.deepEqual([...reached].sort(), [...orderStates].sort());
});

test('no row of the table is dead: every event has a step, and every step starts where an order can be', () => {
  for (const event of eventTypes) assert.notEqual(Object.keys(transitions[event]).length, 0, event);
  for (const { from, to } of steps()) {
    assert.ok(orderStates.includes(from), from);
    assert.ok(orderStates.includes(to), to);
  }
});

test('the states use exactly the words of the document, and `pay`', () => {
  const words = orderStates.map((state) => state.split('/'));
  assert.deepEqual(
    new Set(words.map(([money]) => money)),
    new Set(['wait_pay', 'cancal', 'pay', 'wait_refund', 'refund']),
  );
  assert.deepEqual(new Set(words.map(([, deal]) => deal)), new Set(['init', 'ing', 'done', 'fail']));
});

test('the work leaves `init` only after payment', () => {
  for (const state of orderStates) {
    if (/^(wait_pay|cancal)\//.test(state)) assert.match(state, /\/init$/);
  }
});

test('from every state with money some way leads on: only cancelled, finished and refunded orders rest', () => {
  const planned = steps().filter(({ event }) => event !== 'refund_doubted');
  const resting = orderStates.filter((state) =>
    planned.every(({ from, to }) => from !== state || to === state),
  );
  assert.deepEqual(resting.sort(), ['cancal/init', 'refund/done', 'refund/fail', 'refund/init']);
});

test('a refund is asked for once: from `wait_refund` no second one can begin', () => {
  for (const from of orderStates.filter(
    (state) => state.startsWith('wait_refund') || state.startsWith('refund'),
  )) {
    assert.equal(nextState(from as OrderState, 'refund_requested'), undefined, from);
  }
});

test('a pair that no order can have is refused when it is read', () => {
  const known = new Set(orderStates);
  for (const money of ['wait_pay', 'cancal', 'pay', 'wait_refund', 'refund'] as const) {
    for (const deal of ['init', 'ing', 'done', 'fail'] as const) {
      if (known.has(`${money}/${deal}`)) assert.equal(stateOf(money, deal), `${money}/${deal}`);
      else assert.throws(() => stateOf(money, deal), /no such order state/);
    }
  }
});

test('property: an event does exactly what the table says, in every state that events lead to', () => {
  fc.assert(
    fc.property(fc.array(anyEvent(), { maxLength: 40 }), (events) => {
      let order = createdOrder(1, newOrder());
      for (const event of events) {
        const expected = nextState(orderState(order), event.type);
        // The table allows a refund of a free order; that there is no money in it is the caller's to know.
        if (expected !== undefined && isFreeRefund(order, event)) return;
        const next = applyEvent(order, event);
        assert.equal(next === undefined ? undefined : orderState(next), expected);
        if (next === undefined) continue;
        assert.equal(next.version, order.version + 1);
        assert.equal(isPaid(next), next.money.status !== 'wait_pay' && next.money.status !== 'cancal');
        order = next;
      }
    }),
    { numRuns: 500 },
  );
});

const started: OrderEvent = { type: 'work_started', at: 0 };
const failed: OrderEvent = { type: 'work_failed', at: 0, reason: 'undecodable', error: null };
/** Too rare to be met by chance each time. */
const failedTwice: OrderEvent[] = [
  { type: 'paid', at: 0, attemptId: null },
  started,
  failed,
  { type: 'work_retried', at: 0 },
  started,
  failed,
];

test('property: no sequence of events pays twice, pays back twice, or takes back a cancellation', () => {
  fc.assert(
    fc.property(fc.array(anyEvent(), { maxLength: 60 }), (events) => {
      const applied = apply(events);
      const count = (type: OrderEventType) => applied.filter((event) => event.type === type).length;
      assert.ok(count('paid') + count('cancelled') <= 1);
      assert.ok(count('refund_requested') <= count('paid'));
      // Once, and once more for each time that the money came back to the provider.
      assert.ok(count('refund_done') <= count('refund_requested') + count('refund_doubted'));
      assert.ok(count('refund_doubted') <= count('refund_done'));
      // Work ends once, and once more for each time that it was tried again after it had failed.
      assert.ok(count('work_retried') <= count('work_failed'));
      assert.ok(count('work_done') + count('work_failed') <= 1 + count('work_retried'));
      assert.ok(count('work_done') <= 1);
    }),
    { numRuns: 500, examples: [[failedTwice]] },
  );
});

test('property: the fold of a history is the chain of its events', () => {
  fc.assert(
    fc.property(fc.array(anyEvent(), { maxLength: 40 }), (events) => {
      const applied = apply(events);
      const history: HistoryEntry[] = [{ type: 'created', at: 0 } as const, ...applied].map(
        (event, index) => ({
          seq: index + 1,
          event,
          actor: { kind: 'system' },
        }),
      );
      let chained = createdOrder(7, newOrder());
      for (const event of applied) chained = applyEvent(chained, event) ?? assert.fail('was applied before');
      const stored: Order = {
        ...chained,
        money: { status: 'wait_pay' },
        deal: { status: 'init' },
        version: 99,
      };
      assert.deepEqual(replayHistory(stored, history), chained);
    }),
    { numRuns: 300 },
  );
});

test('a history with no beginning, a gap or an impossible step is refused', () => {
  const order = createdOrder(1, newOrder());
  const line = (seq: number, event: OrderEvent): HistoryEntry => ({ seq, event, actor: { kind: 'system' } });
  const created = line(1, { type: 'created', at: 0 });
  assert.throws(() => replayHistory(order, []), /no beginning/);
  assert.throws(() => replayHistory(order, [line(1, { type: 'work_started', at: 1 })]), /no beginning/);
  assert.throws(() => replayHistory(order, [created, line(3, { type: 'paid', at: 1, attemptId: 1 })]), /gap/);
  assert.throws(
    () => replayHistory(order, [created, line(2, { type: 'work_started', at: 1 })]),
    /work_started/,
  );
  assert.throws(() => replayHistory(order, [created, created]), /gap|created/);
});

test('work that is withdrawn while it runs ends as failed, and its late result is refused', () => {
  const paid = walk({ type: 'paid', at: 1, attemptId: 5 }, { type: 'work_started', at: 2 });
  const withdrawn = applyEvent(paid, { type: 'refund_requested', at: 3, refundNo: 'R1', reason: 'x' });
  assert.deepEqual(withdrawn?.deal, { status: 'fail', finishedAt: 3, reason: 'withdrawn' });
  assert.ok(withdrawn !== undefined);
  const late: OrderEvent = { type: 'work_done', at: 4, resultFile: 'f', resultUntil: 9 };
  assert.equal(applyEvent(withdrawn, late), undefined);
});

test('a free order holds no money: a refund of it is a programmer’s mistake', () => {
  const free = walk({ type: 'paid', at: 1, attemptId: null });
  assert.throws(
    () => applyEvent(free, { type: 'refund_requested', at: 2, refundNo: 'R', reason: '' }),
    /no money/,
  );
});

test('purging a result forgets the file and keeps the rest', () => {
  const done = walk(
    { type: 'paid', at: 1, attemptId: 5 },
    { type: 'work_started', at: 2 },
    { type: 'work_done', at: 3, resultFile: 'results/a.jpg', resultUntil: 50 },
    { type: 'result_purged', at: 60 },
  );
  assert.deepEqual(done.deal, { status: 'done', finishedAt: 3, resultFile: null, resultUntil: 50 });
});

function isFreeRefund(order: Order, event: OrderEvent): boolean {
  return event.type === 'refund_requested' && order.money.status === 'pay' && order.money.attemptId === null;
}

function apply(events: readonly OrderEvent[]): OrderEvent[] {
  let order = createdOrder(1, newOrder());
  return events.filter((event) => {
    const next = isFreeRefund(order, event) ? undefined : applyEvent(order, event);
    order = next ?? order;
    return next !== undefined;
  });
}

function walk(...events: OrderEvent[]): Order {
  let order = createdOrder(1, newOrder());
  for (const event of events) order = applyEvent(order, event) ?? assert.fail(`${event.type} was refused`);
  return order;
}
