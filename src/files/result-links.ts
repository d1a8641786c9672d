/**
 * Creates and checks signed links to results. The signature is part of the link, so a forged link is refused
 * without a database query. Every look-up of an order creates a new link, so creating a link computes only
 * one HMAC.
 */

import { createHmac, createSecretKey, hkdfSync, type KeyObject, timingSafeEqual } from 'node:crypto';
import type { ResultLinks } from '../usecases/ports/result-links.ts';

export interface ResultLinksParts {
  /**
   * The keys of `SECRET_KEY`, the current key first. Links are signed with a key that is derived from the current
   * key for this purpose only. Links that a former key has signed stay valid.
   */
  readonly secrets: readonly [string, ...string[]];
  /** The address at which clients reach the service, without a trailing slash. */
  readonly publicUrl: string;
}

const purpose = 'photokiosk result links v1';

/** Characters that need no escaping in the path of a URL. All file keys consist of them. */
const plainPath = /^[a-z0-9._/-]+$/;
const secondsForm = /^[1-9][0-9]{0,11}$/;

export function createResultLinks({ secrets, publicUrl }: ResultLinksParts): ResultLinks {
  const [signingSecret, ...formerSecrets] = secrets;
  const signingKey = derivedKey(signingSecret);
  const keys = [signingKey, ...formerSecrets.map(derivedKey)];

  function sign(file: string, expires: string, key = signingKey): string {
    // `expires` and `file` cannot contain a line break, so two different pairs of them never give the same signed
    // text.
    return createHmac('sha256', key).update(`${expires}\n${file}`).digest('base64url');
  }

  return {
    link(file, expiresAt) {
      if (!plainPath.test(file)) throw new Error('invalid file key');
      // Rounded down to whole seconds, so that a link is never valid after `expiresAt`.
      const expires = String(Math.floor(expiresAt / 1000));
      return `${publicUrl}/files/${file}?expires=${expires}&signature=${sign(file, expires)}`;
    },
    judge(file, expiresAt, signature, now) {
      if (!secondsForm.test(expiresAt) || !plainPath.test(file)) return 'forged';
      if (!keys.some((key) => sameText(sign(file, expiresAt, key), signature))) return 'forged';
      return now < Number(expiresAt) * 1000 ? 'valid' : 'expired';
    },
  };
}

function derivedKey(secret: string): KeyObject {
  return createSecretKey(Buffer.from(hkdfSync('sha256', secret, '', purpose, 32)));
}

/** Compares in constant time, so that the time does not reveal how much of a signature is correct. */
function sameText(expected: string, given: string): boolean {
  const expectedBytes = Buffer.from(expected);
  const givenBytes = Buffer.from(given);
  return expectedBytes.byteLength === givenBytes.byteLength && timingSafeEqual(expectedBytes, givenBytes);
}
