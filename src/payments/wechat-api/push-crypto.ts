/**
 * The signature and the encryption of WeChat's message push
 * (developers.weixin.qq.com/miniprogram/dev/framework/server-ability/message-push.html).
 */

import { createDecipheriv, createHash, timingSafeEqual } from 'node:crypto';

/** WeChat pads to 32 bytes, twice the block of AES. */
const paddingMax = 32;
const prefixBytes = 16;
const lengthBytes = 4;

/** Whether `signature` is the SHA-1 over the sorted parts. */
export function isSignedPush(signature: string, parts: readonly string[]): boolean {
  if (!/^[0-9a-f]{40}$/.test(signature)) return false;
  const expected = createHash('sha1')
    .update([...parts].sort().join(''))
    .digest();
  return timingSafeEqual(expected, Buffer.from(signature, 'hex'));
}

export interface OpenedPush {
  readonly message: string;
  readonly appId: string;
}

/** @returns undefined if the text was not encrypted with this key. */
export function openPush(encodingAesKey: string, encrypted: string): OpenedPush | undefined {
  const key = Buffer.from(`${encodingAesKey}=`, 'base64');
  const padded = decrypted(key, encrypted);
  const padding = padded?.at(-1) ?? 0;
  if (padded === undefined || padding < 1 || padding > paddingMax || padding > padded.length)
    return undefined;
  const plain = padded.subarray(0, padded.length - padding);
  const start = prefixBytes + lengthBytes;
  if (plain.length < start) return undefined;
  const end = start + plain.readUInt32BE(prefixBytes);
  if (end > plain.length) return undefined;
  return { message: plain.toString('utf8', start, end), appId: plain.toString('utf8', end) };
}

function decrypted(key: Buffer, encrypted: string): Buffer | undefined {
  try {
    const decipher = createDecipheriv('aes-256-cbc', key, key.subarray(0, 16)).setAutoPadding(false);
    return Buffer.concat([decipher.update(encrypted, 'base64'), decipher.final()]);
  } catch {
    return undefined;
  }
}
