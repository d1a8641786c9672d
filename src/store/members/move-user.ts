/** Moves what belongs to one user to another user. */

import { sql } from 'kysely';
import type { MemberWrites } from '../../usecases/members/member-store.ts';
import type { TransactionSession } from '../session.ts';
import { statement } from '../statement.ts';

interface Move {
  readonly from: number;
  readonly to: number;
}

const moveOrders = statement<Move>()((db, p) =>
  db.updateTable('orders').set({ user_id: p.to }).where('user_id', '=', p.from),
);

const moveGrants = statement<Move>()((db, p) =>
  db.updateTable('membership_grants').set({ user_id: p.to }).where('user_id', '=', p.from),
);

const moveAccounts = statement<Move>()((db, p) =>
  db.updateTable('provider_accounts').set({ user_id: p.to }).where('user_id', '=', p.from),
);

const moveConsents = statement<Move>()((db, p) =>
  db.updateTable('face_consents').set({ user_id: p.to }).where('user_id', '=', p.from),
);

const moveUploads = statement<Move>()((db, p) =>
  db.updateTable('uploads').set({ owner_id: p.to }).where('owner_id', '=', p.from),
);

const markAbsorbed = statement<Move>()((db, p) =>
  db
    .updateTable('users')
    .set({ absorbed_into: p.to })
    .where('id', '=', p.from)
    .where('absorbed_into', 'is', null),
);

const removeName = statement<{ id: number }>()((db, p) =>
  db
    .updateTable('users')
    .set((set) => ({
      kind: 'guest' as const,
      issuer: null,
      subject: null,
      token_generation: set('token_generation', '+', sql.lit(1)),
    }))
    .where('id', '=', p.id),
);

export function userMoves(
  session: TransactionSession,
): Pick<MemberWrites, 'moveBelongings' | 'markAbsorbed'> {
  return {
    async moveBelongings(from, to) {
      // Move the orders first. This waits for running payments, because each holds the lock of its order until it
      // has granted the months, so that these months are moved too.
      await session.run(moveOrders, { from, to });
      await session.run(moveGrants, { from, to });
      await session.run(moveAccounts, { from, to });
      await session.run(moveConsents, { from, to });
    },
    async markAbsorbed({ id, kind }, to) {
      await session.run(markAbsorbed, { from: id, to });
      if (kind === 'guest') return;
      await session.run(moveUploads, { from: id, to });
      await session.run(removeName, { id });
    },
  };
}
