/**
 * Random books for the tests of reconciliation: payments and refunds of the service with the rows that a correct bill
 * has for them, and differences that are put into the bill or into the service's records.
 */

import fc from 'fast-check';
import { startOfDay } from '../../../src/domain/civil-day.ts';
import type { DifferenceType } from '../../../src/domain/compare-books.ts';
import type { PaymentAttempt, Refund } from '../../../src/domain/payment-state.ts';
import { timeZone } from '../../../src/domain/zoned-time.ts';
import type { BillRow } from '../../../src/usecases/ports/provider-bill.ts';

/** Cases in which the bill and the service's records agree, although some of them do not look equal. */
const harmless = [
  'equal',
  'counted to the day before',
  'counted to the day after',
  'a row of another system',
  'a payment that was never paid',
  'a payment that failed in both books',
  'a refund that was pending in the bill',
  'a refund that failed in both books',
  'a refund that was pending, then done',
  'a refund of another system',
  'received on a day whose next bill is not made yet',
  'received before the first bill',
] as const;

/** Cases in which the bill and the service's records differ, with the type of the difference. */
const different = {
  'the bill has a payment that the service does not know': 'unknown_to_us',
  'the bill has a refund that the service does not know': 'unknown_to_us',
  'the bill has a refund that was made at the provider': 'unknown_to_us',
  'the bill lacks a payment': 'unknown_to_provider',
  'the bill lacks a refund': 'unknown_to_provider',
  'the bill has another amount of a payment': 'amount',
  'the bill has another currency of a payment': 'amount',
  'the bill has a payment twice': 'amount',
  'the bill has another amount of a refund': 'amount',
  'the notification of a payment was lost': 'state',
  'a received payment failed at the provider': 'state',
  'a refund is done at the provider and failed here': 'state',
  'a refund is done at the provider and pending here': 'state',
  'a finished refund failed at the provider later': 'state',
} as const satisfies Readonly<Record<string, DifferenceType>>;

type Harmless = (typeof harmless)[number];
type Different = keyof typeof different;

function isDifferent(what: Harmless | Different): what is Different {
  return what in different;
}

export interface Scene {
  readonly what: Harmless | Different;
  readonly day: number;
  /** The time of the payment in milliseconds since midnight. Half of the times are within a second of midnight. */
  readonly ms: number;
  readonly amountMinor: number;
  readonly feeMinor: number | null;
}

const dayMs = 24 * 60 * 60_000;
export const zone = timeZone('Asia/Shanghai');
/** The present day in the tests, as the number of days since 1970. The bills of the 30 days before it are fetched. */
export const today = 20_700;

const nearMidnight = fc.oneof(
  fc.integer({ min: 0, max: 999 }),
  fc.integer({ min: dayMs - 1000, max: dayMs - 1 }),
);

export const scenes: fc.Arbitrary<readonly Scene[]> = fc.array(
  fc.record({
    what: fc.oneof(fc.constantFrom(...harmless), fc.constantFrom(...(Object.keys(different) as Different[]))),
    day: fc.integer({ min: today - 20, max: today - 4 }),
    ms: fc.oneof(nearMidnight, fc.integer({ min: 0, max: dayMs - 1 })),
    amountMinor: fc.integer({ min: 2, max: 1_000_000 }),
    feeMinor: fc.option(fc.integer({ min: -50, max: 500 })),
  }),
  { minLength: 1, maxLength: 14 },
);

export interface SceneBooks {
  /** The service's record of the payment; null if it has none. */
  readonly attempt: Pick<PaymentAttempt, 'state' | 'receivedMinor' | 'receivedAt'> | null;
  readonly refund: Pick<Refund, 'state' | 'finishedAt'> | null;
  readonly beganAt: number;
  /** The rows of the bills, each with the day of its bill. */
  readonly rows: readonly { readonly day: number; readonly row: BillRow }[];
  /** The difference that must be found; null: the books agree. */
  readonly expected: { readonly number: string; readonly type: DifferenceType } | null;
}

