/** Disputes and complaints of customers, as the payment providers report them. */

import { sql } from 'kysely';
import type { DisputeReads, DisputeWrites } from '../../usecases/payments/dispute-store.ts';
import type { Session, TransactionSession } from '../session.ts';
import { statement } from '../statement.ts';
import type { NewRow, Row } from '../table.ts';
import { disputesTable } from './disputes-table.ts';

const { columns } = disputesTable.all;

const disputesOfOrder = statement<{ orderId: number }>()((db, p) =>
  db
    .selectFrom('disputes')
    .select(columns)
    .where(({ eb, or, selectFrom }) =>
      or([
        eb('order_id', '=', p.orderId),
        eb(
          'order_id',
          'in',
          selectFrom('payment_attempts as own')
            .innerJoin('payment_attempts as joint', 'joint.joint_no', 'own.joint_no')
            .select('joint.order_id')
            .where('own.order_id', '=', p.orderId)
            .where('own.joint_no', 'is not', null)
            .whereRef('joint.joint_no', '=', 'disputes.payment_no'),
        ),
      ]),
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
