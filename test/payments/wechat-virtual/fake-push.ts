/** Writes the messages that WeChat pushes: JSON or XML, plain or encrypted, signed by the published rules. */

import { createCipheriv, createHash } from 'node:crypto';
import type { RawNotification } from '../../../src/usecases/ports/payment-provider.ts';

export type PushFields = { readonly [name: string]: string | number | PushFields };

export interface PushStyle {
  readonly format: 'json' | 'xml';
  readonly mode: 'plain' | 'secure';
}

export interface PushAccount {
  readonly appId: string;
  readonly originalId: string;
  readonly token: string;
  readonly aesKey: string;
}

function sha1(...parts: string[]): string {
  return createHash('sha1').update(parts.sort().join('')).digest('hex');
}

function inXml(fields: PushFields): string {
  const parts = Object.entries(fields).map(([name, value]) => {
    if (typeof value === 'object') return `<${name}>${inXml(value)}</${name}>`;
    const text = typeof value === 'number' ? String(value) : `<![CDATA[${value}]]>`;
    return `<${name}>${text}</${name}>`;
  });
  return parts.join('\n');
}

export function writeMessage(fields: PushFields, format: 'json' | 'xml'): string {
  return format === 'json' ? JSON.stringify(fields) : `<xml>${inXml(fields)}</xml>`;
}

/** AES-256-CBC over 16 random bytes, the length, the message and the app id, padded to 32 bytes. */
export function encrypt(
  account: Pick<PushAccount, 'aesKey' | 'appId'>,
  message: string,
  seed: string,
): string {
  const key = Buffer.from(`${account.aesKey}=`, 'base64');
  const text = Buffer.from(message);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(text.length);
  const random = createHash('md5').update(seed).digest();
  const whole = Buffer.concat([random, length, text, Buffer.from(account.appId)]);
  const padding = 32 - (whole.length % 32);
  const cipher = createCipheriv('aes-256-cbc', key, key.subarray(0, 16));
  cipher.setAutoPadding(false);
  const padded = Buffer.concat([whole, Buffer.alloc(padding, padding)]);
  return Buffer.concat([cipher.update(padded), cipher.final()]).toString('base64');
}

/** @param at the time of sending, in milliseconds. */
export function pushMessage(
  account: PushAccount,
  style: PushStyle,
  message: string,
  at: number,
  nonce: string,
): RawNotification {
  const timestamp = String(Math.floor(at / 1000));
  const signature = sha1(account.token, timestamp, nonce);
  const headers = { 'content-type': style.format === 'json' ? 'application/json' : 'text/xml' };
  const query = { signature, timestamp, nonce, openid: 'oWechatItself' };
  if (style.mode === 'plain') return { method: 'POST', headers, query, body: Buffer.from(message) };
  const encrypted = encrypt(account, message, `${nonce}${timestamp}`);
  return {
    method: 'POST',
    headers,
    query: {
      ...query,
      encrypt_type: 'aes',
      msg_signature: sha1(account.token, timestamp, nonce, encrypted),
    },
    body: Buffer.from(writeMessage({ ToUserName: account.originalId, Encrypt: encrypted }, style.format)),
  };
}

export function addressCheck(
  account: PushAccount,
  at: number,
  nonce: string,
  echostr: string,
): RawNotification {
  const timestamp = String(Math.floor(at / 1000));
  const signature = sha1(account.token, timestamp, nonce);
  return {
    method: 'GET',
    headers: {},
    query: { signature, timestamp, nonce, echostr },
    body: new Uint8Array(),
  };
}
