/** The consents of customers, and the versions of the text. */

import type { ConsentReads, ConsentWrites } from '../../usecases/members/consent-store.ts';
import type { Session, TransactionSession } from '../session.ts';
import { statement } from '../statement.ts';
import type { NewRow } from '../table.ts';
import { consentTextsTable, faceConsentsTable } from './consent-tables.ts';

const textColumns = consentTextsTable.only('version', 'en', 'zh').columns;
const consentColumns = faceConsentsTable.only('version', 'givenAt', 'withdrawnAt').columns;

const currentText = statement<Record<never, never>>()((db) =>
  db.selectFrom('consent_texts').select(textColumns).orderBy('version', 'desc').limit(1),
);

const consentsOfUser = statement<{ userId: number }>()((db, p) =>
  db
    .selectFrom('face_consents')
    .innerJoin('consent_texts', 'consent_texts.version', 'face_consents.version')
    .select(consentColumns)
    .select(consentTextsTable.only('en', 'zh').columns)
    .where('face_consents.user_id', '=', p.userId)
    .orderBy('face_consents.id'),
);

const consentInForce = statement<{ userId: number; version: number }>()((db, p) =>
  db
    .selectFrom('face_consents')
    .select(consentColumns)
    .where('user_id', '=', p.userId)
    .where('version', '=', p.version)
    .where('withdrawn_at', 'is', null)
    .orderBy('id')
    .limit(1),
);

const insertText = statement<NewRow<typeof consentTextsTable>>()((db, p) =>
  db.insertInto('consent_texts').values(consentTextsTable.inserted(p)),
);

const insertConsent = statement<NewRow<typeof faceConsentsTable>>()((db, p) =>
  db.insertInto('face_consents').values(faceConsentsTable.inserted(p)),
);

const withdrawConsents = statement<{ userId: number; at: number }>()((db, p) =>
  db
    .updateTable('face_consents')
    .set({ withdrawn_at: p.at })
    .where('user_id', '=', p.userId)
    .where('withdrawn_at', 'is', null),
);

const eraseConsents = statement<{ userId: number }>()((db, p) =>
  db.deleteFrom('face_consents').where('user_id', '=', p.userId),
);

export function consentReads(session: Session): ConsentReads {
  return {
    currentText: () => session.first(currentText, {}),
    ofUser: (userId) => session.all(consentsOfUser, { userId }),
    inForce: (userId, version) => session.first(consentInForce, { userId, version }),
  };
}

export function consentWrites(session: TransactionSession): ConsentWrites {
  const reads = consentReads(session);
  return {
    ...reads,
    async addText(added) {
      await session.run(insertText, added);
    },
    async give(userId, version, givenAt) {
      // The lock makes the two calls of a double tap record only one consent.
      await session.lockName(`consent ${userId}`);
      if ((await reads.inForce(userId, version)) !== undefined) return;
      await session.run(insertConsent, { userId, version, givenAt, withdrawnAt: null });
    },
    async withdraw(userId, at) {
      await session.run(withdrawConsents, { userId, at });
    },
    async eraseOf(userId) {
      await session.run(eraseConsents, { userId });
    },
  };
}
