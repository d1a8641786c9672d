/**
 * Checks the second factor of an operator: a code of the authenticator app, a recovery code or a passkey. Each time
 * step of the app, each recovery code and each challenge is accepted only once, even by parallel attempts.
 */

import type { Deps } from '../deps.ts';
import type { PasskeyAnswer } from '../ports/second-factors.ts';
import type { StoreTransaction } from '../ports/store.ts';
import type { Operator } from './operator-store.ts';

/** The name of a factor on the wire and in the audit log. */
export type SecondFactorKind = 'authenticator_app' | 'recovery_code' | 'passkey';

export type SecondFactorProof =
  /** A code of the authenticator app or a recovery code. */
  | { readonly kind: 'code'; readonly code: string }
  /** `binding`: the sign-in, session or browser for which the challenge was issued. */
  | { readonly kind: 'passkey'; readonly answer: PasskeyAnswer; readonly binding: string };

type ProofDeps = Pick<Deps, 'store' | 'clock' | 'log' | 'factors'>;

/**
 * Uses up the proof, so that it is not accepted again.
 * @returns the kind of the second factor; undefined when the proof is wrong or was used before.
 */
export type ConsumeProof = (tx: StoreTransaction) => Promise<SecondFactorKind | undefined>;

const refused: ConsumeProof = async () => undefined;

/**
 * Does the part of the check that cannot run in a transaction.
 * @returns a function that does the rest in a transaction.
 */
export async function prepareProof(
  deps: ProofDeps,
  operator: Operator,
  proof: SecondFactorProof,
): Promise<ConsumeProof> {
  if (proof.kind === 'passkey') return preparePasskey(deps, operator, proof);
  const code = plainCode(proof.code);
  return (tx) =>
    /^\d{6}$/.test(code)
      ? consumeAppCode(deps, tx, operator, code)
      : consumeRecoveryCode(deps, tx, operator, code);
}

async function consumeAppCode(
  { clock, log, factors }: ProofDeps,
  tx: StoreTransaction,
  operator: Operator,
  code: string,
): Promise<SecondFactorKind | undefined> {
  const app = await tx.secondFactors.app(operator.id);
  if (app === undefined || app.confirmedAt === null) return undefined;
  const opened = factors.seals.open(app.sealedSecret, appOwner(operator.id));
  if (opened === undefined) {
    log.error(
      { operatorId: operator.id },
      'the key of an authenticator app was sealed with another SECRET_KEY',
    );
    return undefined;
  }
  const step = factors.codes.stepOf(opened.secret, code, clock.now());
  if (step === undefined || !(await tx.secondFactors.consumeStep(operator.id, step))) return undefined;
  return 'authenticator_app';
}

async function consumeRecoveryCode(
  { clock, factors }: ProofDeps,
  tx: StoreTransaction,
  operator: Operator,
  code: string,
): Promise<SecondFactorKind | undefined> {
  const digest = factors.codes.digestOfRecoveryCode(code);
  if (digest === null) return undefined;
  return (await tx.secondFactors.consumeRecoveryCode(operator.id, digest, clock.now()))
    ? 'recovery_code'
    : undefined;
}

async function preparePasskey(
  { store, clock, factors }: ProofDeps,
  operator: Operator,
  { answer, binding }: Extract<SecondFactorProof, { kind: 'passkey' }>,
): Promise<ConsumeProof> {
  const passkey = await store.read.secondFactors.passkeyByCredential(answer.credentialId);
  if (passkey?.operatorId !== operator.id) return refused;
  const now = clock.now();
  const used = await factors.passkeys.verifyAuthentication(answer, passkey, binding, now);
  if (used === undefined) return refused;
  return async (tx) => {
    await tx.secondFactors.purgeChallenges(now);
    if (!(await tx.secondFactors.consumeChallenge(used.challenge, used.expiresAt))) return undefined;
    const use = { counter: used.counter, usedAt: now };
    return (await tx.secondFactors.recordPasskeyUse(passkey, use)) ? 'passkey' : undefined;
  };
}

/** Removes blanks, and replaces the full-width digits of Chinese and Japanese keyboards by plain digits. */
export function plainCode(code: string): string {
  return code.normalize('NFKC').replaceAll(/\s/g, '');
}

/** The `owner` with which the secret of an operator's authenticator app is sealed; see `SecretSeals`. */
export function appOwner(operatorId: number): string {
  return `authenticator app of operator ${operatorId}`;
}
