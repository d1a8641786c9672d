/** The comparison of a bill with the service's own records, as a table. */

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  type BilledMovement,
  compareBooks,
  type DifferenceType,
  type MovementKind,
  type OwnMovement,
} from '../../src/domain/compare-books.ts';

const row: BilledMovement = {
  providerRef: 'ref',
  amountMinor: 990,
  currency: 'CNY',
  state: 'done',
  at: 1000,
};
const own: OwnMovement = { amountMinor: 990, currency: 'CNY', state: 'done' };

interface Case {
  readonly what: string;
  readonly kind: MovementKind;
  readonly rows: readonly BilledMovement[];
  readonly own: OwnMovement | undefined;
  /** Default: true. */
  readonly complete?: false;
  readonly type: DifferenceType | null;
}

const pendingRow: BilledMovement = { ...row, state: 'pending' };
const failedRow: BilledMovement = { ...row, state: 'failed' };
const ownPending: OwnMovement = { ...own, state: 'pending' };
const ownFailed: OwnMovement = { ...own, state: 'failed' };
const ownOpen: OwnMovement = { ...own, state: 'open' };

const cases: readonly Case[] = [
  { what: 'a payment in both books agrees', kind: 'payment', rows: [row], own, type: null },
  { what: 'a refund in both books agrees', kind: 'refund', rows: [row], own, type: null },
  {
    what: 'a payment of the bill only is unknown to us',
    kind: 'payment',
    rows: [row],
    own: undefined,
    type: 'unknown_to_us',
  },
  {
    what: 'a refund of the bill only is unknown to us',
    kind: 'refund',
    rows: [row],
    own: undefined,
    type: 'unknown_to_us',
  },
  {
    what: 'a pending refund of the bill only is unknown to us',
    kind: 'refund',
    rows: [pendingRow],
    own: undefined,
    type: 'unknown_to_us',
  },
  {
    what: 'a failed refund of the bill only moved no money',
    kind: 'refund',
    rows: [failedRow],
    own: undefined,
    type: null,
  },
  {
    what: 'a failed payment of the bill only moved no money',
    kind: 'payment',
    rows: [failedRow],
    own: undefined,
    type: null,
  },
  {
    what: 'a payment that no bill has is unknown to the provider',
    kind: 'payment',
    rows: [],
    own,
    type: 'unknown_to_provider',
  },
  {
    what: 'a refund that no bill has is unknown to the provider',
    kind: 'refund',
    rows: [],
    own,
    type: 'unknown_to_provider',
  },
  {
    what: 'a payment may be missing while a bill is not stored',
    kind: 'payment',
    rows: [],
    own,
    complete: false,
    type: null,
  },
  { what: 'a payment without money needs no row', kind: 'payment', rows: [], own: ownOpen, type: null },
  { what: 'a refund under way needs no row', kind: 'refund', rows: [], own: ownPending, type: null },
  { what: 'a failed refund needs no row', kind: 'refund', rows: [], own: ownFailed, type: null },
  {
    what: 'another amount is a difference',
    kind: 'payment',
    rows: [{ ...row, amountMinor: 991 }],
    own,
    type: 'amount',
  },
  {
    what: 'another currency is a difference',
    kind: 'refund',
    rows: [{ ...row, currency: 'EUR' }],
    own,
    type: 'amount',
  },
  {
    what: 'another amount of a pending refund is a difference',
    kind: 'refund',
    rows: [{ ...pendingRow, amountMinor: 1 }],
    own: ownPending,
    type: 'amount',
  },
  {
    what: 'a payment that only the bill has as paid differs in its state',
    kind: 'payment',
    rows: [row],
    own: ownOpen,
    type: 'state',
  },
  {
    what: 'a payment that the bill has as failed differs in its state',
    kind: 'payment',
    rows: [failedRow],
    own,
    type: 'state',
  },
  {
    what: 'a payment that failed in both books agrees',
    kind: 'payment',
    rows: [failedRow],
    own: ownOpen,
    type: null,
  },
  {
    what: 'a pending payment of the bill is no difference',
    kind: 'payment',
    rows: [pendingRow],
    own: ownOpen,
    type: null,
  },
  {
    what: 'a payment of 0 is no difference',
    kind: 'payment',
    rows: [{ ...row, amountMinor: 0 }],
    own: ownOpen,
    type: null,
  },
  {
    what: 'a payment of 0 that the service does not know is no difference',
    kind: 'payment',
    rows: [{ ...row, amountMinor: 0 }],
    own: undefined,
    type: null,
  },
  {
    what: 'a payment of 0 is a difference if the service has received money',
    kind: 'payment',
    rows: [{ ...row, amountMinor: 0 }],
    own,
    type: 'amount',
  },
  {
    what: 'a refund of 0 is a difference if the service has it as done',
    kind: 'refund',
    rows: [{ ...row, amountMinor: 0 }],
    own,
    type: 'amount',
  },
  {
    what: 'a pending refund of 0 is a difference if the service has it as done',
    kind: 'refund',
    rows: [{ ...pendingRow, amountMinor: 0 }],
    own,
    type: 'amount',
  },
  {
    what: 'a refund of 0 that failed in the service is no difference',
    kind: 'refund',
    rows: [{ ...row, amountMinor: 0 }],
    own: ownFailed,
    type: null,
  },
  {
    what: 'a payment that the bill has as pending differs from one that the service has received',
    kind: 'payment',
    rows: [pendingRow],
    own,
    type: 'state',
  },
  {
    what: 'a refund that only the bill has as done differs in its state',
    kind: 'refund',
    rows: [row],
    own: ownFailed,
    type: 'state',
  },
  {
    what: 'a refund that is still pending here differs from a finished one',
    kind: 'refund',
    rows: [row],
    own: ownPending,
    type: 'state',
  },
  {
    what: 'a refund that the bill has as failed differs from a finished one',
    kind: 'refund',
    rows: [failedRow],
    own,
    type: 'state',
  },
  {
    what: 'a refund that failed in both books agrees',
    kind: 'refund',
    rows: [failedRow],
    own: ownFailed,
    type: null,
  },
  {
    what: 'a refund that the bill has as pending may be done by now',
    kind: 'refund',
    rows: [pendingRow],
    own,
    type: null,
  },
  {
    what: 'a refund that the bill has as pending may have failed by now',
    kind: 'refund',
    rows: [pendingRow],
    own: ownFailed,
    type: null,
  },
  {
    what: 'a newer row of the same movement counts',
    kind: 'refund',
    rows: [row, { ...failedRow, at: 2000 }],
    own,
    type: 'state',
  },
  {
    what: 'an older row of the same movement does not count',
    kind: 'refund',
    rows: [row, { ...failedRow, at: 1 }],
    own,
    type: null,
  },
  {
    what: 'a payment that was taken twice has twice the amount',
    kind: 'payment',
    rows: [row, { ...row, providerRef: 'other' }],
    own,
    type: 'amount',
  },
  {
    what: 'a failed second movement adds nothing',
    kind: 'payment',
    rows: [row, { ...failedRow, providerRef: 'other' }],
    own,
    type: null,
  },
];

describe('the comparison of books', () => {
  for (const { what, kind, rows, own: ours, complete = true, type } of cases) {
    it(`finds that ${what}`, () => {
      assert.equal(compareBooks(kind, rows, ours, complete)?.type ?? null, type);
    });
  }

  it('reports the amount, the currency and the state in each of the two books', () => {
    assert.deepEqual(compareBooks('payment', [{ ...row, amountMinor: 1 }], own, true), {
      type: 'amount',
      providerRef: 'ref',
      billedMinor: 1,
      billedCurrency: 'CNY',
      billedState: 'done',
      ownMinor: 990,
      ownCurrency: 'CNY',
      ownState: 'done',
    });
  });
});
