/**
 * Verifies bearer tokens: the service's own guest tokens, and JWTs of the operator's identity provider. Both are
 * signed, so no token is stored.
 */

import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import type { Instant } from '../domain/zoned-time.ts';
import { type ProvenIdentity, type Tokens, tokenLifetimeMs } from '../usecases/ports/identity.ts';
import type { IdentityProvider } from './jwt-verifier.ts';

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
 * `g1.<user>.<end>.<proof>`, or `g1.<user>.<end>.<generation>.<proof>` after the first generation: user id, end (in
 * seconds) and generation in base 36; the proof is an HMAC of the text before it.
 */
const guestToken = /^(g1\.([0-9a-z]{1,11})\.([0-9a-z]{1,8})(?:\.([0-9a-z]{1,6}))?)\.([A-Za-z0-9_-]{43})$/;

export function createTokens({ secrets, provider }: TokenOptions): Tokens {
  const [signingSecret, ...formerSecrets] = secrets;
  const signingKey = guestKey(signingSecret);
  const keys = [signingKey, ...formerSecrets.map(guestKey)];
  const jwts = provider === null ? null : loadVerifier(provider);
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

  function verifyGuestToken(bearer: string): ProvenIdentity | undefined {
    const known = proven.get(bearer) ?? proveGuestToken(bearer);
    if (known === undefined) return undefined;
    return {
      kind: 'guest',
      userId: known.userId,
      generation: known.generation,
      issuedAt: known.endsAtMs - tokenLifetimeMs,
      expiresAt: known.endsAtMs,
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
    if (bearer.startsWith(`${version}.`)) return verifyGuestToken(bearer);
    return jwts === null ? undefined : (await jwts)(bearer, now);
  }

  return { verify, issueGuestToken };
}

/** Only shops with an identity provider load the library for JWTs. */
async function loadVerifier(provider: IdentityProvider) {
  const { jwtVerifier } = await import('./jwt-verifier.ts');
  return jwtVerifier(provider);
}

function guestKey(secret: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', 'photokiosk guest token v1', 32));
}
