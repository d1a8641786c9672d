/** The transition tables of payment attempts and refunds, and properties of every sequence of events. */

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
      assert.notEqual(Object.keys(targets).length, 0, 'every event has a transition');
      for (const [from, to] of Object.entries(targets)) {
        if (to !== undefined && reached.has(from)) reached.add(to);
      }
    }
  }
  return [...reached].sort();
}

const attemptEvents = fc.constantFrom(...(Object.keys(attemptTransitions) as AttemptEventType[]));
const refundEvents = fc.constantFrom(...(Object.keys(refundTransitions) as RefundEventType[]));

test('every state of an attempt and of a refund can be reached, and every target is a known state', () => {
  assert.deepEqual(reachable(attemptTransitions, 'opening'), [...attemptStates].sort());
  assert.deepEqual(reachable(refundTransitions, 'requested'), [...refundStates].sort());
});

test('an attempt in any state can still receive money, unless it has received money already', () => {
  for (const state of attemptStates) {
    const settled = state === 'won' || state === 'surplus';
    assert.equal(nextAttemptState(state, 'won'), settled ? undefined : 'won');
    assert.equal(nextAttemptState(state, 'surplus'), settled ? undefined : 'surplus');
  }
});

test('property: the money of one attempt is counted at most once and stays counted', () => {
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

test('property: a refund is done once, and once more after each report that it failed afterwards', () => {
  fc.assert(
    fc.property(fc.array(refundEvents, { maxLength: 30 }), (events) => {
      let state: RefundState = 'requested';
      let done = 0;
      for (const event of events) {
        const next = nextRefundState(state, event);
        if (next === 'done') done++;
        if (state === 'done' && event === 'doubted') done--;
        state = next ?? state;
      }
      assert.ok(done <= 1);
      assert.equal(done === 1, state === 'done');
    }),
  );
});

test('every unfinished refund can still reach the state done', () => {
  for (const state of refundStates) {
    assert.equal(nextRefundState(state, 'done'), state === 'done' ? undefined : 'done');
  }
});

test('the provider may still open an attempt only while the attempt is `opening` and the call that opens it has not timed out', () => {
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
    jointNo: null,
    jointMinor: null,
    title: null,
    state,
    providerRef: null,
    payerId: null,
    clientData: null,
    receivedMinor: null,
    receivedAt: null,
    createdAt: 0,
  };
}
