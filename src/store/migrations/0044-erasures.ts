/**
 * Erasures: which customers and orders were erased. The append-only tables accept exactly the changes of an erasure:
 * the history of an erased order may lose its texts, and an entry of the audit log may lose its reason and its facts.
 */

import { type Kysely, sql } from 'kysely';
import type { ColumnTypes } from './column-types.ts';
import type { NewIndex } from './migration.ts';

export const indexes: readonly NewIndex[] = [
  { name: 'orders_by_inviter', on: 'orders (from_user_id) where from_user_id is not null' },
];

export async function up(
  db: Kysely<unknown>,
  { id, integer, tableEnd, updatableOnlyIf }: ColumnTypes,
): Promise<void> {
  const isErasedOrder = `new.order_id = old.order_id and new.seq = old.seq and new.type = old.type and new.at = old.at
    and exists (select 1 from orders join users on users.id = orders.user_id
      where orders.id = old.order_id and users.erased_at is not null)`;
  const losesTexts = `new.id = old.id and new.at = old.at and new.operator = old.operator
    and new.action = old.action and new.target_kind = old.target_kind and new.target_id = old.target_id
    and new.address is not distinct from old.address and new.request_id is not distinct from old.request_id
    and new.reason is null
    and (new.facts_before is null or new.facts_before is not distinct from old.facts_before)
    and (new.facts_after is null or new.facts_after is not distinct from old.facts_after)`;
  const statements = [
    sql`alter table users add column erased_at ${integer}`,
    sql`create table erasures (
        id ${id},
        tombstone text not null unique,
        kind text not null check (kind in ('user', 'order')),
        user_id ${integer} not null,
        user_created_at ${integer} not null,
        orders text not null,
        erased_at ${integer} not null,
        operator text,
        is_stored ${integer} not null,
        finished_at ${integer}
      ) ${tableEnd}`,
    sql`create index erasures_open on erasures (id) where finished_at is null or is_stored = 0`,
    ...updatableOnlyIf('order_history', isErasedOrder, ['truncate']),
    ...updatableOnlyIf('audit_log', losesTexts, ['delete', 'truncate']),
  ];
  for (const statement of statements) await statement.execute(db);
}
