/** Users and their memberships. */

import { sql } from 'kysely';
import type { MemberReads, MemberWrites } from '../../usecases/members/member-store.ts';
import type { Session, TransactionSession } from '../session.ts';
import { statement } from '../statement.ts';
import { filledFields, statementVariants } from '../statement-variants.ts';
import type { NewRow, Row } from '../table.ts';
import { deleteEmptyGuest, emptyGuests } from './empty-guests.ts';
import { membershipGrantsTable } from './membership-grants-table.ts';
import { userMoves } from './move-user.ts';
import { providerAccountsTable } from './provider-accounts-table.ts';
import { userFigures } from './user-figures.ts';
import { usersTable } from './users-table.ts';

const user = usersTable.except('issuer', 'subject').columns;

const userById = statement<{ id: number }>()((db, p) =>
  db.selectFrom('users').select(user).where('id', '=', p.id),
);

const lockUser = statement<{ id: number }>()((db, p, dialect) =>
  db.selectFrom('users').select(user).where('id', '=', p.id).modifyEnd(dialect.rowLock),
);

const holdUser = statement<{ id: number }>()((db, p, dialect) =>
  db.selectFrom('users').select(user).where('id', '=', p.id).modifyEnd(dialect.sharedLock),
);

const userBySubject = statement<{ issuer: string; subject: string }>()((db, p) =>
  db.selectFrom('users').select(user).where('issuer', '=', p.issuer).where('subject', '=', p.subject),
);

const payerOfUser = statement<{ userId: number; provider: string }>()((db, p) =>
  db
    .selectFrom('provider_accounts')
    .select(['account_id as id', 'session_key as sessionKey'])
    .where('user_id', '=', p.userId)
    .where('provider', '=', p.provider)
    .orderBy('updated_at', 'desc')
    .limit(1),
);

const originOfUser = statement<{ id: number }>()((db, p) =>
  db.selectFrom('users').select(user).select('issuer').where('id', '=', p.id),
);

const userByAccount = statement<{ provider: string; accountId: string }>()((db, p) =>
  db
    .selectFrom('provider_accounts')
    .innerJoin('users', 'users.id', 'provider_accounts.user_id')
    .select([
      'users.id as id',
      'users.kind as kind',
      'users.member_until as memberUntil',
      'users.token_generation as tokenGeneration',
      'users.created_at as createdAt',
      'users.erased_at as erasedAt',
      'users.absorbed_into as absorbedInto',
      'users.issuer as issuer',
    ])
    .where('provider', '=', p.provider)
    .where('account_id', '=', p.accountId),
);

interface UserSearch {
  readonly id: number | null;
  readonly subject: string | null;
  readonly beforeId: number;
  readonly limit: number;
}

const searchUsers = statementVariants((given: readonly string[]) =>
  statement<UserSearch>()((db, p) => {
    let query = db.selectFrom('users').select(usersTable.all.columns).where('id', '<', p.beforeId);
    if (given.includes('id')) query = query.where('id', '=', p.id);
    if (given.includes('subject')) {
      // A condition with `or` would make PostgreSQL read all users.
      query = query.where('id', 'in', (of) =>
        of
          .selectFrom('users')
          .select('id')
          .where('subject', '=', p.subject)
          .where('subject', 'is not', null)
          .unionAll(
            db.selectFrom('provider_accounts').select('user_id as id').where('account_id', '=', p.subject),
          ),
      );
    }
    return query.orderBy('id', 'desc').limit(p.limit);
  }),
);

const insertGuest = statement<{ createdAt: number }>()((db, p) =>
  db
    .insertInto('users')
    .values({ kind: 'guest', created_at: p.createdAt, token_generation: 0 })
    .returning(user),
);

const saveAccount = statement<NewRow<typeof providerAccountsTable>>()((db, p) =>
  db
    .insertInto('provider_accounts')
    .values(providerAccountsTable.inserted(p))
    .onConflict((conflict) =>
      conflict.columns(['provider', 'account_id']).doUpdateSet((set) => ({
        user_id: set.ref('excluded.user_id'),
        session_key: set.ref('excluded.session_key'),
        updated_at: set.ref('excluded.updated_at'),
      })),
    ),
);

// Two calls of a subject without a row can run at the same time. The second insert then conflicts with the row of
// the first call; it updates that row without a change, in order to return it.
const insertUser = statement<{ issuer: string; subject: string; createdAt: number }>()((db, p) =>
  db
    .insertInto('users')
    .values({
      kind: 'user',
      token_generation: 0,
      ...usersTable.assigned(p, 'issuer', 'subject', 'createdAt'),
    })
    .onConflict((conflict) =>
      conflict.columns(['issuer', 'subject']).doUpdateSet((set) => ({ issuer: set.ref('excluded.issuer') })),
    )
    .returning(user),
);

const endTokens = statement<{ id: number }>()((db, p) =>
  db
    .updateTable('users')
    .set((set) => ({ token_generation: set('token_generation', '+', sql.lit(1)) }))
    .where('id', '=', p.id)
    .returning('token_generation as tokenGeneration'),
);

const setMemberUntil = statement<{ id: number; memberUntil: number | null }>()((db, p) =>
  db.updateTable('users').set(usersTable.assigned(p, 'memberUntil')).where('id', '=', p.id),
);

/** The columns of `MembershipGrant`. */
export const grantColumns = membershipGrantsTable.except(
  'grantedBy',
  'reason',
  'revokedBy',
  'revokeReason',
).columns;

