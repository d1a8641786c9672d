/** Users, their memberships, and operators. */

import type { MemberReads, MemberWrites } from '../../usecases/members/member-store.ts';
import type { OperatorReads } from '../../usecases/operators/operator-store.ts';
import type { Session, TransactionSession } from '../session.ts';
import { grantColumns, grantOf, operatorColumns, operatorOf, userColumns, userOf } from '../small-rows.ts';
import { statement } from '../statement.ts';

const userById = statement<{ id: number }>()((db, p) =>
  db.selectFrom('users').select(userColumns).where('id', '=', p.id),
);

const lockUser = statement<{ id: number }>()((db, p, dialect) =>
  db.selectFrom('users').select(userColumns).where('id', '=', p.id).modifyEnd(dialect.rowLock),
);

const userBySubject = statement<{ issuer: string; subject: string }>()((db, p) =>
  db.selectFrom('users').select(userColumns).where('issuer', '=', p.issuer).where('subject', '=', p.subject),
);

const insertGuest = statement<{ createdAt: number }>()((db, p) =>
  db.insertInto('users').values({ kind: 'guest', created_at: p.createdAt }).returning(userColumns),
);

// Two first calls of one subject at once: the second finds the first's row, changed to what it was.
const insertUser = statement<{ issuer: string; subject: string; createdAt: number }>()((db, p) =>
  db
    .insertInto('users')
    .values({ kind: 'user', issuer: p.issuer, subject: p.subject, created_at: p.createdAt })
    .onConflict((conflict) =>
      conflict.columns(['issuer', 'subject']).doUpdateSet((set) => ({ issuer: set.ref('excluded.issuer') })),
    )
    .returning(userColumns),
);

const setMemberUntil = statement<{ id: number; until: number | null }>()((db, p) =>
  db.updateTable('users').set({ member_until: p.until }).where('id', '=', p.id),
);

const grantsOf = statement<{ userId: number }>()((db, p) =>
  db.selectFrom('membership_grants').select(grantColumns).where('user_id', '=', p.userId).orderBy('id'),
);

const insertGrant = statement<{
  userId: number;
  orderId: number | null;
  months: number;
  grantedAt: number;
}>()((db, p) =>
  db
    .insertInto('membership_grants')
    .values({ user_id: p.userId, order_id: p.orderId, months: p.months, granted_at: p.grantedAt }),
);

const revokeGrantOfOrder = statement<{ orderId: number; now: number }>()((db, p) =>
  db
    .updateTable('membership_grants')
    .set({ revoked_at: p.now })
    .where('order_id', '=', p.orderId)
    .where('revoked_at', 'is', null),
);

const operatorByName = statement<{ name: string }>()((db, p) =>
  db.selectFrom('operators').select(operatorColumns).where('name', '=', p.name),
);

export function membersPeopleReads(session: Session) {
  return {
    async userById(id) {
      const row = await session.first(userById, { id });
      return row === undefined ? undefined : userOf(row);
    },
    async userBySubject(issuer, subject) {
      const row = await session.first(userBySubject, { issuer, subject });
      return row === undefined ? undefined : userOf(row);
    },
    async grantsOf(userId) {
      return (await session.all(grantsOf, { userId })).map(grantOf);
    },
  } satisfies Partial<MemberReads>;
}

export function operatorsPeopleReads(session: Session) {
  return {
    async byName(name) {
      const row = await session.first(operatorByName, { name });
      return row === undefined ? undefined : operatorOf(row);
    },
  } satisfies Partial<OperatorReads>;
}

export function peopleWrites(session: TransactionSession) {
  return {
    async insertGuest(now) {
      const row = await session.first(insertGuest, { createdAt: now });
      if (row === undefined) throw new Error('the database returned no user');
      return userOf(row);
    },
    async insertUserOfSubject(issuer, subject, now) {
      const known = await session.first(userBySubject, { issuer, subject });
      if (known !== undefined) return userOf(known);
      const made = await session.first(insertUser, { issuer, subject, createdAt: now });
      if (made === undefined) throw new Error('the database returned no user');
      return userOf(made);
    },
    async setMemberUntil(userId, until) {
      await session.run(setMemberUntil, { id: userId, until });
    },
    async lockUser(userId) {
      const row = await session.first(lockUser, { id: userId });
      return row === undefined ? undefined : userOf(row);
    },
    async insertGrant(grant) {
      const { userId, orderId, months, grantedAt } = grant;
      await session.run(insertGrant, { userId, orderId, months, grantedAt });
    },
    async revokeGrantOfOrder(orderId, now) {
      await session.run(revokeGrantOfOrder, { orderId, now });
    },
  } satisfies Partial<MemberWrites>;
}
