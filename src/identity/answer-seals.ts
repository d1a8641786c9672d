/**
 * Seals stored responses with AES-256-GCM under a key that HKDF derives from the caller's idempotency key. The
 * database contains neither the derived key nor the idempotency key. A person with a copy of the database can
 * therefore not read the responses, unless the idempotency key is easy to guess.
 */

import { createCipheriv, createDecipheriv, hkdfSync } from 'node:crypto';
import type { AnonymousKey, AnswerSeals } from '../usecases/ports/answer-seals.ts';
import type { Random } from '../usecases/ports/tools.ts';

const cipher = 'aes-256-gcm';
const nonceBytes = 12;
const tagBytes = 16;

export function createAnswerSeals(random: Random): AnswerSeals {
  return {
    nameOf: (key) => derive(key, 'name').toString('base64url'),
    seal(key, text) {
      // One idempotency key can seal two responses, because a key can be used again after a failed call. Each
      // seal has its own nonce.
      const nonce = Buffer.from(random.bytes(nonceBytes));
      const sealing = createCipheriv(cipher, derive(key, 'seal'), nonce, { authTagLength: tagBytes });
      const sealed = Buffer.concat([sealing.update(text, 'utf8'), sealing.final()]);
      return Buffer.concat([nonce, sealing.getAuthTag(), sealed]).toString('base64url');
    },
    open(key, sealed) {
      const bytes = Buffer.from(sealed, 'base64url');
      const nonce = bytes.subarray(0, nonceBytes);
      const opening = createDecipheriv(cipher, derive(key, 'seal'), nonce, { authTagLength: tagBytes });
      opening.setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes));
      const text = opening.update(bytes.subarray(nonceBytes + tagBytes));
      return Buffer.concat([text, opening.final()]).toString('utf8');
    },
  };
}

/**
 * Derives two values from the idempotency key: the name under which a response is stored, and the key that seals
 * it. They are derived separately, so that the stored name reveals nothing about the sealing key.
 */
function derive({ key, client }: AnonymousKey, purpose: 'name' | 'seal'): Buffer {
  return Buffer.from(hkdfSync('sha256', key, client, `photokiosk idempotency ${purpose} v1`, 32));
}
