/** Reads what the bills and the service's own records say about one payment or refund, and compares them. */

import {
  type BilledMovement,
  compareBooks,
  type Finding,
  type MovementKind,
  type OwnMovement,
} from '../../domain/compare-books.ts';
import {
  amountAtProvider,
  numberAtProvider,
  type PaymentAttempt,
  type Refund,
} from '../../domain/payment-state.ts';
import type { StoreReads } from '../ports/store.ts';
import type { Difference, Remedy, StoredBillRow } from '../reconciliation/reconciliation-store.ts';

export interface MovementName {
  readonly provider: string;
  readonly kind: MovementKind;
  readonly number: string;
}

export interface Examined {
  readonly finding: Finding | null;
  /** The day of the newest row about the payment or refund; null: no bill contains such a row. */
  readonly billedDay: number | null;
  readonly paymentNo: string | null;
  readonly orderId: number | null;
  readonly remedy: Remedy;
  /** The newest difference of the payment or refund, open or resolved. */
  readonly newest: Difference | undefined;
}

interface OwnRecords {
  readonly movement: OwnMovement;
  /** What the provider reported and a bill may list later: a refund that an operator had settled in another way. */
  readonly reported: readonly BilledMovement[];
  readonly isSettled: boolean;
  readonly paymentNo: string | null;
  /** The orders of the payment, or the order of the refund. */
  readonly orderIds: readonly [number, ...number[]];
}

/**
 * @param isBillComplete whether the bills of all days that may contain the payment or refund are stored, as in
 * `compareBooks`. Only then does a missing row count as a difference.
 */
export async function examineMovement(
  reads: StoreReads,
  name: MovementName,
  isBillComplete: boolean,
): Promise<Examined> {
  const { provider, kind, number } = name;
  const rows = await reads.reconciliation.billRows(provider, kind, number);
  const own = kind === 'payment' ? await ownPayment(reads, name) : await ownRefund(reads, name);
  const newest = await reads.reconciliation.newestDifference(provider, kind, number);
  // If an open difference says that the bills lack the payment or refund, it stays missing until a bill contains a
  // row about it.
  const wasMissing = newest?.resolution === null && newest.type === 'unknown_to_provider';
  const known = [...rows, ...(own?.reported ?? [])];
  const finding = compareBooks(kind, known, own?.movement, isBillComplete || wasMissing);
  const ofPayment = own === undefined ? await paymentOfRow(reads, provider, rows) : undefined;
  const orderIds = own?.orderIds ?? (ofPayment === undefined ? [] : [ofPayment.orderId]);
  return {
    finding,
    billedDay: rows.at(-1)?.day ?? null,
    paymentNo: own?.paymentNo ?? rows.at(-1)?.paymentNo ?? null,
    orderId: orderIds[0] ?? null,
    remedy: finding === null || own?.isSettled ? 'look' : await remedyOf(reads, kind, finding, orderIds),
    newest,
  };
}

/** Whether a difference of the payment or refund must be opened, changed or resolved. */
export function mustWrite({ finding, newest, remedy }: Examined): boolean {
  const isOpen = newest?.resolution === null;
  if (finding === null) return isOpen;
  if (newest === undefined) return true;
  if (isOpen) return !isSameFinding(finding, newest) || remedy !== newest.remedy;
  // Do not open a difference again if an operator has resolved one with the same facts.
  return newest.resolution !== 'operator' || !isSameFinding(finding, newest);
}

function isSameFinding(a: Finding, b: Finding): boolean {
  const facts = (finding: Finding) => [
    finding.type,
    finding.providerRef,
    finding.billedMinor,
    finding.billedCurrency,
    finding.billedState,
    finding.ownMinor,
    finding.ownCurrency,
    finding.ownState,
  ];
  return JSON.stringify(facts(a)) === JSON.stringify(facts(b));
}

async function ownPayment(
  reads: StoreReads,
  { provider, number }: MovementName,
): Promise<OwnRecords | undefined> {
  const attempts = await reads.payments.byNumberAtProvider(number);
  const [first, ...others] = attempts;
  if (first?.provider !== provider) return undefined;
  const movement = await movementOfPayment(reads, first, attempts);
  const orderIds = [first.orderId, ...others.map(({ orderId }) => orderId)] as const;
  return { paymentNo: number, orderIds, movement, reported: [], isSettled: false };
}

