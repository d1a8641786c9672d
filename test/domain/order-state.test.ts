/** The table of order states, and the replay of a history. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { createdOrder, isPaid, type Order } from '../../src/domain/order.ts';
import type { HistoryEntry, OrderEvent, OrderEventType } from '../../src/domain/order-events.ts';
import {
  applyEvent,
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

test('every state can be reached from the first, and every target is a known state', () => {
  const reached = new Set<string>([initialState]);
  for (let before = -1; before < reached.size; ) {
    before = reached.size;
    for (const { from, to } of steps()) if (reached.has(from)) reached.add(to);
  }
  assert.deepEqual([...reached].sort(), [...orderStates].sort());
});

test('every event has a transition, and every transition connects two known states', () => {
  for (const event of eventTypes) assert.notEqual(Object.keys(transitions[event]).length, 0, event);
  for (const { from, to } of steps()) {
    assert.ok(orderStates.includes(from), from);
    assert.ok(orderStates.includes(to), to);
  }
});

test('the states use exactly the words of the specification, and `pay`', () => {
  const words = orderStates.map((state) => state.split('/'));
  assert.deepEqual(
    new Set(words.map(([money]) => money)),
    new Set(['wait_pay', 'cancal', 'pay', 'wait_refund', 'refund']),
  );
  assert.deepEqual(new Set(words.map(([, deal]) => deal)), new Set(['init', 'ing', 'done', 'fail']));
});

test('the work of an unpaid order is always `init`', () => {
  for (const state of orderStates) {
    if (/^(wait_pay|cancal)\//.test(state)) assert.match(state, /\/init$/);
  }
});

test('only the states of cancelled and refunded orders are final', () => {
  const planned = steps().filter(({ event }) => event !== 'refund_doubted');
  const resting = orderStates.filter((state) =>
    planned.every(({ from, to }) => from !== state || to === state),
  );
  assert.deepEqual(resting.sort(), ['cancal/init', 'refund/done', 'refund/fail', 'refund/init']);
});

test('an order that waits for a refund or has been refunded cannot request another refund', () => {
  for (const from of orderStates.filter(
    (state) => state.startsWith('wait_refund') || state.startsWith('refund'),
  )) {
    assert.equal(nextState(from as OrderState, 'refund_requested'), undefined, from);
  }
});

test('a pair of statuses that no order can have is refused when it is read', () => {
  const known = new Set(orderStates);
  for (const money of ['wait_pay', 'cancal', 'pay', 'wait_refund', 'refund'] as const) {
    for (const deal of ['init', 'ing', 'done', 'fail'] as const) {
      if (known.has(`${money}/${deal}`)) assert.equal(stateOf(money, deal), `${money}/${deal}`);
      else assert.throws(() => stateOf(money, deal), /no such order state/);
    }
  }
});

test('property: in every reachable state an event changes the order exactly as the table says', () => {
  fc.assert(
    fc.property(fc.array(anyEvent(), { maxLength: 40 }), (events) => {
      let order = createdOrder(1, newOrder());
      for (const event of events) {
        const expected = nextState(orderState(order), event.type);
        // The table allows the refund of a free order. The callers of `applyEvent` exclude it.
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
/** Random events rarely contain this sequence, so it is an example of the property. */
const failedTwice: OrderEvent[] = [
  { type: 'paid', at: 0, attemptId: null },
  started,
  failed,
  { type: 'work_retried', at: 0 },
  started,
  failed,
];

test('property: no sequence of events pays an order twice, refunds it twice or pays a cancelled order', () => {
  fc.assert(
    fc.property(fc.array(anyEvent(), { maxLength: 60 }), (events) => {
      const applied = apply(events);
      const count = (type: OrderEventType) => applied.filter((event) => event.type === type).length;
      assert.ok(count('paid') + count('cancelled') <= 1);
      assert.ok(count('refund_requested') <= count('paid'));
      // An order is refunded once, and once more after each report that a finished refund failed after all.
      const refunded = count('refund_done') + count('refund_confirmed') + count('refund_settled');
      assert.ok(refunded <= count('refund_requested') + count('refund_doubted'));
      assert.ok(count('refund_doubted') <= refunded);
      // Only failed work is retried. Work ends once, and once more after each retry.
      assert.ok(count('work_retried') <= count('work_failed'));
      assert.ok(count('work_done') + count('work_failed') <= 1 + count('work_retried'));
      assert.ok(count('work_done') <= 1);
    }),
    { numRuns: 500, examples: [[failedTwice]] },
  );
});

test('property: replaying a history gives the same order as applying its events one by one', () => {
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

test('a history without a beginning, with a gap or with an illegal event is refused', () => {
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

test('a refund request during the work ends the work as failed, and a late result of the work is refused', () => {
  const paid = walk({ type: 'paid', at: 1, attemptId: 5 }, { type: 'work_started', at: 2 });
  const withdrawn = applyEvent(paid, { type: 'refund_requested', at: 3, refundNo: 'R1', reason: 'x' });
  assert.deepEqual(withdrawn?.deal, { status: 'fail', finishedAt: 3, reason: 'withdrawn' });
  assert.ok(withdrawn !== undefined);
  const late: OrderEvent = { type: 'work_done', at: 4, resultFile: 'f', resultUntil: 9 };
  assert.equal(applyEvent(withdrawn, late), undefined);
});

test('a refund of a free order throws an error', () => {
  const free = walk({ type: 'paid', at: 1, attemptId: null });
  assert.throws(
    () => applyEvent(free, { type: 'refund_requested', at: 2, refundNo: 'R', reason: '' }),
    /no money/,
  );
});

test('purging a result removes its file from the order and nothing else', () => {
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
