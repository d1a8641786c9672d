/**
 * Stores how much of the shop's limits each client has used. A process reports the use of many clients with one
 * statement, whose parameter is a JSON array.
 */

import { type RawBuilder, sql } from 'kysely';
import type { LimitWrites } from '../../usecases/callers/limit-store.ts';
import type { TransactionSession } from '../session.ts';
import { statement } from '../statement.ts';

/** How long the row of a restored limit is kept. This is longer than the longest delay of a report. */
const restoredKeptMs = 60_000;

const keyOfItem = sql<string>`item.value ->> 'key'`;

function numberOfItem(name: string): RawBuilder<number> {
  return sql<number>`cast(item.value ->> ${sql.lit(name)} as bigint)`;
}

/**
 * A new report adds its amount to the stored time at which the limit is restored, but the result is at least the
 * time that the new report itself gives. If the stored time is more than two windows from now, the database's clock
 * was set back, and the time counts as two windows from now.
 */
const spend = statement<{ items: string }>()((db, p, { nowMs, jsonRows, greater, smaller }) =>
  db
    .insertInto('spent_limits')
    .columns(['key', 'window_ms', 'spent_ms', 'restored_at'])
    .expression((from) =>
      from
        .selectFrom(jsonRows(p.items).as('item'))
        .select([
          keyOfItem.as('key'),
          numberOfItem('windowMs').as('window_ms'),
          numberOfItem('spentMs').as('spent_ms'),
          sql<number>`${nowMs} + ${numberOfItem('restoredInMs')}`.as('restored_at'),
        ])
        // Without this condition, SQLite would read `on conflict` as the condition of a join.
        .where(sql<boolean>`1 = 1`)
        // All processes lock the rows in the same order, so that they do not deadlock.
        .orderBy('key'),
    )
    .onConflict((conflict) => {
      const former = sql<number>`spent_limits.restored_at`;
      const bounded = smaller(former, sql<number>`${nowMs} + 2 * excluded.window_ms`);
      return conflict.column('key').doUpdateSet({
        window_ms: sql<number>`excluded.window_ms`,
        spent_ms: sql<number>`excluded.spent_ms`,
        restored_at: greater(sql<number>`${bounded} + excluded.spent_ms`, sql<number>`excluded.restored_at`),
      });
    })
    .returning(['key', sql<number>`restored_at - ${nowMs}`.as('restoredInMs')]),
);

const saveHeld = statement<{ items: string; process: string; keptMs: number }>()(
  (db, p, { nowMs, jsonRows }) =>
    db
      .insertInto('held_places')
      .columns(['key', 'process', 'held', 'kept_until'])
      .expression((from) =>
        from
          .selectFrom(jsonRows(p.items).as('item'))
          .select([
            keyOfItem.as('key'),
            sql<string>`cast(${p.process} as text)`.as('process'),
            numberOfItem('held').as('held'),
            sql<number>`${nowMs} + cast(${p.keptMs} as bigint)`.as('kept_until'),
          ])
          .where(sql<boolean>`1 = 1`),
      )
      .onConflict((conflict) =>
        conflict.columns(['key', 'process']).doUpdateSet((set) => ({
          held: set.ref('excluded.held'),
          kept_until: set.ref('excluded.kept_until'),
        })),
      ),
);

const removeEmpty = statement<{ process: string }>()((db, p) =>
  db.deleteFrom('held_places').where('process', '=', p.process).where('held', '=', 0),
);

const heldByOthers = statement<{ items: string; process: string }>()((db, p, { nowMs, jsonRows }) =>
  db
    .selectFrom('held_places')
    .select(['key', (column) => column.fn.sum<number>('held').as('held')])
    .where('key', 'in', (from) => from.selectFrom(jsonRows(p.items).as('item')).select(keyOfItem.as('key')))
    .where('process', '<>', p.process)
    .where('kept_until', '>', nowMs)
    .groupBy('key'),
);

const release = statement<{ process: string }>()((db, p) =>
  db.deleteFrom('held_places').where('process', '=', p.process),
);

const purgeSpent = statement<{ keptMs: number }>()((db, p, { nowMs }) =>
  db
    .deleteFrom('spent_limits')
    .where('restored_at', '<', sql<number>`${nowMs} - cast(${p.keptMs} as bigint)`),
);

const purgeHeld = statement<Record<never, never>>()((db, _p, { nowMs }) =>
  db.deleteFrom('held_places').where('kept_until', '<', nowMs),
);

export function limitWrites(session: TransactionSession): LimitWrites {
  return {
    spend: (spent) => session.all(spend, { items: JSON.stringify(spent) }),
    async hold(process, places, keptMs) {
      // The lock makes the processes take places of clients one after the other, so that each process sees the places
      // that the other processes hold.
      await session.lockName('held places');
      const items = JSON.stringify(places);
      await session.run(saveHeld, { items, process, keptMs });
      await session.run(removeEmpty, { process });
      // PostgreSQL returns the sum of `bigint` values as `numeric`, which the driver reads as a text. `Number`
      // converts it.
      const others = await session.all(heldByOthers, { items, process });
      return others.map(({ key, held }) => ({ key, held: Number(held) }));
    },
    async release(process) {
      await session.run(release, { process });
    },
    async purge() {
      await session.run(purgeSpent, { keptMs: restoredKeptMs });
      await session.run(purgeHeld, {});
    },
  };
}
