/** Statements that remove personal data from the rows of an order or a user. The rows and their amounts stay. */

import { sql } from 'kysely';
import type { AuditAction, AuditTargetKind } from '../../usecases/callers/audit-store.ts';
import type { ErasureWrites } from '../../usecases/retention/erasure-store.ts';
import type { TransactionSession } from '../session.ts';
import { statement } from '../statement.ts';

interface OfOrder {
  readonly orderId: number;
}
interface OfUser {
  readonly userId: number;
}

const none = sql.lit('');

const textsOfOrder = [
  statement<OfOrder>()((db, p) =>
    db
      .updateTable('payment_attempts')
      .set({ payer_id: null, client_data: null })
      .where('order_id', '=', p.orderId),
  ),
  statement<OfOrder>()((db, p) =>
    db.updateTable('refunds').set({ reason: none, last_error: null }).where('order_id', '=', p.orderId),
  ),
  statement<OfOrder>()((db, p) =>
    db
      .updateTable('refund_approvals')
      .set({ reason: none, decision_reason: null })
      .where('order_id', '=', p.orderId),
  ),
  statement<OfOrder>()((db, p) =>
    db
      .deleteFrom('notes')
      .where('target_kind', '=', sql.lit<'refund_approval'>('refund_approval'))
      .where('target_id', 'in', (approvals) =>
        approvals.selectFrom('refund_approvals').select('id').where('order_id', '=', p.orderId),
      ),
  ),
  statement<OfOrder>()((db, p) =>
    db.updateTable('disputes').set({ reason: none }).where('order_id', '=', p.orderId),
  ),
  statement<OfOrder>()((db, p) =>
    db
      .updateTable('order_problems')
      .set({
        note: null,
        area: null,
        picture_file: null,
        reply: null,
        remake_details: null,
        remake_error: null,
      })
      .where('order_id', '=', p.orderId),
  ),
  statement<OfOrder>()((db, p) => db.deleteFrom('order_emails').where('order_id', '=', p.orderId)),
  statement<OfOrder>()((db, p) =>
    db.updateTable('differences').set({ reason: null }).where('order_id', '=', p.orderId),
  ),
  statement<OfOrder>()((db, p) =>
    db
      .updateTable('membership_grants')
      .set({ reason: null, revoke_reason: null })
      .where('order_id', '=', p.orderId),
  ),
];

const removeDeliveries = statement<OfOrder>()((db, p) =>
  db
    .deleteFrom('webhook_deliveries')
    .where('event_id', 'in', (events) =>
      events.selectFrom('outside_events').select('event_id').where('order_id', '=', p.orderId),
    ),
);

const removeEvents = statement<OfOrder>()((db, p) =>
  db.deleteFrom('outside_events').where('order_id', '=', p.orderId),
);

const eraseReasons = statement<{ targetKind: AuditTargetKind; targetId: string }>()((db, p) =>
  db
    .updateTable('audit_log')
    .set({ reason: null })
    .where('target_kind', '=', p.targetKind)
    .where('target_id', '=', p.targetId)
    .where('reason', 'is not', null),
);

/** An audit entry about a job contains the number of the job's order in its facts. */
const eraseJobEntries = statement<{ orderNo: string }>()((db, p) =>
  db
    .updateTable('audit_log')
    .set({ reason: null, facts_before: null, facts_after: null })
    .where('target_kind', '=', sql.lit<AuditTargetKind>('job'))
    .where('action', 'in', [sql.lit<AuditAction>('job_discarded'), sql.lit<AuditAction>('job_retried')])
    .where((row) => row.or([row('facts_before', 'like', p.orderNo), row('facts_after', 'like', p.orderNo)])),
);

const tracesOfUser = [
  statement<OfUser>()((db, p) => db.deleteFrom('provider_accounts').where('user_id', '=', p.userId)),
  statement<OfUser>()((db, p) =>
    db
      .updateTable('membership_grants')
      .set({ reason: null, revoke_reason: null })
      .where('user_id', '=', p.userId),
  ),
  statement<OfUser>()((db, p) =>
    db
      .updateTable('orders')
      .set({ from_user_id: null })
      .where('from_user_id', '=', p.userId)
      .where('from_user_id', 'is not', null),
  ),
];

const removeAnswersOfOrder = statement<{ orderNo: string }>()((db, p) =>
  db.deleteFrom('idempotency_records').where('order_no', '=', p.orderNo),
);

const removeAnswersOfUser = statement<{ scope: string }>()((db, p) =>
  db.deleteFrom('idempotency_records').where('scope', 'like', p.scope),
);

export function eraseTextsOfOrder(
  session: TransactionSession,
): Pick<
  ErasureWrites,
  'eraseTexts' | 'removeAnswers' | 'removeWebhooks' | 'eraseReasons' | 'eraseJobEntries'
> {
  return {
    async removeAnswers(orderNo) {
      await session.run(removeAnswersOfOrder, { orderNo });
    },
    async eraseTexts(orderId) {
      for (const erase of textsOfOrder) await session.run(erase, { orderId });
    },
    async removeWebhooks(orderId) {
      await session.run(removeDeliveries, { orderId });
      await session.run(removeEvents, { orderId });
    },
    async eraseReasons(targetKind, targetId) {
      await session.run(eraseReasons, { targetKind, targetId });
    },
    async eraseJobEntries(orderNo) {
      await session.run(eraseJobEntries, { orderNo: `%"${orderNo}"%` });
    },
  };
}

export function eraseTracesOfUser(session: TransactionSession): Pick<ErasureWrites, 'eraseTraces'> {
  return {
    async eraseTraces(userId) {
      for (const erase of tracesOfUser) await session.run(erase, { userId });
      await session.run(removeAnswersOfUser, { scope: `%|user:${userId}` });
    },
  };
}
