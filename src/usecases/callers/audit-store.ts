/** The operators' log: who did what to what, when, from where. Appended to and never changed. */

import type { Instant } from '../../domain/zoned-time.ts';

export const auditActions = [
  'sign_in',
  'sign_in_refused',
  'sign_out',
  'session_revoked',
  'password_changed',
  'password_reset',
  'operator_added',
  'operator_changed',
  'order_cancelled',
  'refund_requested',
  'refund_retried',
  'refund_approval_requested',
  'refund_approval_confirmed',
  'refund_approval_rejected',
  'order_retried',
  'event_resent',
  'good_added',
  'good_changed',
  'goods_ordered',
  'icon_added',
  'months_granted',
  'months_ended',
  'job_retried',
  'jobs_retried',
  'job_discarded',
] as const;
export type AuditAction = (typeof auditActions)[number];

export const auditTargetKinds = ['operator', 'session', 'order', 'good', 'icon', 'user', 'job'] as const;
export type AuditTargetKind = (typeof auditTargetKinds)[number];

/** Plain facts, as JSON; never a password, a token or a customer's picture. */
export type AuditFacts = Readonly<Record<string, string | number | boolean | null>>;

export interface NewAuditEntry {
  readonly at: Instant;
  /** The name, which stays readable whatever becomes of the operator. */
  readonly operator: string;
  readonly action: AuditAction;
  readonly targetKind: AuditTargetKind;
  /** An order's number, else an id or a name. */
  readonly targetId: string;
  /** Where the call came from; null where that is not known. */
  readonly address: string | null;
  readonly requestId: string | null;
  readonly reason: string | null;
  readonly before: AuditFacts | null;
  readonly after: AuditFacts | null;
}

export interface AuditEntry extends NewAuditEntry {
  readonly id: number;
}

/** Those that are given must match; a `targetId` counts with a `targetKind` alone. */
export interface AuditFilter {
  readonly operator: string | null;
  readonly action: AuditAction | null;
  readonly targetKind: AuditTargetKind | null;
  readonly targetId: string | null;
}

export interface AuditReads {
  /** Newest first, with `id` below `beforeId`. */
  entries(filter: AuditFilter, beforeId: number | null, limit: number): Promise<AuditEntry[]>;
}

export interface AuditWrites extends AuditReads {
  insert(entry: NewAuditEntry): Promise<void>;
}
