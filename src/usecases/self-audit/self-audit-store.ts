/** What the self-audit reads of the database. */

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
  /** Unfinished ones that make its picture, ask about or close its payments, or give its money back. */
  readonly jobs: readonly JobName[];
}

export interface SelfAuditReads {
  /** Everything the self-audit folds, in pages by order id ascending; each page is one state of the database. */
  page(afterOrderId: number, limit: number): Promise<AuditedOrder[]>;
  /** Unfinished jobs of the kinds in `AuditedOrder.jobs` whose order, payment or refund does not exist. */
  strayJobs(limit: number): Promise<JobName[]>;
}
