/** The part of the store's port for the self-audit. */

import type { MembershipGrant } from '../../domain/membership.ts';
import type { Order } from '../../domain/order.ts';
import type { HistoryEntry } from '../../domain/order-events.ts';
import type { PaymentAttempt, Refund } from '../../domain/payment-state.ts';
import type { JobName } from '../jobs/job-store.ts';

export interface AuditedOrder {
  readonly order: Order;
  readonly history: readonly HistoryEntry[];
  readonly attempts: readonly PaymentAttempt[];
  readonly refunds: readonly Refund[];
  readonly grants: readonly MembershipGrant[];
  /** The unfinished jobs that make the picture, query or close the payments, or carry out the refunds. */
  readonly jobs: readonly JobName[];
}

export interface SelfAuditReads {
  /**
   * Returns orders with all their records, sorted by id, starting after `afterOrderId`. Each page is one snapshot of
   * the database.
   */
  page(afterOrderId: number, limit: number): Promise<AuditedOrder[]>;
  /** Returns unfinished jobs of the kinds in `AuditedOrder.jobs` whose order, payment or refund does not exist. */
  strayJobs(limit: number): Promise<JobName[]>;
  /**
   * The keys of all photos and pictures in the file store that a row refers to: an upload, an order, a reported problem,
   * or a job that removes the file.
   */
  filesWithRow(): Promise<string[]>;
}
