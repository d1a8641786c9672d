/** Erasures: which customers and orders were erased, and the statements that remove a person from the rows that stay. */

import { sql } from 'kysely';
import type { ErasureReads, ErasureWrites } from '../../usecases/retention/erasure-store.ts';
import { providerAccountsTable } from '../members/provider-accounts-table.ts';
import { orderHistoryTable } from '../orders/order-history-table.ts';
import { ordersTable } from '../orders/orders-table.ts';
import { uploadsTable } from '../pictures/uploads-table.ts';
import type { Session, TransactionSession } from '../session.ts';
import { statement } from '../statement.ts';
import type { NewRow, Row } from '../table.ts';
import { eraseTextsOfOrder, eraseTracesOfUser } from './erase-texts.ts';
import { erasuresTable } from './erasures-table.ts';

const { columns, read: erasureOf } = erasuresTable.all;

const byTombstone = statement<{ tombstone: string }>()((db, p) =>
  db.selectFrom('erasures').select(columns).where('tombstone', '=', p.tombstone),
);

const openErasures = statement<{ limit: number }>()((db, p) =>
  db
    .selectFrom('erasures')
    .select(columns)
    .where((row) => row.or([row('finished_at', 'is', null), row('is_stored', '=', sql.lit(0))]))
    .orderBy('id')
    .limit(p.limit),
);

const userCreated = statement<{ id: number; createdAt: number }>()((db, p) =>
  db.selectFrom('users').select('id').where('id', '=', p.id).where('created_at', '=', p.createdAt),
);

const uploadsOfOwner = statement<{ userId: number }>()((db, p) =>
  db.selectFrom('uploads').select(uploadsTable.all.columns).where('owner_id', '=', p.userId),
);

const accountsOfUser = statement<{ userId: number }>()((db, p) =>
  db
    .selectFrom('provider_accounts')
    .select(providerAccountsTable.only('provider', 'accountId').columns)
    .where('user_id', '=', p.userId),
);

const insertErasure = statement<NewRow<typeof erasuresTable>>()((db, p, dialect) =>
  db.insertInto('erasures').values(erasuresTable.inserted(p)).modifyEnd(dialect.returningId),
);

const markStored = statement<{ id: number }>()((db, p) =>
  db
    .updateTable('erasures')
    .set({ is_stored: sql.lit(1) })
    .where('id', '=', p.id),
);

const markFinished = statement<{ id: number; finishedAt: number }>()((db, p) =>
  db.updateTable('erasures').set(erasuresTable.assigned(p, 'finishedAt')).where('id', '=', p.id),
);

const insertErasedUser = statement<{ at: number }>()((db, p, dialect) =>
  db
    .insertInto('users')
    .values({ kind: 'guest', created_at: p.at, erased_at: p.at, token_generation: 0 })
    .modifyEnd(dialect.returningId),
);

const eraseName = statement<{ id: number; at: number }>()((db, p) =>
  db
    .updateTable('users')
    .set((set) => ({
      kind: 'guest' as const,
      issuer: null,
      subject: null,
      erased_at: p.at,
      token_generation: set('token_generation', '+', sql.lit(1)),
    }))
    .where('id', '=', p.id),
);

/** In the patterns, a comma or a brace follows the id of the user, so that user 6 does not match user 60. */
const mergedGuests = statement<{ oneFact: string; lastFact: string }>()((db, p) =>
  db
    .selectFrom('audit_log')
    .select('target_id')
    .where('action', '=', sql.lit<'guest_merged'>('guest_merged'))
    .where((row) => row.or([row('facts_after', 'like', p.oneFact), row('facts_after', 'like', p.lastFact)])),
);

const eraseOrder = statement<Pick<Row<typeof ordersTable>, 'id' | 'userId' | 'details'>>()((db, p) =>
  db
    .updateTable('orders')
    .set({
      ...ordersTable.assigned(p, 'userId', 'details'),
      owned_by: sql.lit<'user'>('user'),
      from_user_id: null,
      fingerprint: null,
    })
    .where('id', '=', p.id),
);

const moveGrant = statement<{ orderId: number; userId: number }>()((db, p) =>
  db.updateTable('membership_grants').set({ user_id: p.userId }).where('order_id', '=', p.orderId),
);

