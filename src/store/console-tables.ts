/** The tables that only the console reads, as Kysely sees them; see `./tables.ts`. */

import type { Generated } from 'kysely';
import type { AuditAction, AuditTargetKind } from '../usecases/callers/audit-store.ts';
import type { JobAttempt } from '../usecases/jobs/job-store.ts';
import type { ApprovalState } from '../usecases/refunds/refund-store.ts';

export interface OperatorSessionsTable {
  id: Generated<number>;
  /** Of the secret in the cookie; the secret itself is nowhere. */
  digest: string;
  operator_id: number;
  created_at: number;
  seen_at: number;
  expires_at: number;
  user_agent: string | null;
  address: string;
}

export interface SignInTriesTable {
  /** `name …` or `address …`. */
  subject: string;
  tries: number;
  wait_until: number;
  last_at: number;
}

export interface RefusedSignInsTable {
  name: string;
  client: string;
  address: string | null;
  times: number;
  first_at: number;
  last_at: number;
}

export interface AuditLogTable {
  id: Generated<number>;
  at: number;
  operator: string;
  action: AuditAction;
  target_kind: AuditTargetKind;
  target_id: string;
  address: string | null;
  request_id: string | null;
  reason: string | null;
  /** JSON objects. */
  facts_before: string | null;
  facts_after: string | null;
}

export interface RefundApprovalsTable {
  id: Generated<number>;
  order_id: number;
  amount_minor: number;
  currency: string;
  reason: string;
  requested_by: string;
  requested_at: number;
  state: ApprovalState;
  decided_by: string | null;
  decided_at: number | null;
  decision_reason: string | null;
}

export interface JobAttemptsTable {
  id: Generated<number>;
  kind: string;
  key: string | null;
  attempt: number;
  ended_at: number;
  duration_ms: number;
  outcome: JobAttempt['end'];
  error: string | null;
}

export interface OutsideEventsTable {
  event_id: string;
  order_id: number;
  type: string;
  body: string;
  created_at: number;
  delivered_at: number | null;
}

export interface WorkersTable {
  id: string;
  host: string;
  version: string;
  started_at: number;
  seen_at: number;
}

export interface ConsoleTables {
  operator_sessions: OperatorSessionsTable;
  sign_in_tries: SignInTriesTable;
  refused_sign_ins: RefusedSignInsTable;
  audit_log: AuditLogTable;
  refund_approvals: RefundApprovalsTable;
  job_attempts: JobAttemptsTable;
  outside_events: OutsideEventsTable;
  workers: WorkersTable;
}
