/** Finds and deletes guests who have nothing: no order, upload, membership or account. */

import { sql } from 'kysely';
import { statement } from '../statement.ts';

/**
 * Whether a row of `users` is a guest to whom no other row belongs. The row of an erased customer stays, because a
 * tombstone names it. The row of an absorbed user stays, so that the erasure of the customer finds what operators wrote
 * about it, and so that its ended tokens stay refused.
 */
const isEmptyGuest = sql<boolean>`users.kind = 'guest' and users.member_until is null and users.erased_at is null
  and users.absorbed_into is null
  and not exists (select 1 from orders where orders.user_id = users.id)
  and not exists (select 1 from uploads where uploads.owner_id = users.id)
  and not exists (select 1 from membership_grants where membership_grants.user_id = users.id)
  and not exists (select 1 from provider_accounts where provider_accounts.user_id = users.id)`;

export const deleteEmptyGuest = statement<{ id: number }>()((db, p) =>
  db.deleteFrom('users').where('id', '=', p.id).where(isEmptyGuest),
);

export const emptyGuests = statement<{ afterId: number; limit: number }>()((db, p) =>
  db
    .selectFrom('users')
    .select([
      'id',
      'created_at as createdAt',
      sql<number>`case when ${isEmptyGuest} then 1 else 0 end`.as('isEmpty'),
    ])
    .where('id', '>', p.afterId)
    .orderBy('id')
    .limit(p.limit),
);
