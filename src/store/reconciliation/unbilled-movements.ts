/** Received payments and finished refunds that no stored bill lists. */

import { sql } from 'kysely';
import { statement } from '../statement.ts';

interface Unbilled {
  readonly provider: string;
  readonly from: number;
  readonly to: number;
  readonly afterId: number;
  readonly limit: number;
}

/** A bill lists a joint payment once, under the number of all its orders. */
const numberAtProvider = sql<string>`coalesce(payment_attempts.joint_no, payment_attempts.payment_no)`;

export const unbilledPayments = statement<Unbilled>()((db, p) =>
  db
    .selectFrom('payment_attempts')
    .select([
      'id',
      numberAtProvider.as('number'),
      'created_at as beganAt',
      sql<number>`received_at`.as('endedAt'),
    ])
    .where('received_at', 'is not', null)
    .where('received_at', '>=', p.from)
    .where('created_at', '<', p.to)
    .where('provider', '=', p.provider)
    .where('id', '>', p.afterId)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('bill_rows')
            .select(sql.lit(1).as('one'))
            .where('bill_rows.number', '=', numberAtProvider)
            .where('bill_rows.kind', '=', sql.lit('payment'))
            .whereRef('bill_rows.provider', '=', 'payment_attempts.provider'),
        ),
      ),
    )
    .orderBy('id')
    .limit(p.limit),
);

export const unbilledRefunds = statement<Unbilled>()((db, p) =>
  db
    .selectFrom('refunds')
    .select(['id', 'refund_no as number', 'requested_at as beganAt', sql<number>`finished_at`.as('endedAt')])
    .where('state', '=', sql.lit('done'))
    .where('finished_at', '>=', p.from)
    .where('requested_at', '<', p.to)
    .where('provider', '=', p.provider)
    .where('id', '>', p.afterId)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('bill_rows')
            .select(sql.lit(1).as('one'))
            .whereRef('bill_rows.number', '=', 'refunds.refund_no')
            .where('bill_rows.kind', '=', sql.lit('refund'))
            .whereRef('bill_rows.provider', '=', 'refunds.provider'),
        ),
      ),
    )
    .orderBy('id')
    .limit(p.limit),
);