/** The bill lists a joint payment once, with the amount of all its orders. */
async function movementOfPayment(
  reads: StoreReads,
  first: PaymentAttempt,
  attempts: readonly PaymentAttempt[],
): Promise<OwnMovement> {
  const received = [];
  for (const attempt of attempts) received.push(...(await receivedOf(reads, attempt)));
  if (received.length === 0) {
    return { state: 'open', amountMinor: amountAtProvider(first), currency: first.currency };
  }
  const amountMinor = received.reduce((sum, money) => sum + money.amountMinor, 0);
  return { state: 'done', amountMinor, currency: received[0]?.currency ?? first.currency };
}

/** The money of an attempt; none if the attempt has not received any. */
async function receivedOf(
  reads: StoreReads,
  attempt: PaymentAttempt,
): Promise<readonly Pick<OwnMovement, 'amountMinor' | 'currency'>[]> {
  const { state, receivedMinor, currency } = attempt;
  if (receivedMinor === null || (state !== 'won' && state !== 'surplus')) return [];
  if (state === 'won') return [{ amountMinor: receivedMinor, currency }];
  // Read the currency of surplus money from its refund, because the attempt does not store this currency.
  const refunds = await reads.refunds.ofOrder(attempt.orderId);
  const back = refunds.find(({ attemptId, purpose }) => attemptId === attempt.id && purpose === 'surplus');
  return [{ amountMinor: receivedMinor, currency: back?.currency ?? currency }];
}

async function ownRefund(
  reads: StoreReads,
  { provider, number }: MovementName,
): Promise<OwnRecords | undefined> {
  const refund = await reads.refunds.byNo(number);
  if (refund?.provider !== provider) return undefined;
  const { orderId, amountMinor, currency } = refund;
  const attempt = await reads.payments.byId(refund.attemptId);
  return {
    paymentNo: attempt === undefined ? null : numberAtProvider(attempt),
    orderIds: [orderId],
    movement: { state: stateOfRefund(refund), amountMinor, currency },
    reported: reportedOf(refund),
    isSettled: refund.settledBy !== null,
  };
}

/** A refund that an operator settled in another way failed at the provider. */
function stateOfRefund({ state, settledBy }: Refund): OwnMovement['state'] {
  if (settledBy !== null) return 'failed';
  return state === 'requested' ? 'pending' : state;
}

function reportedOf({ refundNo, providerRefundId, providerDoneAt, amountMinor, currency }: Refund) {
  if (providerDoneAt === null) return [];
  const providerRef = providerRefundId ?? refundNo;
  return [{ providerRef, amountMinor, currency, state: 'done', at: providerDoneAt } as const];
}

/** Finds the service's payment to which a refund in the bill belongs that the service did not request. */
async function paymentOfRow(
  reads: StoreReads,
  provider: string,
  rows: readonly StoredBillRow[],
): Promise<PaymentAttempt | undefined> {
  const paymentNo = rows.at(-1)?.paymentNo ?? null;
  const [attempt] = paymentNo === null ? [] : await reads.payments.byNumberAtProvider(paymentNo);
  return attempt?.provider === provider ? attempt : undefined;
}

async function remedyOf(
  reads: StoreReads,
  kind: MovementKind,
  finding: Finding,
  orderIds: readonly number[],
): Promise<Remedy> {
  const { type, billedState, ownMinor, billedMinor } = finding;
  if (kind === 'refund') return type === 'state' || type === 'unknown_to_provider' ? 'retry_refund' : 'look';
  if (type !== 'state' || billedState !== 'done' || orderIds.length === 0) return 'look';
  if (billedMinor !== ownMinor) return 'refund_payment';
  // If one order of a joint payment waits, the payment pays this order and is returned for the others.
  for (const id of orderIds) if (await isWaiting(reads, id)) return 'apply_payment';
  return 'refund_payment';
}

async function isWaiting({ orders }: StoreReads, orderId: number): Promise<boolean> {
  const orderNo = await orders.noById(orderId);
  const found = orderNo === undefined ? undefined : await orders.byNo(orderNo);
  return found?.order.money.status === 'wait_pay';
}