/** Returns the bill's rows and the service's records of one scene. The payment and refund numbers must be new. */
export function booksOf(scene: Scene, paymentNo: string, refundNo: string): SceneBooks {
  const { what, amountMinor, feeMinor } = scene;
  const day =
    what === 'received on a day whose next bill is not made yet'
      ? today - 1
      : what === 'received before the first bill'
        ? today - 30
        : scene.day;
  const at = startOfDay(day, zone) + scene.ms;
  const money = { amountMinor, currency: 'CNY', feeMinor, at, state: 'done' } as const;
  const payment: BillRow = {
    ...money,
    kind: 'payment',
    paymentNo,
    refundNo: null,
    providerRef: `t-${paymentNo}`,
  };
  const refund: BillRow = { ...money, kind: 'refund', paymentNo, refundNo, providerRef: `b-${refundNo}` };
  const paid = { state: 'surplus', receivedMinor: amountMinor, receivedAt: at } as const;
  const unpaid = { state: 'closed', receivedMinor: null, receivedAt: null } as const;
  const done = { state: 'done', finishedAt: at } as const;
  const failed = { state: 'failed', finishedAt: at } as const;
  const type = isDifferent(what) ? different[what] : null;
  const make = (
    attempt: SceneBooks['attempt'],
    own: SceneBooks['refund'],
    rows: readonly BillRow[],
    number = paymentNo,
    shiftDays = 0,
  ): SceneBooks => ({
    attempt,
    refund: own,
    beganAt: at - 60_000,
    rows: rows.map((row) => ({ day: day + shiftDays, row })),
    expected: type === null ? null : { number, type },
  });
  const withRefund = (own: SceneBooks['refund'], ...rows: readonly BillRow[]) =>
    make(paid, own, [payment, ...rows], refundNo);
  switch (what) {
    case 'equal':
      return withRefund(done, refund);
    case 'counted to the day before':
      return make(paid, done, [payment, refund], paymentNo, -1);
    case 'counted to the day after':
      return make(paid, done, [payment, refund], paymentNo, 1);
    case 'a row of another system':
      return make(paid, null, [payment, { ...payment, paymentNo: 'WEB-1' }, { ...payment, paymentNo: null }]);
    case 'a payment that was never paid':
      return make(unpaid, null, []);
    case 'a payment that failed in both books':
      return make(unpaid, null, [{ ...payment, state: 'failed' }]);
    case 'a refund that was pending in the bill':
      return withRefund(done, { ...refund, state: 'pending' });
    case 'a refund that failed in both books':
      return withRefund(failed, { ...refund, state: 'failed' });
    case 'a refund that was pending, then done': {
      const books = withRefund(done, { ...refund, state: 'pending' });
      return { ...books, rows: [...books.rows, { day: day + 2, row: { ...refund, at: at + 2 * dayMs } }] };
    }
    case 'a refund of another system':
      return make(paid, null, [payment, { ...refund, paymentNo: 'WEB-1', refundNo: 'WEB-2' }]);
    case 'received on a day whose next bill is not made yet':
    case 'received before the first bill':
      return make(paid, null, []);
    case 'the bill has a payment that the service does not know':
      return make(null, null, [payment]);
    case 'the bill has a refund that the service does not know':
      return withRefund(null, refund);
    case 'the bill has a refund that was made at the provider':
      return make(paid, null, [payment, { ...refund, refundNo: null }], refund.providerRef);
    case 'the bill lacks a payment':
      return make(paid, null, []);
    case 'the bill lacks a refund':
      return withRefund(done);
    case 'the bill has another amount of a payment':
      return make(paid, null, [{ ...payment, amountMinor: amountMinor - 1 }]);
    case 'the bill has another currency of a payment':
      return make(paid, null, [{ ...payment, currency: 'EUR' }]);
    case 'the bill has a payment twice':
      return make(paid, null, [payment, { ...payment, providerRef: `u-${paymentNo}` }]);
    case 'the bill has another amount of a refund':
      return withRefund(done, { ...refund, amountMinor: amountMinor + 1 });
    case 'the notification of a payment was lost':
      return make(unpaid, null, [payment]);
    case 'a received payment failed at the provider':
      return make(paid, null, [payment, { ...payment, state: 'failed', at: at + 1 }]);
    case 'a refund is done at the provider and failed here':
      return withRefund(failed, refund);
    case 'a refund is done at the provider and pending here':
      return withRefund({ state: 'pending', finishedAt: null }, refund);
    case 'a finished refund failed at the provider later': {
      const books = withRefund(done, refund);
      const late = { ...refund, state: 'failed', at: at + 3 * dayMs } as const;
      return { ...books, rows: [...books.rows, { day: day + 3, row: late }] };
    }
  }
}
