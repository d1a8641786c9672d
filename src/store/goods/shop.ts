/** The catalogue, the customers and their memberships, as the console sees and changes them. */

import type { Selectable } from 'kysely';
import type { GoodReads, GoodWrites } from '../../usecases/goods/good-store.ts';
import type {
  GrantRecord,
  MemberReads,
  MemberWrites,
  UserRecord,
} from '../../usecases/members/member-store.ts';
import { perShape } from '../per-shape.ts';
import type { Session, TransactionSession } from '../session.ts';
import { goodColumns, goodOf, goodRow, grantOf, userOf } from '../small-rows.ts';
import { rowOf, statement } from '../statement.ts';
import type { GoodsTable, MembershipGrantsTable, UsersTable } from '../tables.ts';

const allGoods = statement<Record<never, never>>()((db) =>
  db.selectFrom('goods').select(goodColumns).orderBy('sort').orderBy('id'),
);

const lockGood = statement<{ id: number }>()((db, p, dialect) =>
  db.selectFrom('goods').select(goodColumns).where('id', '=', p.id).modifyEnd(dialect.rowLock),
);

// In the order of ids, so that two who lock all do not wait for each other.
const lockGoods = statement<Record<never, never>>()((db, _p, dialect) =>
  db.selectFrom('goods').select(goodColumns).orderBy('id').modifyEnd(dialect.rowLock),
);

const saveGood = statement<Selectable<GoodsTable>>()((db, p) =>
  db
    .updateTable('goods')
    .set(
      rowOf<Omit<Selectable<GoodsTable>, 'id'>>(p, {
        title: true,
        summary: true,
        icon: true,
        price_minor: true,
        member_price_minor: true,
        sort: true,
        funct_name: true,
        on_shelf: true,
      }),
    )
    .where('id', '=', p.id),
);

interface UserSearch {
  readonly id: number | null;
  readonly subject: string | null;
  readonly beforeId: number;
  readonly limit: number;
}

const searchUsers = perShape<'id' | 'subject', UserSearch, Selectable<UsersTable>>((given) =>
  statement<UserSearch>()((db, p) => {
    let query = db
      .selectFrom('users')
      .select(['id', 'kind', 'issuer', 'subject', 'member_until', 'created_at'])
      .where('id', '<', p.beforeId);
    if (given.has('id')) query = query.where('id', '=', p.id);
    if (given.has('subject')) {
      query = query.where('subject', '=', p.subject).where('subject', 'is not', null);
    }
    return query.orderBy('id', 'desc').limit(p.limit);
  }),
);

const grantsOf = statement<{ userId: number }>()((db, p) =>
  db
    .selectFrom('membership_grants')
    .leftJoin('orders', 'orders.id', 'membership_grants.order_id')
    .select([
      'membership_grants.id',
      'membership_grants.user_id',
      'membership_grants.order_id',
      'membership_grants.months',
      'membership_grants.granted_at',
      'membership_grants.revoked_at',
      'membership_grants.granted_by',
      'membership_grants.reason',
      'membership_grants.revoked_by',
      'membership_grants.revoke_reason',
      'orders.order_no',
    ])
    .where('membership_grants.user_id', '=', p.userId)
    .orderBy('membership_grants.id'),
);

const insertGrant = statement<{
  userId: number;
  months: number;
  grantedAt: number;
  grantedBy: string;
  reason: string;
}>()((db, p) =>
  db
    .insertInto('membership_grants')
    .values({
      user_id: p.userId,
      months: p.months,
      granted_at: p.grantedAt,
      granted_by: p.grantedBy,
      reason: p.reason,
    })
    .returning('id'),
);

const endGrant = statement<{ id: number; at: number; by: string; reason: string }>()((db, p) =>
  db
    .updateTable('membership_grants')
    .set({ revoked_at: p.at, revoked_by: p.by, revoke_reason: p.reason })
    .where('id', '=', p.id)
    .where('revoked_at', 'is', null),
);

function consoleUserOf(row: Selectable<UsersTable>): UserRecord {
  return { ...userOf(row), issuer: row.issuer, subject: row.subject, createdAt: row.created_at };
}

function notedGrantOf(
  row: Selectable<MembershipGrantsTable> & { readonly order_no: string | null },
): GrantRecord {
  return {
    ...grantOf(row),
    orderNo: row.order_no,
    grantedBy: row.granted_by,
    reason: row.reason,
    revokedBy: row.revoked_by,
    revokeReason: row.revoke_reason,
  };
}

export function goodsShopReads(session: Session) {
  return {
    async all() {
      return (await session.all(allGoods, {})).map(goodOf);
    },
  } satisfies Partial<GoodReads>;
}

export function membersShopReads(session: Session) {
  return {
    async searchUsers({ id, subject }, beforeId, limit) {
      const values = { id, subject, beforeId: beforeId ?? Number.MAX_SAFE_INTEGER, limit };
      return (await session.all(searchUsers({ id, subject }), values)).map(consoleUserOf);
    },
    async grantRecordsOf(userId) {
      return (await session.all(grantsOf, { userId })).map(notedGrantOf);
    },
  } satisfies Partial<MemberReads>;
}

export function goodsShopWrites(session: TransactionSession) {
  return {
    async lock(id) {
      const row = await session.first(lockGood, { id });
      return row === undefined ? undefined : goodOf(row);
    },
    async lockAll() {
      const goods = (await session.all(lockGoods, {})).map(goodOf);
      return goods.sort((a, b) => a.sort - b.sort || a.id - b.id);
    },
    async save(good) {
      const written = await session.run(saveGood, { id: good.id, ...goodRow(good) });
      if (written !== 1) throw new Error(`good ${good.id} is not there`);
    },
  } satisfies Partial<GoodWrites>;
}

export function membersShopWrites(session: TransactionSession) {
  return {
    async insertOperatorGrant({ userId, months, grantedAt, grantedBy, reason }) {
      const row = await session.first(insertGrant, { userId, months, grantedAt, grantedBy, reason });
      if (row === undefined) throw new Error('the database returned no grant id');
      return row.id;
    },
    async endGrant(id, at, by, reason) {
      const written = await session.run(endGrant, { id, at, by, reason });
      if (written !== 1) throw new Error(`grant ${id} is not in force`);
    },
  } satisfies Partial<MemberWrites>;
}
