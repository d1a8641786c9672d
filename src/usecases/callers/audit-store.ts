/** The audit log: which operator did what, to what, when and from which address. Entries are never changed. */

import type { Instant } from '../../domain/zoned-time.ts';

export const auditActions = [
  'sign_in',
  'sign_in_refused',
  'sign_out',
  'second_factor_refused',
  'reauthenticated',
  'reauthentication_refused',
  'second_factor_added',
  'second_factor_removed',
  'recovery_codes_made',
  'sign_in_rules_changed',
  'session_revoked',
  'password_changed',
  'password_reset',
  'api_token_created',
  'api_token_revoked',
  'operator_added',
  'operator_changed',
  'order_number_shown',
  'order_cancelled',
  'refund_requested',
  'refund_retried',
  'refund_settled',
  'refund_approval_requested',
  'refund_approval_confirmed',
  'refund_approval_rejected',
  'order_retried',
  'event_resent',
  'events_read',
  'webhook_endpoint_added',
  'webhook_endpoint_changed',
  'webhook_secret_rotated',
  'webhook_endpoint_paused',
  'webhook_endpoint_resumed',
  'webhook_endpoint_switched_off',
  'webhook_endpoint_removed',
  'webhook_tested',
  'webhooks_replayed',
  'good_added',
  'good_changed',
  'goods_ordered',
  'icon_added',
  'document_added',
  'document_changed',
  'months_granted',
  'months_ended',
  'job_retried',
  'jobs_retried',
  'job_discarded',
  'difference_remedied',
  'difference_resolved',
  'bill_requested',
  'inbox_assigned',
  'note_added',
  'note_removed',
  'orders_exported',
  'guest_merged',
  'user_erased',
  'order_erased',
  'settings_changed',
  'problem_reported',
  'problem_answered',
  'payment_started',
  'order_email_set',
  'order_email_removed',
] as const;
export type AuditAction = (typeof auditActions)[number];

export const auditTargetKinds = [
  'operator',
  'session',
  'order',
  'good',
  'icon',
  'document',
  'user',
  'job',
  'difference',
  'bill',
  'webhook_endpoint',
  'inbox_item',
  'shop',
] as const;
export type AuditTargetKind = (typeof auditTargetKinds)[number];

/** Facts about the change, stored as JSON. They never contain a password, a token or a picture. */
export type AuditFacts = Readonly<Record<string, string | number | boolean | null>>;

export interface NewAuditEntry {
  readonly at: Instant;
  /** The operator's name, which stays readable after the operator is disabled. */
  readonly operator: string;
  readonly action: AuditAction;
  readonly targetKind: AuditTargetKind;
  /** The number of an order; of other targets the id or the name. */
  readonly targetId: string;
  /** The IP address of the caller; null: unknown. */
  readonly address: string | null;
  readonly requestId: string | null;
  readonly reason: string | null;
  readonly before: AuditFacts | null;
  readonly after: AuditFacts | null;
}

/**
 * Records that `operator` added the account of another operator, enabled it again or set its password. After such a
 * change, `operator` may be able to sign in with that account.
 */
export type AccountAccess = Pick<AuditEntry, 'at' | 'operator'>;

export interface AuditEntry extends NewAuditEntry {
  readonly id: number;
  /** The order that the entry is about; null: the target is no order. */
  readonly orderId: number | null;
}

/** An entry must match every field that is not null. `targetId` requires `targetKind`. */
export interface AuditFilter {
  readonly operator: string | null;
  readonly action: AuditAction | null;
  readonly targetKind: AuditTargetKind | null;
  readonly targetId: string | null;
}

export interface AuditReads {
  /** The matching entries, newest first: at most `limit`, with `id` below `beforeId`. */
  entries(filter: AuditFilter, beforeId: number | null, limit: number): Promise<AuditEntry[]>;
  /**
   * Who added this operator, enabled the account again or set its password, and when: all such entries, newest first.
   */
  accountAccesses(operatorName: string): Promise<AccountAccess[]>;
}

export interface AuditWrites extends AuditReads {
  insert(entry: NewAuditEntry): Promise<void>;
}
