/** The tables of second factors: `authenticator_apps`, `recovery_codes`, `passkeys`, `used_challenges`, `sign_in_rules`. */

import { flag, generatedId, integer, nullable, text } from '../column.ts';
import { table } from '../table.ts';

export const authenticatorAppsTable = table('authenticator_apps', {
  operatorId: integer,
  /** The secret of the app, encrypted with a key that is derived from `SECRET_KEY`. */
  sealedSecret: text,
  createdAt: integer,
  /** When a code of the app confirmed the set-up; null: no code has confirmed it. */
  confirmedAt: nullable(integer),
  /** The latest time step whose code was accepted. */
  usedStep: integer,
});

export const recoveryCodesTable = table('recovery_codes', {
  id: generatedId,
  operatorId: integer,
  /** The digest of the code. The code itself is not stored. */
  digest: text,
  usedAt: nullable(integer),
});

export const passkeysTable = table('passkeys', {
  id: generatedId,
  operatorId: integer,
  credentialId: text,
  publicKey: text,
  counter: integer,
  /** The WebAuthn transports over which a browser reaches the passkey, separated by blanks. */
  transports: text,
  name: text,
  createdAt: integer,
  usedAt: nullable(integer),
});

export const usedChallengesTable = table('used_challenges', {
  challenge: text,
  expiresAt: integer,
});

/** What the shop demands of every operator's sign-in. A rule without a row is off. */
export const signInRulesTable = table('sign_in_rules', {
  rule: text,
  isOn: flag,
});
