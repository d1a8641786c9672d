/** Verifies JWTs of the operator's identity provider. */

import { createRemoteJWKSet, errors, jwtVerify } from 'jose';
import { AppError } from '../domain/errors.ts';
import type { Instant } from '../domain/zoned-time.ts';
import type { ProvenIdentity } from '../usecases/ports/identity.ts';

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

type VerifyJwt = (token: string, now: Instant) => Promise<ProvenIdentity | undefined>;

/**
 * @returns a function that returns undefined for a token that does not identify a user, and throws AppError
 * `unavailable` while the provider does not supply its keys.
 */
export function jwtVerifier({ issuer, audience, jwksUrl, types }: IdentityProvider): VerifyJwt {
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
