/**
 * Seals secrets with AES-256-GCM. The keys are derived with HKDF from the keys of `SECRET_KEY` for this purpose only:
 * the first key seals, and every key opens, so that `SECRET_KEY` can be replaced. A copy of the database opens no seal.
 */

import { createCipheriv, createDecipheriv, hkdfSync } from 'node:crypto';
import type { SecretSeals } from '../usecases/ports/second-factors.ts';
import type { Random } from '../usecases/ports/tools.ts';

const cipher = 'aes-256-gcm';
const nonceBytes = 12;
const tagBytes = 16;

export function createSecretSeals(secrets: readonly [string, ...string[]], random: Random): SecretSeals {
  const [first, ...former] = secrets;
  const sealingKey = sealKey(first);
  const keys = [sealingKey, ...former.map(sealKey)];
  return {
    seal(secret, owner) {
      const nonce = Buffer.from(random.bytes(nonceBytes));
      const sealing = createCipheriv(cipher, sealingKey, nonce, { authTagLength: tagBytes });
      sealing.setAAD(Buffer.from(owner));
      const sealed = Buffer.concat([sealing.update(secret, 'utf8'), sealing.final()]);
      return Buffer.concat([nonce, sealing.getAuthTag(), sealed]).toString('base64url');
    },
    open(sealed, owner) {
      const bytes = Buffer.from(sealed, 'base64url');
      if (bytes.length < nonceBytes + tagBytes) return undefined;
      for (const key of keys) {
        const secret = tryOpen(bytes, owner, key);
        if (secret !== undefined) return { secret, isCurrent: key === sealingKey };
      }
      return undefined;
    },
  };
}

function tryOpen(bytes: Buffer, owner: string, key: Buffer): string | undefined {
  const nonce = bytes.subarray(0, nonceBytes);
  const opening = createDecipheriv(cipher, key, nonce, { authTagLength: tagBytes });
  opening.setAAD(Buffer.from(owner));
  opening.setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes));
  const text = opening.update(bytes.subarray(nonceBytes + tagBytes));
  try {
    return Buffer.concat([text, opening.final()]).toString('utf8');
  } catch {
    // The tag does not match: the seal was made with another key or for another owner.
    return undefined;
  }
}

function sealKey(secret: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', 'photokiosk secret seal v1', 32));
}
