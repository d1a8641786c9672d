/**
 * Bearer tokens: our own for guests, and JWTs of the operator's identity provider. Nothing here is stored;
 * a token proves itself.
 */

import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { createRemoteJWKSet, errors, jwtVerify } from 'jose';
import { AppError } from '../domain/errors.ts';
import type { Instant } from '../domain/zoned-time.ts';
import type { ProvenIdentity, Tokens } from '../usecases/ports/identity.ts';

/** An OpenID Connect provider of the operator's choice. */
export interface IdentityProvider {
  readonly issuer: string;
  readonly audience: string;
  readonly jwksUrl: URL;
}

export interface TokenOptions {
  /** `SECRET_KEY`; guest tokens use a key derived from it for this purpose alone. */
  readonly secretKey: Uint8Array;
  /** Null: guests only. */
  readonly provider: IdentityProvider | null;
}

const yearMs = 365 * 24 * 60 * 60 * 1000;
const version = 'g1';
/** Only tokens of our own making get in, so nobody can push another's out at will. */
const provenMax = 10_000;
/** Asymmetric only: with a shared secret, whoever can check a token could also make one. */
const algorithms = ['RS256', 'ES256', 'EdDSA'];

/** `g1.<user>.<end>.<proof>`: user and end (seconds) in base 36, proof of the text before it. */
const guestToken = /^(g1\.([0-9a-z]{1,11})\.([0-9a-z]{1,8}))\.([A-Za-z0-9_-]{43})$/;

export function createTokens({ secretKey, provider }: TokenOptions): Tokens {
  const key = Buffer.from(hkdfSync('sha256', secretKey, '', 'photokiosk guest token v1', 32));
  const verifyJwt = provider === null ? null : jwtVerifier(provider);
  /** Tokens whose proof held, with their end: a client sends the same one with every call. */
  const proven = new Map<string, { readonly userId: number; readonly endsAtMs: number }>();

  function proofOf(text: string): Buffer {
    return createHmac('sha256', key).update(text).digest();
  }

  function issueGuestToken(userId: number, now: Instant): string {
    const endsAtS = Math.floor((now + yearMs) / 1000);
    const text = `${version}.${userId.toString(36)}.${endsAtS.toString(36)}`;
    return `${text}.${proofOf(text).toString('base64url')}`;
  }

  function verifyGuestToken(bearer: string, now: Instant): ProvenIdentity | undefined {
    const known = proven.get(bearer) ?? proveGuestToken(bearer);
    if (known === undefined || known.endsAtMs <= now) return undefined;
    return { kind: 'guest', userId: known.userId };
  }

  function proveGuestToken(bearer: string) {
    const [, text, user, end, proof] = guestToken.exec(bearer) ?? [];
    if (text === undefined || user === undefined || end === undefined || proof === undefined)
      return undefined;
    const given = Buffer.from(proof, 'base64url');
    // Decoding drops the last character's unused bits: only the text that we would write is accepted.
    if (given.length !== 32 || given.toString('base64url') !== proof) return undefined;
    if (!timingSafeEqual(given, proofOf(text))) return undefined;
    const known = { userId: Number.parseInt(user, 36), endsAtMs: Number.parseInt(end, 36) * 1000 };
    if (proven.size >= provenMax) proven.clear();
    proven.set(bearer, known);
    return known;
  }

  async function verify(bearer: string, now: Instant): Promise<ProvenIdentity | undefined> {
    if (bearer.startsWith(`${version}.`)) return verifyGuestToken(bearer, now);
    return verifyJwt === null ? undefined : verifyJwt(bearer, now);
  }

  return { verify, issueGuestToken };
}

type VerifyJwt = (token: string, now: Instant) => Promise<ProvenIdentity | undefined>;

function jwtVerifier({ issuer, audience, jwksUrl }: IdentityProvider): VerifyJwt {
  // Keys are kept ten minutes; a token with an unknown key makes us ask again, at most every 30 s.
  const keys = createRemoteJWKSet(jwksUrl, {
    cacheMaxAge: 10 * 60_000,
    cooldownDuration: 30_000,
    timeoutDuration: 5_000,
  });
  return async (token, now) => {
    try {
      const { payload } = await jwtVerify(token, keys, {
        issuer,
        audience,
        algorithms,
        currentDate: new Date(now),
        clockTolerance: 5,
        requiredClaims: ['sub', 'exp'],
      });
      const subject = payload.sub;
      return subject === undefined || subject === '' ? undefined : { kind: 'subject', issuer, subject };
    } catch (error) {
      if (isProviderFault(error)) {
        throw new AppError('unavailable', 'The identity provider did not answer.', {
          retryAfterS: 5,
          cause: error,
        });
      }
      return undefined;
    }
  };
}

/** A token is judged only when the provider's keys were there: else nothing is known about it. */
function isProviderFault(error: unknown): boolean {
  if (!(error instanceof errors.JOSEError)) return true;
  return (
    error.code === errors.JWKSTimeout.code ||
    error.code === errors.JOSEError.code ||
    error.code === errors.JWKSInvalid.code
  );
}
