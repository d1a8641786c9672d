/** Second factors of operators: authenticator apps, recovery codes, passkeys, and whether every operator needs one. */

import type { SecondFactorReads, SecondFactorWrites } from '../../usecases/operators/second-factor-store.ts';
import type { Session, TransactionSession } from '../session.ts';
import { statement } from '../statement.ts';
import type { NewRow, Row } from '../table.ts';
import {
  authenticatorAppsTable,
  passkeysTable,
  recoveryCodesTable,
  signInRulesTable,
  usedChallengesTable,
} from './second-factor-tables.ts';

type Nothing = Record<never, never>;
interface OfOperator {
  readonly operatorId: number;
}

const confirmedApp = statement<OfOperator>()((db, p) =>
  db
    .selectFrom('authenticator_apps')
    .select('operator_id')
    .where('operator_id', '=', p.operatorId)
    .where('confirmed_at', 'is not', null),
);

const firstPasskey = statement<OfOperator>()((db, p) =>
  db.selectFrom('passkeys').select('id').where('operator_id', '=', p.operatorId).limit(1),
);

const factorRequired = 'second_factor_required';

const requiredRule = statement<Nothing>()((db) =>
  db
    .selectFrom('sign_in_rules')
    .select(signInRulesTable.only('isOn').columns)
    .where('rule', '=', factorRequired),
);

const operatorsWithFactor = statement<Nothing>()((db) =>
  db
    .selectFrom('authenticator_apps')
    .select('operator_id')
    .where('confirmed_at', 'is not', null)
    .union(db.selectFrom('passkeys').select('operator_id')),
);

const appOf = statement<OfOperator>()((db, p) =>
  db
    .selectFrom('authenticator_apps')
    .select(authenticatorAppsTable.all.columns)
    .where('operator_id', '=', p.operatorId),
);

const allApps = statement<Nothing>()((db) =>
  db.selectFrom('authenticator_apps').select(authenticatorAppsTable.all.columns).orderBy('operator_id'),
);

const codesLeft = statement<OfOperator>()((db, p) =>
  db
    .selectFrom('recovery_codes')
    .select('id')
    .where('operator_id', '=', p.operatorId)
    .where('used_at', 'is', null),
);

const passkeysOf = statement<OfOperator>()((db, p) =>
  db
    .selectFrom('passkeys')
    .select(passkeysTable.all.columns)
    .where('operator_id', '=', p.operatorId)
    .orderBy('id'),
);

const passkeyByCredential = statement<{ credentialId: string }>()((db, p) =>
  db.selectFrom('passkeys').select(passkeysTable.all.columns).where('credential_id', '=', p.credentialId),
);

const saveRule = statement<NewRow<typeof signInRulesTable>>()((db, p) =>
  db
    .insertInto('sign_in_rules')
    .values(signInRulesTable.inserted(p))
    .onConflict((conflict) =>
      conflict.column('rule').doUpdateSet((set) => ({ is_on: set.ref('excluded.is_on') })),
    ),
);

const saveApp = statement<Row<typeof authenticatorAppsTable>>()((db, p) =>
  db
    .insertInto('authenticator_apps')
    .values(authenticatorAppsTable.inserted(p))
    .onConflict((conflict) =>
      conflict.column('operator_id').doUpdateSet((set) => ({
        sealed_secret: set.ref('excluded.sealed_secret'),
        created_at: set.ref('excluded.created_at'),
        confirmed_at: set.ref('excluded.confirmed_at'),
        used_step: set.ref('excluded.used_step'),
      })),
    ),
);

const resealApp = statement<OfOperator & { before: string; after: string }>()((db, p) =>
  db
    .updateTable('authenticator_apps')
    .set({ sealed_secret: p.after })
    .where('operator_id', '=', p.operatorId)
    .where('sealed_secret', '=', p.before),
);

const consumeStep = statement<OfOperator & { step: number }>()((db, p) =>
  db
    .updateTable('authenticator_apps')
    .set({ used_step: p.step })
    .where('operator_id', '=', p.operatorId)
    .where('used_step', '<', p.step),
);

const removeApp = statement<OfOperator>()((db, p) =>
  db.deleteFrom('authenticator_apps').where('operator_id', '=', p.operatorId),
);

const insertCode = statement<NewRow<typeof recoveryCodesTable>>()((db, p) =>
  db.insertInto('recovery_codes').values(recoveryCodesTable.inserted(p)),
);

