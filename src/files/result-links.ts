/**
 * Signed links to results. A link proves itself, so a forged one is refused without a look-up. Made anew at
 * every look-up of an order, so it must stay cheap: one HMAC.
 */

import { createHmac, createSecretKey, hkdfSync, timingSafeEqual } from 'node:crypto';
import type { ResultLinks } from '../usecases/ports/result-links.ts';

export interface ResultLinksParts {
  /** The service's own secret; the key is derived from it for this purpose alone. */
  readonly secret: string;
  /** Origin under which clients reach the service, without a trailing slash. */
  readonly publicUrl: string;
}

const purpose = 'photokiosk result links v1';

/** What needs no escaping in a URL's path: keys of ours consist of nothing else. */
const plainPath = /^[a-z0-9._/-]+$/;
const secondsForm = /^[1-9][0-9]{0,11}$/;

export function createResultLinks({ secret, publicUrl }: ResultLinksParts): ResultLinks {
  const key = createSecretKey(Buffer.from(hkdfSync('sha256', secret, '', purpose, 32)));

  function sign(file: string, expires: string): string {
    // A line break is in neither part, so that no two pairs have the same text.
    return createHmac('sha256', key).update(`${expires}\n${file}`).digest('base64url');
  }

  return {
    link(file, expiresAt) {
      if (!plainPath.test(file)) throw new Error('not a key of a file');
      // Whole seconds, rounded down: a link never lives longer than it was given.
      const expires = String(Math.floor(expiresAt / 1000));
      return `${publicUrl}/files/${file}?expires=${expires}&signature=${sign(file, expires)}`;
    },
    judge(file, expiresAt, signature, now) {
      if (!secondsForm.test(expiresAt) || !plainPath.test(file)) return 'forged';
      if (!sameText(sign(file, expiresAt), signature)) return 'forged';
      return now < Number(expiresAt) * 1000 ? 'valid' : 'expired';
    },
  };
}

/** Takes the same time wherever the texts differ. */
function sameText(expected: string, given: string): boolean {
  const expectedBytes = Buffer.from(expected);
  const givenBytes = Buffer.from(given);
  return expectedBytes.byteLength === givenBytes.byteLength && timingSafeEqual(expectedBytes, givenBytes);
}
