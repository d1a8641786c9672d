/**
 * The tables as Kysely sees them, equal in both dialects: whole numbers, texts and nulls. Instants are
 * milliseconds since the epoch, truth values 0 or 1, JSON is text. Turning a row into a value of the domain
 * is the part of `rows/`; the tables themselves are made by `migrations/`.
 *
 * Queries name their columns. A `select *` that PostgreSQL keeps prepared fails in the processes of an older
 * version as soon as a newer one has added a column.
 */

import type { Generated } from 'kysely';
import type { Canceller, DealStatus, Order, Status } from '../domain/order.ts';
import type { AttemptState, Refund, RefundState } from '../domain/payment-state.ts';
import type { User } from '../usecases/members/member-store.ts';
import type { Operator } from '../usecases/operators/operator-store.ts';
import type { JobKind } from '../usecases/ports/jobs.ts';
import type {
  SandboxPayment,
  SandboxPaymentState,
  SandboxRefundState,
} from '../usecases/ports/sandbox-ledger.ts';
import type { ConsoleTables } from './console-tables.ts';

export interface UsersTable {
  id: Generated<number>;
  kind: User['kind'];
  /** Both null for a guest. */
  issuer: string | null;
  subject: string | null;
  member_until: number | null;
  created_at: number;
}

export interface OperatorsTable {
  id: Generated<number>;
  name: string;
  password_hash: string;
  role: Operator['role'];
  /** Null for those that were there before it was noted. */
  created_at: number | null;
  disabled_at: number | null;
  /** Of the environment's password that was given last. */
  environment_hash: string | null;
}

export interface GoodsTable {
  id: Generated<number>;
  title: string;
  summary: string;
  icon: string;
  price_minor: number;
  member_price_minor: number | null;
  sort: number;
  funct_name: string;
  on_shelf: number;
}

export interface OrdersTable {
  id: Generated<number>;
  order_no: string;
  user_id: number;
  owned_by: Order['ownedBy'];
  goods_id: number;
  funct_name: string;
  /** JSON object. */
  details: string;
  price_minor: number;
  currency: string;
  from_user_id: number | null;
  created_at: number;
  expires_at: number;
  status: Status;
  cancelled_at: number | null;
  cancelled_by: Canceller | null;
  paid_at: number | null;
  attempt_id: number | null;
  refund_no: string | null;
  deal_status: DealStatus;
  work_started_at: number | null;
  work_finished_at: number | null;
  result_file: string | null;
  result_until: number | null;
  fail_reason: string | null;
  version: number;
  fingerprint: string | null;
}

export interface OrderHistoryTable {
  order_id: number;
  seq: number;
  /** `event.type` and `event.at` once more, for people who read the table. */
  type: string;
  at: number;
  /** JSON objects. */
  event: string;
  actor: string;
}

export interface PaymentAttemptsTable {
  id: Generated<number>;
  order_id: number;
  payment_no: string;
  provider: string;
  channel: string;
  amount_minor: number;
  currency: string;
  state: AttemptState;
  provider_ref: string | null;
  client_data: string | null;
  received_minor: number | null;
  received_at: number | null;
  created_at: number;
}

export interface RefundsTable {
  id: Generated<number>;
  refund_no: string;
  order_id: number;
  attempt_id: number;
  purpose: Refund['purpose'];
  amount_minor: number;
  currency: string;
  reason: string;
  state: RefundState;
  provider: string;
  provider_refund_id: string | null;
  requested_at: number;
  finished_at: number | null;
  last_error: string | null;
}

export interface PaymentNotifiesTable {
  provider: string;
  event_id: string;
  payment_no: string | null;
  refund_no: string | null;
  verdict: string;
  received_at: number;
  received_minor: number | null;
  currency: string | null;
}

export interface MembershipGrantsTable {
  id: Generated<number>;
  user_id: number;
  order_id: number | null;
  months: number;
  granted_at: number;
  revoked_at: number | null;
  /** Names and reasons of operators; null where an order gave or its refund took the months. */
  granted_by: string | null;
  reason: string | null;
  revoked_by: string | null;
  revoke_reason: string | null;
}

export interface UploadsTable {
  path: string;
  file: string;
  owner_id: number | null;
  width_px: number;
  height_px: number;
  created_at: number;
  kept_until: number;
}

export interface IdempotencyRecordsTable {
  scope: string;
  key: string;
  body_hash: string;
  answer: string | null;
  created_at: number;
}

export interface JobsTable {
  id: Generated<number>;
  kind: JobKind;
  key: string | null;
  state: 'ready' | 'running' | 'dead';
  /** JSON object. */
  payload: string;
  priority: number;
  run_at: number;
  /** When it may be claimed: `run_at` while ready, the end of the lease while running. */
  due_at: number;
  attempts: number;
  attempts_max: number;
  /** Counts claims and never goes back: the fencing token. */
  claims: number;
  last_error: string | null;
  request_id: string | null;
  created_at: number;
}

export interface SandboxPaymentsTable {
  payment_no: string;
  amount_minor: number;
  currency: string;
  title: string;
  state: SandboxPaymentState;
  plan: SandboxPayment['plan'];
  refund_plan: SandboxPayment['refundPlan'];
  notify_url: string;
  return_url: string;
  provider_ref: string | null;
  paid_at: number | null;
  expires_at: number;
  created_at: number;
}

export interface SandboxRefundsTable {
  refund_no: string;
  payment_no: string;
  amount_minor: number;
  state: SandboxRefundState;
  notify_url: string;
  created_at: number;
  finished_at: number | null;
}

export interface Tables extends ConsoleTables {
  users: UsersTable;
  operators: OperatorsTable;
  goods: GoodsTable;
  orders: OrdersTable;
  order_history: OrderHistoryTable;
  payment_attempts: PaymentAttemptsTable;
  refunds: RefundsTable;
  payment_notifies: PaymentNotifiesTable;
  membership_grants: MembershipGrantsTable;
  uploads: UploadsTable;
  idempotency_records: IdempotencyRecordsTable;
  jobs: JobsTable;
  sandbox_payments: SandboxPaymentsTable;
  sandbox_refunds: SandboxRefundsTable;
}
