/** Erasures: which customers and orders were erased, and the statements that remove a person from the rows that stay. */

import { sql } from 'kysely';
import type { ErasureReads, ErasureWrites } from '../../usecases/retention/erasure-store.ts';
import { dead, ready } from '../jobs/job-state-literals.ts';
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

// Each branch uses the index on the state of orders.
const unfinishedOrdersOfPhoto = statement<{ photo: string; since: number }>()((db, p) => {
  const placed = () =>
    db
      .selectFrom('orders')
      .select('order_no')
      .where('created_at', '>=', p.since)
      .where('details', 'like', p.photo);
  const isUnfinished = (status: 'wait_pay' | 'pay', dealStatus: 'init' | 'ing') =>
    placed().where('status', '=', sql.lit(status)).where('deal_status', '=', sql.lit(dealStatus));
  return isUnfinished('wait_pay', 'init')
    .unionAll(isUnfinished('pay', 'init'))
    .unionAll(isUnfinished('pay', 'ing'));
});

const lockUpload = statement<{ path: string }>()((db, p, dialect) =>
  db.selectFrom('uploads').select('path').where('path', '=', p.path).modifyEnd(dialect.rowLock),
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

const absorbedUsers = statement<{ userId: number }>()((db, p) =>
  db
    .selectFrom('users')
    .select('id')
    .where('absorbed_into', '=', p.userId)
    .where('absorbed_into', 'is not', null),
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

// Two statements, because dead jobs and all other jobs have an index each.
const removeWaitingJob = statement<{ kind: string; key: string }>()((db, p) =>
  db
    .deleteFrom('jobs')
    .where('kind', '=', p.kind)
    .where('key', '=', p.key)
    .where('state', '<>', dead)
    .where('state', '=', ready),
);

const removeDeadJobs = statement<{ kind: string; key: string }>()((db, p) =>
  db.deleteFrom('jobs').where('key', '=', p.key).where('kind', '=', p.kind).where('state', '=', dead),
);

const removeAttempts = statement<{ kind: string; key: string }>()((db, p) =>
  db.deleteFrom('job_attempts').where('key', '=', p.key).where('kind', '=', p.kind),
);

// The names of extra pictures begin with the name of the result and a hyphen. They sort between `<name>-` and
// `<name>.`, because `.` is the byte after `-`. In an order that ignores punctuation, they do not.
const removeResult = statement<{ file: string; from: string; to: string; now: number }>()((db, p, dialect) =>
  db
    .updateTable('jobs')
    .set({ run_at: p.now, due_at: p.now })
    .where('state', '<>', sql.lit<'dead'>('dead'))
    .where('state', '=', sql.lit<'ready'>('ready'))
    .where('kind', '=', sql.lit('remove_file'))
    .where((row) => {
      const bytes = dialect.byBytes(sql`"key"`);
      return row.or([row('key', '=', p.file), row.and([row(bytes, '>=', p.from), row(bytes, '<', p.to)])]);
    })
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
    async absorbedUsers(userId) {
      const fact = `%"merged_into":${userId}`;
      const merged = await session.all(mergedGuests, { oneFact: `${fact},%`, lastFact: `${fact}}%` });
      const absorbed = await session.all(absorbedUsers, { userId });
      return [...merged.map((row) => Number(row.target_id)), ...absorbed.map(({ id }) => id)];
    },
    async unfinishedOrdersOfPhoto(path, since) {
      const rows = await session.all(unfinishedOrdersOfPhoto, { photo: `%"${path}"%`, since });
      return rows.map((row) => row.order_no);
    },
  };
}

export function erasureWrites(session: TransactionSession): ErasureWrites {
  return {
    ...erasureReads(session),
    ...eraseTextsOfOrder(session),
    ...eraseTracesOfUser(session),
    lockTombstone: (tombstone) => session.lockName(`tombstone ${tombstone}`),
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
      await session.run(removeWaitingJob, { kind, key });
      await session.run(removeDeadJobs, { kind, key });
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
    async lockUpload(path) {
      await session.first(lockUpload, { path });
    },
    async removeUpload(path) {
      await session.run(removeUpload, { path });
    },
  };
}
