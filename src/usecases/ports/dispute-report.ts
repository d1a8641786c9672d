/** Disputes (chargebacks) and complaints of customers, as payment providers report them. */

import type { Instant } from '../../domain/zoned-time.ts';

export const disputeStates = ['open', 'won', 'lost', 'closed'] as const;

/** What a provider reports about a dispute (chargeback) or a complaint of a customer. */
export interface DisputeReport {
  /** The provider's id of the dispute. */
  readonly disputeNo: string;
  /** `closed`: ended without a decision, for example a complaint that was settled. */
  readonly state: (typeof disputeStates)[number];
  /** Null: the provider names no amount, as for a complaint. */
  readonly amountMinor: number | null;
  readonly currency: string | null;
  /** The customer's or the bank's reason, in the provider's words. */
  readonly reason: string;
  readonly openedAt: Instant;
  /**
   * Whether this report can open an ended dispute again: the provider opens ended disputes again, and the report is the
   * present state of the dispute at the provider.
   */
  readonly mayReopen: boolean;
  /** The numbers of earlier disputes of the payment that end with this report, if they are still open. */
  readonly earlierNos?: readonly string[];
}

/** A dispute of one of the service's payments. */
export interface DisputeNotice {
  readonly paymentNo: string;
  readonly dispute: DisputeReport;
}
