/**
 * Challenges for passkeys. A challenge contains the time at which it expires. Its signature also covers its
 * binding: the purpose of the challenge and the browser that may answer it. The service therefore stores nothing
 * when it issues a challenge, so calls without a sign-in cannot fill the database. The use cases store each used
 * challenge until it expires, so that it is accepted only once.
 */

import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import type { Instant } from '../domain/zoned-time.ts';
import type { UsedChallenge } from '../usecases/ports/second-factors.ts';
import type { Random } from '../usecases/ports/tools.ts';

/** How long the operator may take to unlock the authenticator. */
export const challengeLifeMs = 5 * 60_000;
const nonceBytes = 16;
/** Milliseconds since the epoch fit into 6 bytes until the year 10889. */
const endBytes = 6;
const proofBytes = 32;

export interface PasskeyChallenges {
  issue(binding: string, now: Instant): Uint8Array<ArrayBuffer>;
  /**
   * @param challenge base64url.
   * @returns undefined if the challenge is forged, has expired or was issued for another binding.
   */
  verify(challenge: string, binding: string, now: Instant): UsedChallenge | undefined;
}

export function createPasskeyChallenges(
  secrets: readonly [string, ...string[]],
  random: Random,
): PasskeyChallenges {
  const keys = secrets.map((secret) =>
    Buffer.from(hkdfSync('sha256', secret, '', 'photokiosk passkey challenge v1', 32)),
  );
  const [signingKey] = keys;
  if (signingKey === undefined) throw new Error('no secret key');
  return {
    issue(binding, now) {
      const head = Buffer.alloc(nonceBytes + endBytes);
      head.set(random.bytes(nonceBytes));
      head.writeUIntBE(now + challengeLifeMs, nonceBytes, endBytes);
      return new Uint8Array(Buffer.concat([head, proofOf(head, binding, signingKey)]));
    },
    verify(challenge, binding, now) {
      const bytes = Buffer.from(challenge, 'base64url');
      if (bytes.length !== nonceBytes + endBytes + proofBytes) return undefined;
      const head = bytes.subarray(0, nonceBytes + endBytes);
      const proof = bytes.subarray(nonceBytes + endBytes);
      if (!keys.some((key) => timingSafeEqual(proof, proofOf(head, binding, key)))) return undefined;
      const expiresAt = head.readUIntBE(nonceBytes, endBytes);
      // Return the canonical encoding, so that one challenge cannot be stored as used under two different texts.
      return expiresAt <= now ? undefined : { challenge: bytes.toString('base64url'), expiresAt };
    },
  };
}

function proofOf(head: Buffer, binding: string, key: Buffer): Buffer {
  return createHmac('sha256', key).update(head).update(binding).digest();
}