const consumeCode = statement<OfOperator & { digest: string; usedAt: number }>()((db, p) =>
  db
    .updateTable('recovery_codes')
    .set({ used_at: p.usedAt })
    .where('operator_id', '=', p.operatorId)
    .where('digest', '=', p.digest)
    .where('used_at', 'is', null),
);

const removeCodes = statement<OfOperator>()((db, p) =>
  db.deleteFrom('recovery_codes').where('operator_id', '=', p.operatorId),
);

const insertPasskey = statement<NewRow<typeof passkeysTable>>()((db, p, dialect) =>
  db.insertInto('passkeys').values(passkeysTable.inserted(p)).modifyEnd(dialect.returningId),
);

const recordPasskeyUse = statement<{ id: number; former: number; counter: number; usedAt: number }>()(
  (db, p) =>
    db
      .updateTable('passkeys')
      .set({ counter: p.counter, used_at: p.usedAt })
      .where('id', '=', p.id)
      .where('counter', '=', p.former),
);

const removePasskey = statement<OfOperator & { id: number }>()((db, p) =>
  db.deleteFrom('passkeys').where('id', '=', p.id).where('operator_id', '=', p.operatorId),
);

const removePasskeysOf = statement<OfOperator>()((db, p) =>
  db.deleteFrom('passkeys').where('operator_id', '=', p.operatorId),
);

const insertChallenge = statement<NewRow<typeof usedChallengesTable>>()((db, p) =>
  db
    .insertInto('used_challenges')
    .values(usedChallengesTable.inserted(p))
    .onConflict((conflict) => conflict.column('challenge').doNothing()),
);

const purgeChallenges = statement<{ now: number }>()((db, p) =>
  db.deleteFrom('used_challenges').where('expires_at', '<=', p.now),
);

export function secondFactorReads(session: Session): SecondFactorReads {
  async function isRequired(): Promise<boolean> {
    const row = await session.first(requiredRule, {});
    return row !== undefined && signInRulesTable.only('isOn').read(row).isOn;
  }
  return {
    isRequired,
    async standing(operatorId) {
      const isOn =
        (await session.first(confirmedApp, { operatorId })) !== undefined ||
        (await session.first(firstPasskey, { operatorId })) !== undefined;
      return { isOn, isRequired: await isRequired() };
    },
    async operatorsWithFactor() {
      return (await session.all(operatorsWithFactor, {})).map(({ operator_id }) => operator_id);
    },
    app: (operatorId) => session.first(appOf, { operatorId }),
    allApps: () => session.all(allApps, {}),
    async recoveryCodesLeft(operatorId) {
      return (await session.all(codesLeft, { operatorId })).length;
    },
    passkeys: (operatorId) => session.all(passkeysOf, { operatorId }),
    passkeyByCredential: (credentialId) => session.first(passkeyByCredential, { credentialId }),
  };
}

export function secondFactorWrites(session: TransactionSession): SecondFactorWrites {
  return {
    ...secondFactorReads(session),
    async setRequired(isRequired) {
      await session.run(saveRule, signInRulesTable.write({ rule: factorRequired, isOn: isRequired }));
    },
    async saveApp(app) {
      await session.run(saveApp, app);
    },
    async resealApp(operatorId, before, after) {
      await session.run(resealApp, { operatorId, before, after });
    },
    async consumeStep(operatorId, step) {
      return (await session.run(consumeStep, { operatorId, step })) === 1;
    },
    async removeApp(operatorId) {
      return (await session.run(removeApp, { operatorId })) === 1;
    },
    async replaceRecoveryCodes(operatorId, digests) {
      await session.run(removeCodes, { operatorId });
      for (const digest of digests) await session.run(insertCode, { operatorId, digest, usedAt: null });
    },
    async consumeRecoveryCode(operatorId, digest, usedAt) {
      return (await session.run(consumeCode, { operatorId, digest, usedAt })) === 1;
    },
    async insertPasskey(passkey) {
      return session.insert(insertPasskey, { ...passkey, usedAt: null });
    },
    async recordPasskeyUse({ id, counter: former }, use) {
      return (await session.run(recordPasskeyUse, { id, former, ...use })) === 1;
    },
    async removePasskey(operatorId, id) {
      return (await session.run(removePasskey, { operatorId, id })) === 1;
    },
    async removeAllOf(operatorId) {
      for (const remove of [removeApp, removePasskeysOf, removeCodes]) {
        await session.run(remove, { operatorId });
      }
    },
    async consumeChallenge(challenge, expiresAt) {
      return (await session.run(insertChallenge, { challenge, expiresAt })) === 1;
    },
    async purgeChallenges(now) {
      await session.run(purgeChallenges, { now });
    },
  };
}
