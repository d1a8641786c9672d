/** The part of the store's port for disputes and complaints. */

import type { Instant } from '../../domain/zoned-time.ts';
import type { DisputeReport } from '../ports/dispute-report.ts';

export interface Dispute extends Omit<DisputeReport, 'mayReopen' | 'earlierNos'> {
  readonly id: number;
  readonly provider: string;
  /** The order; of a joint payment the first of its orders. */
  readonly orderId: number;
  /** The number of the payment at the provider. */
  readonly paymentNo: string;
  /** When the service received the latest report. */
  readonly changedAt: Instant;
}

/** A dispute with the number of its order. */
export interface OpenDispute extends Dispute {
  readonly orderNo: string;
}

export interface DisputeReads {
  /** Returns the disputes of an order and of the joint payments to which it belongs, oldest first. */
  ofOrder(orderId: number): Promise<Dispute[]>;
  byNo(provider: string, disputeNo: string): Promise<Dispute | undefined>;
  /** Returns open disputes with the numbers of their orders, oldest first: at most `limit`. */
  open(limit: number): Promise<OpenDispute[]>;
  /** Returns open disputes of a provider, oldest first: at most `limit`. */
  openOf(provider: string, limit: number): Promise<Dispute[]>;
}

export interface DisputeWrites extends DisputeReads {
  insert(dispute: Omit<Dispute, 'id'>): Promise<Dispute>;
  /** Writes the state, the amount, the currency, the reason and the time of the change. */
  save(dispute: Dispute): Promise<void>;
}
