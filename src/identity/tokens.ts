/**
 * Verifies bearer tokens: the service's own guest tokens, and JWTs of the operator's identity provider. Both are
 * signed, so no token is stored.
 */

import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { createRemoteJWKSet, errors, jwtVerify } from 'jose';
import { AppError } from '../domain/errors.ts';
import type { Instant } from '../domain/zoned-time.ts';
import { type ProvenIdentity, type Tokens, tokenLifetimeMs } from '../usecases/ports/identity.ts';

/** Which types of JWT are accepted. `at+jwt`: only access tokens as RFC 9068 defines them. */
export type JwtTypes = 'any' | 'at+jwt';

/** The operator's OpenID Connect provider. */
export interface IdentityProvider {
  readonly issuer: string;
  readonly audience: string;
  readonly jwksUrl: URL;
  /** Which types of JWT identify a user. */
  readonly types: JwtTypes;
}

export interface TokenOptions {
  /**
   * The keys of `SECRET_KEY`, the current key first. Guest tokens are signed with a key that is derived from the
   * current key for this purpose only. Tokens that a former key has signed stay valid.
   */
  readonly secrets: readonly [string, ...string[]];
  /** Null: the service accepts guest tokens only. */
  readonly provider: IdentityProvider | null;
}

const version = 'g1';
/**
 * Maximum number of cached tokens, about 2 MiB. Forged tokens are not cached, so they evict no other token.
 */
const provenMax = 10_000;
/**
 * The accepted algorithms, all with a public and a private key. With a shared secret, every system that
 * checks tokens could also sign them.
 */
const algorithms = ['RS256', 'ES256', 'EdDSA'];

/**
 * The types of JWT that identify a user: access tokens (RFC 9068), and tokens of providers that write `JWT` or nothing,
 * as OpenID Connect allows. A provider signs other tokens with the same keys, for example `logout+jwt`, `dpop+jwt` and
 * `secevent+jwt`; they must not count as a sign-in (RFC 8725, 3.11). Media types ignore case.
 */
const userTokenType = /^(application\/)?(at\+)?jwt$/i;
const accessTokenType = /^(application\/)?at\+jwt$/i;

function identifiesUser(typ: string | undefined, types: JwtTypes): boolean {
  if (types === 'at+jwt') return typ !== undefined && accessTokenType.test(typ);
  return typ === undefined || userTokenType.test(typ);
}

/**
 * `g1.<user>.<end>.<proof>`, or `g1.<user>.<end>.<generation>.<proof>` after the first generation: user id, end (in
 * seconds) and generation in base 36; the proof is an HMAC of the text before it.
 */
const guestToken = /^(g1\.([0-9a-z]{1,11})\.([0-9a-z]{1,8})(?:\.([0-9a-z]{1,6}))?)\.([A-Za-z0-9_-]{43})$/;

export function createTokens({ secrets, provider }: TokenOptions): Tokens {
  const [signingSecret, ...formerSecrets] = secrets;
  const signingKey = guestKey(signingSecret);
  const keys = [signingKey, ...formerSecrets.map(guestKey)];
  const verifyJwt = provider === null ? null : jwtVerifier(provider);
  /**
   * Verified tokens, each with the time at which it expires. They are cached, because a client sends the same token
   * with every call.
   */
  const proven = new Map<
    string,
    { readonly userId: number; readonly generation: number; readonly endsAtMs: number }
  >();

  function proofOf(text: string, key = signingKey): Buffer {
    return createHmac('sha256', key).update(text).digest();
  }

  function issueGuestToken(userId: number, now: Instant, generation = 0): string {
    const endsAtS = Math.floor((now + tokenLifetimeMs) / 1000);
    const first = `${version}.${userId.toString(36)}.${endsAtS.toString(36)}`;
    const text = generation === 0 ? first : `${first}.${generation.toString(36)}`;
    return `${text}.${proofOf(text).toString('base64url')}`;
  }

  function verifyGuestToken(bearer: string, now: Instant): ProvenIdentity | undefined {
    const known = proven.get(bearer) ?? proveGuestToken(bearer);
    if (known === undefined || known.endsAtMs <= now) return undefined;
    return {
      kind: 'guest',
      userId: known.userId,
      generation: known.generation,
      issuedAt: known.endsAtMs - tokenLifetimeMs,
    };
  }

  function proveGuestToken(bearer: string) {
    const [, text, user, end, generation = '0', proof] = guestToken.exec(bearer) ?? [];
    if (text === undefined || user === undefined || end === undefined || proof === undefined)
      return undefined;
    const given = Buffer.from(proof, 'base64url');
    // Decoding ignores the unused bits of the last character. Only the canonical encoding is accepted.
    if (given.length !== 32 || given.toString('base64url') !== proof) return undefined;
    if (!keys.some((key) => timingSafeEqual(given, proofOf(text, key)))) return undefined;
    const known = {
      userId: Number.parseInt(user, 36),
      generation: Number.parseInt(generation, 36),
      endsAtMs: Number.parseInt(end, 36) * 1000,
    };
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

function guestKey(secret: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', 'photokiosk guest token v1', 32));
}

type VerifyJwt = (token: string, now: Instant) => Promise<ProvenIdentity | undefined>;

function jwtVerifier({ issuer, audience, jwksUrl, types }: IdentityProvider): VerifyJwt {
  // Keys are cached for 10 minutes. A token with an unknown key id fetches them again, at most once in 30 s.
  const keys = createRemoteJWKSet(jwksUrl, {
    cacheMaxAge: 10 * 60_000,
    cooldownDuration: 30_000,
    timeoutDuration: 5_000,
  });
  return async (token, now) => {
    try {
      const { payload, protectedHeader } = await jwtVerify(token, keys, {
        issuer,
        audience,
        algorithms,
        currentDate: new Date(now),
        clockTolerance: 5,
        requiredClaims: ['sub', 'exp'],
      });
      if (!identifiesUser(protectedHeader.typ, types)) return undefined;
      // Security event tokens (RFC 8417), for example logout tokens, may leave out their type in the header.
      if (payload.events !== undefined) return undefined;
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

/** Whether the identity provider failed to supply its keys. It is then unknown whether the token is valid. */
function isProviderFault(error: unknown): boolean {
  if (!(error instanceof errors.JOSEError)) return true;
  return (
    error.code === errors.JWKSTimeout.code ||
    error.code === errors.JOSEError.code ||
    error.code === errors.JWKSInvalid.code
  );
}