const rewriteHistory = statement<
  Pick<Row<typeof orderHistoryTable>, 'orderId' | 'seq' | 'event' | 'actor'>
>()((db, p) =>
  db
    .updateTable('order_history')
    .set(orderHistoryTable.assigned(p, 'event', 'actor'))
    .where('order_id', '=', p.orderId)
    .where('seq', '=', p.seq),
);

const removeJobs = statement<{ kind: string; key: string }>()((db, p) =>
  db
    .deleteFrom('jobs')
    .where('kind', '=', p.kind)
    .where('key', '=', p.key)
    .where('state', '<>', sql.lit<'running'>('running')),
);

const removeAttempts = statement<{ kind: string; key: string }>()((db, p) =>
  db.deleteFrom('job_attempts').where('key', '=', p.key).where('kind', '=', p.kind),
);

// The names of extra pictures begin with the name of the result and a hyphen. They sort between `<name>-` and
// `<name>.`, because `.` is the character after `-`.
const removeResult = statement<{ file: string; from: string; to: string; now: number }>()((db, p) =>
  db
    .updateTable('jobs')
    .set({ run_at: p.now, due_at: p.now })
    .where('state', '<>', sql.lit<'dead'>('dead'))
    .where('state', '=', sql.lit<'ready'>('ready'))
    .where('kind', '=', sql.lit('remove_file'))
    .where((row) =>
      row.or([row('key', '=', p.file), row.and([row('key', '>=', p.from), row('key', '<', p.to)])]),
    )
    .returning('key'),
);

const removeUpload = statement<{ path: string }>()((db, p) =>
  db.deleteFrom('uploads').where('path', '=', p.path),
);

export function erasureReads(session: Session): ErasureReads {
  return {
    async byTombstone(tombstone) {
      const row = await session.first(byTombstone, { tombstone });
      return row && erasureOf(row);
    },
    async open(limit) {
      return (await session.all(openErasures, { limit })).map(erasureOf);
    },
    userCreated: async (id, createdAt) => (await session.first(userCreated, { id, createdAt })) !== undefined,
    accountsOf: (userId) => session.all(accountsOfUser, { userId }),
    uploadsOf: (userId) => session.all(uploadsOfOwner, { userId }),
  };
}

export function erasureWrites(session: TransactionSession): ErasureWrites {
  return {
    ...erasureReads(session),
    ...eraseTextsOfOrder(session),
    ...eraseTracesOfUser(session),
    async insert(erasure) {
      const id = await session.insert(insertErasure, erasuresTable.write(erasure));
      return { ...erasure, id };
    },
    async markStored(id) {
      await session.run(markStored, { id });
    },
    async markFinished(id, finishedAt) {
      await session.run(markFinished, { id, finishedAt });
    },
    insertErasedUser: (at) => session.insert(insertErasedUser, { at }),
    async eraseName(id, at) {
      await session.run(eraseName, { id, at });
    },
    async mergedGuests(userId) {
      const fact = `%"merged_into":${userId}`;
      const found = await session.all(mergedGuests, { oneFact: `${fact},%`, lastFact: `${fact}}%` });
      return found.map((row) => Number(row.target_id));
    },
    async eraseOrder(id, userId, details) {
      await session.run(eraseOrder, ordersTable.write({ id, userId, details }));
    },
    async moveGrantOfOrder(orderId, userId) {
      await session.run(moveGrant, { orderId, userId });
    },
    async rewriteHistory(orderId, { seq, event, actor }) {
      await session.run(rewriteHistory, orderHistoryTable.write({ orderId, seq, event, actor }));
    },
    async removeJobs({ kind, key }) {
      await session.run(removeJobs, { kind, key });
      await session.run(removeAttempts, { kind, key });
    },
    async removeResultNow(resultFile, now) {
      const name = resultFile.replace(/\.\w+$/, '');
      const rows = await session.all(removeResult, {
        file: resultFile,
        from: `${name}-`,
        to: `${name}.`,
        now,
      });
      return rows.flatMap(({ key }) => key ?? []);
    },
    async removeUpload(path) {
      await session.run(removeUpload, { path });
    },
  };
}
