/** Opens what WeChat Pay encrypts with the APIv3 key: the content of notifications, and platform certificates. */

import { createDecipheriv, type KeyObject } from 'node:crypto';
import type { Fields } from '../json-object.ts';
import { textOf } from './json-fields.ts';

const tagBytes = 16;
const nonceBytes = 12;

/**
 * AES-256-GCM. The last 16 bytes are the authentication tag, which is checked: without the tag, an attacker could
 * flip bits of the plain text.
 * @param sealed `algorithm`, `ciphertext`, `nonce`, `associated_data`.
 * @returns undefined if it was not encrypted with this key, or was changed.
 */
export function openSealed(key: KeyObject, sealed: Fields): string | undefined {
  const ciphertext = textOf(sealed, 'ciphertext');
  const nonce = textOf(sealed, 'nonce');
  if (ciphertext === undefined || nonce === undefined) return undefined;
  if ((textOf(sealed, 'algorithm') ?? 'AEAD_AES_256_GCM') !== 'AEAD_AES_256_GCM') return undefined;
  const bytes = Buffer.from(ciphertext, 'base64');
  if (Buffer.byteLength(nonce) !== nonceBytes || bytes.length < tagBytes) return undefined;
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, Buffer.from(nonce), { authTagLength: tagBytes });
    decipher.setAAD(Buffer.from(textOf(sealed, 'associated_data') ?? ''));
    decipher.setAuthTag(bytes.subarray(-tagBytes));
    const plain = decipher.update(bytes.subarray(0, -tagBytes));
    // Throws if the tag is wrong.
    return Buffer.concat([plain, decipher.final()]).toString('utf8');
  } catch {
    return undefined;
  }
}
