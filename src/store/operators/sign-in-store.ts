/** Failed sign-ins of operators. The use case limits the number of rows. */

import type { SignInReads, SignInWrites } from '../../usecases/operators/sign-in-store.ts';
import type { Session, TransactionSession } from '../session.ts';
import { statement } from '../statement.ts';
import type { NewRow } from '../table.ts';
import { refusedSignInsTable, signInTriesTable } from './sign-in-tables.ts';

const failuresOf = statement<{ subject: string }>()((db, p) =>
  db
    .selectFrom('sign_in_tries')
    .select(signInTriesTable.except('subject').columns)
    .where('subject', '=', p.subject),
);

const saveFailures = statement<NewRow<typeof signInTriesTable>>()((db, p) =>
  db
    .insertInto('sign_in_tries')
    .values(signInTriesTable.inserted(p))
    .onConflict((conflict) =>
      conflict.column('subject').doUpdateSet((set) => ({
        tries: set.ref('excluded.tries'),
        wait_until: set.ref('excluded.wait_until'),
        last_at: set.ref('excluded.last_at'),
      })),
    ),
);

const purgeFailures = statement<{ before: number }>()((db, p) =>
  db.deleteFrom('sign_in_tries').where('last_at', '<', p.before),
);

const allRefused = statement<Record<never, never>>()((db) =>
  db
    .selectFrom('refused_sign_ins')
    .select(refusedSignInsTable.all.columns)
    .orderBy('first_at')
    .orderBy('name')
    .orderBy('client'),
);

const saveRefused = statement<NewRow<typeof refusedSignInsTable>>()((db, p) =>
  db
    .insertInto('refused_sign_ins')
    .values(refusedSignInsTable.inserted(p))
    .onConflict((conflict) =>
      conflict.columns(['name', 'client']).doUpdateSet((set) => ({
        times: set.ref('excluded.times'),
        last_at: set.ref('excluded.last_at'),
      })),
    ),
);

const removeRefused = statement<{ name: string; client: string }>()((db, p) =>
  db.deleteFrom('refused_sign_ins').where('name', '=', p.name).where('client', '=', p.client),
);

export function signInReads(session: Session): SignInReads {
  return { failures: (subject) => session.first(failuresOf, { subject }) };
}

export function signInWrites(session: TransactionSession): SignInWrites {
  return {
    ...signInReads(session),
    async saveFailures(subject, failures) {
      await session.run(saveFailures, { ...failures, subject });
    },
    async purgeFailures(before) {
      await session.run(purgeFailures, { before });
    },
    async lock(subject) {
      await session.lockName(`sign-in ${subject}`);
    },
    async lockRefused() {
      await session.lockName('refused sign-ins');
      return session.all(allRefused, {});
    },
    async saveRefused(refused) {
      await session.run(saveRefused, refused);
    },
    async removeRefused({ name, client }) {
      await session.run(removeRefused, { name, client });
    },
  };
}
