/** Deletes old bills and old resolved differences. Keeps open differences, and the rows of the bills about them. */

import { sql } from 'kysely';
import type { TransactionSession } from '../session.ts';
import { statement } from '../statement.ts';

// The rows about an open difference outlive their day, so a provider with an old resolved difference is also listed.
const providersBefore = statement<{ before: number }>()((db, p) =>
  db
    .selectFrom('bill_days')
    .select('provider')
    .where('day', '<', p.before)
    .union(
      db
        .selectFrom('differences')
        .select('provider')
        .where('day', '<', p.before)
        .where('resolution', 'is not', null),
    ),
);

// Deletes the rows of one provider, because the primary key begins with the provider: without it, the database would
// read the whole table.
const purgeRows = statement<{ provider: string; before: number }>()((db, p) =>
  db
    .deleteFrom('bill_rows')
    .where('provider', '=', p.provider)
    .where('day', '<', p.before)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('differences')
            .select(sql.lit(1).as('one'))
            .where('differences.resolution', 'is', null)
            .whereRef('differences.number', '=', 'bill_rows.number')
            .whereRef('differences.kind', '=', 'bill_rows.kind')
            .whereRef('differences.provider', '=', 'bill_rows.provider'),
        ),
      ),
    ),
);

const purges = [
  statement<{ before: number }>()((db, p) => db.deleteFrom('bill_totals').where('day', '<', p.before)),
  statement<{ before: number }>()((db, p) => db.deleteFrom('bill_days').where('day', '<', p.before)),
  statement<{ before: number }>()((db, p) =>
    db.deleteFrom('differences').where('day', '<', p.before).where('resolution', 'is not', null),
  ),
];

/** @param before the first day that is kept. */
export async function purgeBills(session: TransactionSession, before: number): Promise<void> {
  const providers = await session.all(providersBefore, { before });
  for (const { provider } of providers) await session.run(purgeRows, { provider, before });
  for (const purge of purges) await session.run(purge, { before });
}
