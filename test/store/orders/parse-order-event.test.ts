import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Actor, OrderEvent } from '../../../src/domain/order-events.ts';
import { parseActor, parseOrderEvent } from '../../../src/store/orders/parse-order-event.ts';

const refundNo = 'R1';

const events: readonly OrderEvent[] = [
  { type: 'created', at: 1 },
  { type: 'paid', at: 1, attemptId: null },
  { type: 'paid', at: 1, attemptId: 7 },
  { type: 'cancelled', at: 1, by: 'expiry' },
  { type: 'work_started', at: 1 },
  { type: 'work_returned', at: 1, error: 'e' },
  { type: 'work_returned', at: 1, error: 'e', cause: 'killed' },
  { type: 'work_done', at: 1, resultFile: null, resultUntil: null },
  { type: 'work_failed', at: 1, reason: 'no_face', error: null },
  { type: 'work_retried', at: 1 },
  { type: 'months_refunded', at: 1, refundNo, months: 2, reason: 'r' },
  { type: 'refund_requested', at: 1, refundNo, reason: 'r' },
  { type: 'refund_failed', at: 1, refundNo, error: 'e' },
  { type: 'refund_retried', at: 1, refundNo },
  { type: 'refund_done', at: 1, refundNo },
  { type: 'refund_confirmed', at: 1, refundNo },
  { type: 'refund_settled', at: 1, refundNo, reason: 'r' },
  { type: 'refund_doubted', at: 1, refundNo, error: 'e' },
  {
    type: 'result_replaced',
    at: 1,
    resultFile: 'results/b.jpg',
    resultUntil: 2,
    details: { path: 'p', num: 1 },
  },
  { type: 'result_purged', at: 1 },
];

const actors: readonly Actor[] = [
  { kind: 'customer', userId: 1 },
  { kind: 'operator', name: 'ann' },
  { kind: 'provider', name: 'sandbox' },
  { kind: 'system' },
];

describe('parsing the history of an order', () => {
  it('returns every type of event and every kind of actor', () => {
    for (const event of events) assert.deepEqual(parseOrderEvent(structuredClone(event)), event);
    for (const actor of actors) assert.deepEqual(parseActor(structuredClone(actor)), actor);
  });

  for (const damaged of [
    null,
    [],
    'created',
    {},
    { type: 'created' },
    { type: 'other', at: 1 },
    { type: 'toString', at: 1 },
    { type: 'paid', at: 1 },
    { type: 'refund_done', at: 1, refundNo: 5 },
  ]) {
    it(`refuses ${JSON.stringify(damaged)} as an event`, () => {
      assert.throws(() => parseOrderEvent(damaged), /^Error: the JSON/);
    });
  }

  for (const damaged of [null, 'system', {}, { kind: 'other' }, { kind: 'customer', userId: 'x' }]) {
    it(`refuses ${JSON.stringify(damaged)} as an actor`, () => {
      assert.throws(() => parseActor(damaged), /^Error: the JSON/);
    });
  }
});
