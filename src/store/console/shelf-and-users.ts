/** Goods that an operator changes, users looked for, and months granted and ended by hand. */

import type { ConsoleReads, ConsoleUser, ConsoleWrites } from '../../usecases/ports/console-store.ts';
import { goodColumns, goodOf, goodRow, grantColumns, grantOf, userOf } from '../rows/small-rows.ts';
import type { Session, TransactionSession } from '../session.ts';
import { rowOf, statement } from '../statement.ts';

const allGoods = statement<Record<never, never>>()((db) =>
  db.selectFrom('goods').select(goodColumns).orderBy('sort').orderBy('id'),
);

type GoodRow = ReturnType<typeof goodRow>;

const saveGood = statement<GoodRow & { id: number }>()((db, p) =>
  db
    .updateTable('goods')
    .set(
      rowOf<GoodRow>(p, {
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

const usersOf = (by: { readonly id: boolean; readonly subject: boolean }) =>
  statement<{ id: number; subject: string; beforeId: number; limit: number }>()((db, p) =>
    db
      .selectFrom('users')
      .select(['id', 'kind', 'issuer', 'subject', 'member_until', 'created_at'])
      .where((where) =>
        where.and([
          where('id', '<', p.beforeId),
          ...(by.id ? [where('id', '=', p.id)] : []),
          ...(by.subject ? [where('subject', '=', p.subject), where('subject', 'is not', null)] : []),
        ]),
      )
      .orderBy('id', 'desc')
      .limit(p.limit),
  );

const userSearches = {
  all: usersOf({ id: false, subject: false }),
  id: usersOf({ id: true, subject: false }),
  subject: usersOf({ id: false, subject: true }),
  both: usersOf({ id: true, subject: true }),
};

const notedGrants = statement<{ userId: number }>()((db, p) =>
  db
    .selectFrom('membership_grants')
    .leftJoin('orders', 'orders.id', 'membership_grants.order_id')
    .select(grantColumns.map((column) => `membership_grants.${column}` as const))
    .select([
      'orders.order_no',
      'membership_grants.granted_by',
      'membership_grants.reason',
      'membership_grants.revoked_by',
      'membership_grants.revoke_reason',
    ])
    .where('membership_grants.user_id', '=', p.userId)
    .orderBy('membership_grants.id', 'desc'),
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

export function shelfAndUserReads(session: Session) {
  return {
    async allGoods() {
      return (await session.all(allGoods, {})).map(goodOf);
    },
    async searchUsers({ id, subject }, beforeId, limit) {
      const search =
        id !== null && subject !== null
          ? userSearches.both
          : id !== null
            ? userSearches.id
            : subject !== null
              ? userSearches.subject
              : userSearches.all;
      const values = {
        id: id ?? 0,
        subject: subject ?? '',
        beforeId: beforeId ?? Number.MAX_SAFE_INTEGER,
        limit,
      };
      const rows = await session.all(search, values);
      return rows.map(
        (row): ConsoleUser => ({
          ...userOf(row),
          issuer: row.issuer,
          subject: row.subject,
          createdAt: row.created_at,
        }),
      );
    },
    async notedGrantsOf(userId) {
      const rows = await session.all(notedGrants, { userId });
      return rows.map((row) => ({
        ...grantOf(row),
        orderNo: row.order_no,
        grantedBy: row.granted_by,
        reason: row.reason,
        revokedBy: row.revoked_by,
        revokeReason: row.revoke_reason,
      }));
    },
  } satisfies Partial<ConsoleReads>;
}

export function shelfAndUserWrites(session: TransactionSession) {
  return {
    async saveGood(good) {
      await session.run(saveGood, { ...goodRow(good), id: good.id });
    },
    async insertOperatorGrant({ userId, months, grantedAt, grantedBy, reason }) {
      const row = await session.first(insertGrant, { userId, months, grantedAt, grantedBy, reason });
      if (row === undefined) throw new Error('the database returned no grant id');
      return row.id;
    },
    async endGrant(id, at, by, reason) {
      await session.run(endGrant, { id, at, by, reason });
    },
  } satisfies Partial<ConsoleWrites>;
}
