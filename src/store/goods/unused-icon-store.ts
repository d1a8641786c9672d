/** Uploaded icons and pictures that nothing uses. */

import { sql } from 'kysely';
import type { UnusedIconReads, UnusedIconWrites } from '../../usecases/goods/unused-icon-store.ts';
import type { Session, TransactionSession } from '../session.ts';
import { statement } from '../statement.ts';
import { unusedIconsTable } from './unused-icons-table.ts';

const { columns, read: iconOf } = unusedIconsTable.all;

interface Path {
  readonly path: string;
}

const allUnused = statement<Record<never, never>>()((db) =>
  db.selectFrom('unused_icons').select(columns).orderBy('path'),
);

const addUnused = statement<{ path: string; unusedSince: number }>()((db, p) =>
  db
    .insertInto('unused_icons')
    .values({ path: p.path, unused_since: p.unusedSince, is_removed: sql.lit(0) })
    .onConflict((conflict) => conflict.column('path').doNothing()),
);

const keepIcon = statement<Path>()((db, p) =>
  db.deleteFrom('unused_icons').where('path', '=', p.path).where('is_removed', '=', sql.lit(0)),
);

const unusedByPath = statement<Path>()((db, p) =>
  db.selectFrom('unused_icons').select(columns).where('path', '=', p.path),
);

const removeIcon = statement<Path>()((db, p) =>
  db
    .updateTable('unused_icons')
    .set({ is_removed: sql.lit(1) })
    .where('path', '=', p.path)
    .where('is_removed', '=', sql.lit(0)),
);

const forgetIcon = statement<Path>()((db, p) => db.deleteFrom('unused_icons').where('path', '=', p.path));

export function unusedIconReads(session: Session): UnusedIconReads {
  return {
    async all() {
      return (await session.all(allUnused, {})).map(iconOf);
    },
  };
}

export function unusedIconWrites(session: TransactionSession): UnusedIconWrites {
  return {
    ...unusedIconReads(session),
    async add(path, unusedSince) {
      await session.run(addUnused, { path, unusedSince });
    },
    async keep(path) {
      await session.run(keepIcon, { path });
      return (await session.first(unusedByPath, { path })) === undefined;
    },
    async remove(path) {
      return (await session.run(removeIcon, { path })) === 1;
    },
    async forget(path) {
      await session.run(forgetIcon, { path });
    },
  };
}
