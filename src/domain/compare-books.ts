/**
 * Compares what a provider's bills and the service's own records say about one payment or one refund (a movement).
 * Pure functions. The two sides of a movement are matched by its number and not by its day, because a provider can
 * list a movement near midnight on another day than the service.
 */

import type { Instant } from './zoned-time.ts';

export const movementKinds = ['payment', 'refund'] as const;
export type MovementKind = (typeof movementKinds)[number];

export const billedStates = ['done', 'pending', 'failed'] as const;
export type BilledState = (typeof billedStates)[number];

/**
 * A row of a bill. Several bills can have a row for the same movement: a refund that fails days later is listed
 * twice.
 */
export interface BilledMovement {
  /** The provider's number of the movement. */
  readonly providerRef: string;
  readonly amountMinor: number;
  readonly currency: string;
  readonly state: BilledState;
  readonly at: Instant;
}

/** The payment or refund in the service's own records. */
export interface OwnMovement {
  readonly amountMinor: number;
  readonly currency: string;
  /** `open`: a payment attempt that has received no money. */
  readonly state: BilledState | 'open';
}

export const differenceTypes = ['unknown_to_us', 'unknown_to_provider', 'amount', 'state'] as const;
export type DifferenceType = (typeof differenceTypes)[number];

/** How the two books differ. A side that does not know the movement has null in its fields. */
export interface Finding {
  readonly type: DifferenceType;
  readonly providerRef: string | null;
  readonly billedMinor: number | null;
  readonly billedCurrency: string | null;
  readonly billedState: BilledState | null;
  readonly ownMinor: number | null;
  readonly ownCurrency: string | null;
  readonly ownState: OwnMovement['state'] | null;
}

/**
 * @param rows every stored row of this number, of all bills.
 * @param own undefined: the service has no payment or refund with this number.
 * @param isBillComplete whether every bill that can contain the movement is stored. A missing row is a difference
 * only if this is true.
 * @returns null when the books agree.
 */
export function compareBooks(
  kind: MovementKind,
  rows: readonly BilledMovement[],
  own: OwnMovement | undefined,
  isBillComplete: boolean,
): Finding | null {
  const billed = sumUp(rows);
  const type = judge(kind, billed, own, isBillComplete);
  if (type === null) return null;
  return {
    type,
    providerRef: billed?.providerRef ?? null,
    billedMinor: billed?.amountMinor ?? null,
    billedCurrency: billed?.currency ?? null,
    billedState: billed?.state ?? null,
    ownMinor: own?.amountMinor ?? null,
    ownCurrency: own?.currency ?? null,
    ownState: own?.state ?? null,
  };
}

function judge(
  kind: MovementKind,
  billed: BilledMovement | undefined,
  own: OwnMovement | undefined,
  isBillComplete: boolean,
): DifferenceType | null {
  if (billed === undefined) return isBillComplete && own?.state === 'done' ? 'unknown_to_provider' : null;
  // The bill shows no money: a movement of 0, or a payment that is not finished. The books differ only if the service's
  // records say that money moved.
  const showsNoMoney = billed.amountMinor === 0 || (kind === 'payment' && billed.state === 'pending');
  if (showsNoMoney && own?.state !== 'done') return null;
  if (own === undefined) return billed.state === 'failed' ? null : 'unknown_to_us';
  if (!isSameState(kind, billed.state, own.state)) return 'state';
  if (billed.state === 'failed') return null;
  return billed.amountMinor === own.amountMinor && billed.currency === own.currency ? null : 'amount';
}

/**
 * A provider does not change a published bill, so a refund that is pending in the bill may have any state in the
 * service's records.
 */
function isSameState(kind: MovementKind, billed: BilledState, own: OwnMovement['state']): boolean {
  if (kind === 'refund' && billed === 'pending') return true;
  if (kind === 'payment' && billed === 'failed') return own !== 'done';
  return billed === own;
}

/**
 * Of the rows with the same number of the provider, only the newest counts. If the provider lists several movements
 * under one number of the service, for example a payment that was taken twice, their amounts are added.
 * @returns undefined for no rows.
 */
function sumUp(rows: readonly BilledMovement[]): BilledMovement | undefined {
  const newest = new Map<string, BilledMovement>();
  for (const row of rows) {
    const known = newest.get(row.providerRef);
    if (known === undefined || row.at >= known.at) newest.set(row.providerRef, row);
  }
  const movements = [...newest.values()];
  const state = billedStates.find((wanted) => movements.some((movement) => movement.state === wanted));
  const [first, ...others] = movements.filter((movement) => movement.state === state);
  if (first === undefined || first.state === 'failed') return first;
  // The sum of amounts in two currencies has no meaning, but it differs from the service's amount, so the
  // difference is still found.
  const amountMinor = others.reduce((sum, { amountMinor: more }) => sum + more, first.amountMinor);
  return { ...first, amountMinor };
}
