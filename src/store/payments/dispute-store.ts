/** Disputes and complaints of customers, as the payment providers report them. */

import { sql } from 'kysely';
import type { DisputeReads, DisputeWrites } from '../../usecases/payments/dispute-store.ts';
import type { Session, TransactionSession } from '../session.ts';
import { statement } from '../statement.ts';
import type { NewRow, Row } from '../table.ts';
import { disputesTable } from './disputes-table.ts';

const { columns } = disputesTable.all;

/** A dispute of a joint payment is stored with the first of its orders, and belongs to each of them. */
const disputesOfOrder = statement<{ orderId: number }>()((db, p) =>
  db
    .selectFrom('disputes')
    .select(columns)
    .where('id', 'in', (own) =>
      own
        .selectFrom('disputes')
        .select('id')
        .where('order_id', '=', p.orderId)
        .union(
          own
            .selectFrom('payment_attempts as own')
            .innerJoin('payment_attempts as joint', 'joint.joint_no', 'own.joint_no')
            .innerJoin('disputes', 'disputes.order_id', 'joint.order_id')
            .select('disputes.id')
            .where('own.order_id', '=', p.orderId)
            .where('own.joint_no', 'is not', null)
            .where('joint.joint_no', 'is not', null)
            .whereRef('disputes.payment_no', '=', 'own.joint_no'),
        ),
    )
    .orderBy('id'),
);

const disputeByNo = statement<{ provider: string; disputeNo: string }>()((db, p) =>
  db
    .selectFrom('disputes')
    .select(columns)
    .where('provider', '=', p.provider)
    .where('dispute_no', '=', p.disputeNo),
);

const openDisputes = statement<{ limit: number }>()((db, p) =>
  db
    .selectFrom('disputes')
    .innerJoin('orders', 'orders.id', 'disputes.order_id')
    .select(columns)
    .select('orders.order_no as orderNo')
    .where('disputes.state', '=', sql.lit('open'))
    .orderBy('disputes.id')
    .limit(p.limit),
);

const openDisputesOf = statement<{ provider: string; limit: number }>()((db, p) =>
  db
    .selectFrom('disputes')
    .select(columns)
    .where('state', '=', sql.lit('open'))
    .where('provider', '=', p.provider)
    .orderBy('id')
    .limit(p.limit),
);

const insertDispute = statement<NewRow<typeof disputesTable>>()((db, p, dialect) =>
  db.insertInto('disputes').values(disputesTable.inserted(p)).modifyEnd(dialect.returningId),
);

const updateDispute = statement<Row<typeof disputesTable>>()((db, p) =>
  db
    .updateTable('disputes')
    .set(disputesTable.assigned(p, 'state', 'amountMinor', 'currency', 'reason', 'changedAt'))
    .where('id', '=', p.id),
);

export function disputeReads(session: Session): DisputeReads {
  return {
    ofOrder: (orderId) => session.all(disputesOfOrder, { orderId }),
    byNo: (provider, disputeNo) => session.first(disputeByNo, { provider, disputeNo }),
    open: (limit) => session.all(openDisputes, { limit }),
    openOf: (provider, limit) => session.all(openDisputesOf, { provider, limit }),
  };
}

export function disputeWrites(session: TransactionSession): DisputeWrites {
  return {
    ...disputeReads(session),
    async insert(dispute) {
      return { ...dispute, id: await session.insert(insertDispute, dispute) };
    },
    async save(dispute) {
      await session.run(updateDispute, dispute);
    },
  };
}