const grantsOf = statement<{ userId: number }>()((db, p) =>
  db.selectFrom('membership_grants').select(grantColumns).where('user_id', '=', p.userId).orderBy('id'),
);

const grantRecordsOf = statement<{ userId: number }>()((db, p) =>
  db
    .selectFrom('membership_grants')
    .leftJoin('orders', 'orders.id', 'membership_grants.order_id')
    .select(membershipGrantsTable.all.columns)
    .select(['orders.order_no as orderNo', 'orders.price_minor as orderPriceMinor'])
    .where('membership_grants.user_id', '=', p.userId)
    .orderBy('membership_grants.id'),
);

type Grant = Row<typeof membershipGrantsTable>;

const insertGrant = statement<Pick<Grant, 'userId' | 'orderId' | 'months' | 'grantedAt'>>()((db, p) =>
  db.insertInto('membership_grants').values({
    ...membershipGrantsTable.assigned(p, 'userId', 'orderId', 'months', 'grantedAt'),
    months_refunded: sql.lit(0),
  }),
);

const insertOperatorGrant = statement<
  Pick<Grant, 'userId' | 'months' | 'grantedAt' | 'grantedBy' | 'reason'>
>()((db, p, dialect) =>
  db
    .insertInto('membership_grants')
    .values({
      ...membershipGrantsTable.assigned(p, 'userId', 'months', 'grantedAt', 'grantedBy', 'reason'),
      months_refunded: sql.lit(0),
    })
    .modifyEnd(dialect.returningId),
);

const takeBackMonths = statement<{ orderId: number; months: number }>()((db, p) =>
  db
    .updateTable('membership_grants')
    .set((set) => ({ months_refunded: set('months_refunded', '+', p.months) }))
    .where('order_id', '=', p.orderId)
    .where('revoked_at', 'is', null),
);

const revokeGrantOfOrder = statement<{ orderId: number; revokedAt: number }>()((db, p) =>
  db
    .updateTable('membership_grants')
    .set(membershipGrantsTable.assigned(p, 'revokedAt'))
    .where('order_id', '=', p.orderId)
    .where('revoked_at', 'is', null),
);

const revokeGrant = statement<Pick<Grant, 'id' | 'revokedAt' | 'revokedBy' | 'revokeReason'>>()((db, p) =>
  db
    .updateTable('membership_grants')
    .set(membershipGrantsTable.assigned(p, 'revokedAt', 'revokedBy', 'revokeReason'))
    .where('id', '=', p.id)
    .where('revoked_at', 'is', null),
);

export function memberReads(session: Session): MemberReads {
  return {
    ...userFigures(session),
    userById: (id) => session.first(userById, { id }),
    payerOf: (userId, provider) => session.first(payerOfUser, { userId, provider }),
    originOf: (id) => session.first(originOfUser, { id }),
    userByAccount: (provider, accountId) => session.first(userByAccount, { provider, accountId }),
    userBySubject: (issuer, subject) => session.first(userBySubject, { issuer, subject }),
    searchUsers: ({ id, subject }, beforeId, limit) =>
      session.all(searchUsers(filledFields({ id, subject })), {
        id,
        subject,
        beforeId: beforeId ?? Number.MAX_SAFE_INTEGER,
        limit,
      }),
    grantsOf: (userId) => session.all(grantsOf, { userId }),
    grantRecordsOf: (userId) => session.all(grantRecordsOf, { userId }),
    async emptyGuests(afterId, limit) {
      const rows = await session.all(emptyGuests, { afterId, limit });
      return rows.map(({ isEmpty, ...user }) => ({ ...user, isEmpty: isEmpty === 1 }));
    },
  };
}

export function memberWrites(session: TransactionSession): MemberWrites {
  return {
    ...memberReads(session),
    ...userMoves(session),
    async insertGuest(now) {
      const guest = await session.first(insertGuest, { createdAt: now });
      if (guest === undefined) throw new Error('the database returned no user');
      return guest;
    },
    async insertUserOfSubject(issuer, subject, now) {
      const known = await session.first(userBySubject, { issuer, subject });
      if (known !== undefined) return known;
      const made = await session.first(insertUser, { issuer, subject, createdAt: now });
      if (made === undefined) throw new Error('the database returned no user');
      return made;
    },
    async saveAccount(account) {
      await session.run(saveAccount, account);
    },
    holdUser: (id) => session.first(holdUser, { id }),
    lockUser: (id) => session.first(lockUser, { id }),
    async endTokens(id) {
      const user = await session.first(endTokens, { id });
      if (user === undefined) throw new Error(`there is no user ${id}`);
      return user.tokenGeneration;
    },
    async purgeGuest(id) {
      await session.run(deleteEmptyGuest, { id });
    },
    async setMemberUntil(id, memberUntil) {
      await session.run(setMemberUntil, { id, memberUntil });
    },
    async insertGrant(grant) {
      await session.run(insertGrant, grant);
    },
    async revokeGrantOfOrder(orderId, revokedAt) {
      await session.run(revokeGrantOfOrder, { orderId, revokedAt });
    },
    async takeBackMonths(orderId, months) {
      const written = await session.run(takeBackMonths, { orderId, months });
      if (written !== 1) throw new Error(`order ${orderId} has no months to take back`);
    },
    async insertOperatorGrant(grant) {
      return session.insert(insertOperatorGrant, grant);
    },
    async endGrant(id, revokedAt, revokedBy, revokeReason) {
      const written = await session.run(revokeGrant, { id, revokedAt, revokedBy, revokeReason });
      if (written !== 1) throw new Error(`grant ${id} is not in force`);
    },
  };
}
