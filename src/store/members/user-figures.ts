/** What a user has ordered: sums over the user's own orders, which an index finds. */

import { sql } from 'kysely';
import type { MemberReads } from '../../usecases/members/member-store.ts';
import type { Session } from '../session.ts';
import { statement } from '../statement.ts';

const orders = statement<{ userId: number }>()((db, p) =>
  db
    .selectFrom('orders')
    .select([sql<number>`count(*)`.as('orders'), sql<number | null>`max(created_at)`.as('lastOrderAt')])
    .where('user_id', '=', p.userId),
);

/** What partial refunds of the order return. Such an order stays paid. */
export const partsMinor = sql`coalesce((
  select sum(amount_minor) from refunds where order_id = orders.id and months is not null
), 0)`;

// PostgreSQL sums `bigint` as `numeric`; cast the sum back.
const spent = statement<{ userId: number }>()((db, p) =>
  db
    .selectFrom('orders')
    .select([
      'currency',
      sql<number>`cast(sum(price_minor - ${partsMinor}) as bigint)`.as('amountMinor'),
      sql<number>`count(*)`.as('orders'),
    ])
    .where('user_id', '=', p.userId)
    .where('status', '=', sql.lit('pay'))
    .groupBy('currency')
    .orderBy('currency'),
);

export function userFigures(session: Session): Pick<MemberReads, 'figuresOf'> {
  return {
    async figuresOf(userId) {
      const all = await session.first(orders, { userId });
      return {
        orders: all?.orders ?? 0,
        lastOrderAt: all?.lastOrderAt ?? null,
        spent: await session.all(spent, { userId }),
      };
    },
  };
}
