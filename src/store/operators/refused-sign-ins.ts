/** Sign-ins that were refused of late. How many rows there are is bounded by the use case. */

import type { Selectable } from 'kysely';
import type { RefusedSignIn, SignInWrites } from '../../usecases/operators/sign-in-store.ts';
import type { RefusedSignInsTable } from '../console-tables.ts';
import type { TransactionSession } from '../session.ts';
import { rowOf, statement } from '../statement.ts';

const all = statement<Record<never, never>>()((db) =>
  db
    .selectFrom('refused_sign_ins')
    .select(['name', 'client', 'address', 'times', 'first_at', 'last_at'])
    .orderBy('first_at')
    .orderBy('name')
    .orderBy('client'),
);

const save = statement<Selectable<RefusedSignInsTable>>()((db, p) =>
  db
    .insertInto('refused_sign_ins')
    .values(rowOf(p, { name: true, client: true, address: true, times: true, first_at: true, last_at: true }))
    .onConflict((conflict) =>
      conflict.columns(['name', 'client']).doUpdateSet((set) => ({
        times: set.ref('excluded.times'),
        last_at: set.ref('excluded.last_at'),
      })),
    ),
);

const remove = statement<{ name: string; client: string }>()((db, p) =>
  db.deleteFrom('refused_sign_ins').where('name', '=', p.name).where('client', '=', p.client),
);

function refusedOf(row: Selectable<RefusedSignInsTable>): RefusedSignIn {
  const { name, client, address, times } = row;
  return { name, client, address, times, firstAt: row.first_at, lastAt: row.last_at };
}

export function refusedSignInWrites(session: TransactionSession) {
  return {
    async lockRefused() {
      await session.lockName('refused sign-ins');
      return (await session.all(all, {})).map(refusedOf);
    },
    async saveRefused({ name, client, address, times, firstAt, lastAt }) {
      await session.run(save, { name, client, address, times, first_at: firstAt, last_at: lastAt });
    },
    async removeRefused({ name, client }) {
      await session.run(remove, { name, client });
    },
  } satisfies Partial<SignInWrites>;
}
