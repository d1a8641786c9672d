/** Payment attempts and refunds: their tables walked, and what no order of events can do. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  type AttemptEventType,
  type AttemptState,
  attemptStates,
  attemptTransitions,
  mayStillOpen,
  nextAttemptState,
  nextRefundState,
  openingMsMax,
  type PaymentAttempt,
  type RefundEventType,
  type RefundState,
  refundStates,
  refundTransitions,
} from '../../src/domain/payment-state.ts';

function reachable(
  table: Readonly<Record<string, Readonly<Partial<Record<string, string>>>>>,
  first: string,
): string[] {
  const reached = new Set([first]);
  for (let before = -1; before < reached.size; ) {
    before = reached.size;
    for (const targets of Object.values(table)) {
      assert.notEqual(Object.keys(targets).length, 0, 'an event without a step is dead');
      for (const [from, to] of Object.entries(targets)) {
        if (to !== undefined && reached.has(from)) reached.add(to);
      }
    }
  }
  return [...reached].sort();
}

const attemptEvents = fc.constantFrom(...(Object.keys(attemptTransitions) as AttemptEventType[]));
const refundEvents = fc.constantFrom(...(Object.keys(refundTransitions) as RefundEventType[]));

test('every state of an attempt and of a refund is reached, and every target is known', () => {
  assert.deepEqual(reachable(attemptTransitions, 'opening'), [...attemptStates].sort());
  assert.deepEqual(reachable(refundTransitions, 'requested'), [...refundStates].sort());
});

test('money is taken in from every state of an attempt in which none has arrived', () => {
  for (const state of attemptStates) {
    const settled = state === 'won' || state === 'surplus';
    assert.equal(nextAttemptState(state, 'won'), settled ? undefined : 'won');
    assert.equal(nextAttemptState(state, 'surplus'), settled ? undefined : 'surplus');
  }
});

test('property: the money of one attempt is taken in at most once, and never forgotten after', () => {
  fc.assert(
    fc.property(fc.array(attemptEvents, { maxLength: 30 }), (events) => {
      let state: AttemptState = 'opening';
      let taken = 0;
      for (const event of events) {
        const next = nextAttemptState(state, event);
        if (next === undefined) continue;
        if (event === 'won' || event === 'surplus') taken++;
        state = next;
      }
      assert.ok(taken <= 1);
      assert.equal(taken === 1, state === 'won' || state === 'surplus');
    }),
  );
});

test('property: a refund is done once, and once more for each time that this was doubted', () => {
  fc.assert(
    fc.property(fc.array(refundEvents, { maxLength: 30 }), (events) => {
      let state: RefundState = 'requested';
      let done = 0;
      for (const event of events) {
        const next = nextRefundState(state, event);
        if (next === 'done') done++;
        if (next !== undefined && event === 'doubted') done--;
        state = next ?? state;
      }
      assert.ok(done <= 1);
      assert.equal(done === 1, state === 'done');
    }),
  );
});

test('from every unfinished refund the money can still come back', () => {
  for (const state of refundStates) {
    assert.equal(nextRefundState(state, 'done'), state === 'done' ? undefined : 'done');
  }
});

test('an attempt may be on its way to the provider for as long as the call that opens it may take', () => {
  for (const state of attemptStates) {
    const young = mayStillOpen(attempt(state), openingMsMax - 1);
    assert.equal(young, state === 'opening', state);
    assert.equal(mayStillOpen(attempt(state), openingMsMax), false, state);
  }
});

function attempt(state: AttemptState): PaymentAttempt {
  return {
    id: 1,
    orderId: 1,
    paymentNo: 'P1',
    provider: 'sandbox',
    channel: 'web',
    amountMinor: 1,
    currency: 'CNY',
    state,
    providerRef: null,
    clientData: null,
    receivedMinor: null,
    receivedAt: null,
    createdAt: 0,
  };
}
