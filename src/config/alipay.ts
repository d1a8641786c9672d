/** The configuration of the provider `alipay`. Each wrong value is one problem, and no problem repeats a secret. */

import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';
import type { Reader } from './environment-reader.ts';

export interface AlipayConfig {
  readonly name: 'alipay';
  readonly appId: string;
  readonly sellerId: string;
  readonly key: KeyObject;
  readonly publicKey: KeyObject;
  readonly gatewayUrl: string;
}

const gatewayUrlDefault = 'https://openapi.alipay.com/gateway.do';
/** The minimum length of a key for RSA2. */
const rsaBitsMin = 2048;

/** @returns null if a value is missing or wrong. */
export function readAlipay(read: Reader): AlipayConfig | null {
  const { text, problems } = read;
  const problemsBefore = problems.length;
  const appId = formed(
    read,
    'ALIPAY_APP_ID',
    text('ALIPAY_APP_ID'),
    /^\d{16}$/,
    'the 16 digits of the application',
  );
  const sellerId = formed(
    read,
    'ALIPAY_SELLER_ID',
    text('ALIPAY_SELLER_ID'),
    /^2088\d{12}$/,
    'the seller’s PID, 16 digits that begin with 2088',
  );
  const key = readKey(read);
  const publicKey = readPublicKey(read, key);
  const gatewayUrl = read.url('ALIPAY_GATEWAY_URL', ['https:', 'http:']) ?? gatewayUrlDefault;
  const currency = text('CURRENCY') ?? 'CNY';
  if (currency !== 'CNY') problems.push(`The provider alipay takes only CNY, but CURRENCY is ${currency}.`);
  if (problems.length > problemsBefore) return null;
  if (appId === null || sellerId === null || key === null || publicKey === null) return null;
  return { name: 'alipay', appId, sellerId, key, publicKey, gatewayUrl };
}

function formed(
  { problems }: Reader,
  name: string,
  value: string | null,
  form: RegExp,
  what: string,
): string | null {
  if (value !== null && form.test(value)) return value;
  problems.push(
    value === null
      ? `${name} is missing: the provider alipay needs it (${what}).`
      : `${name} must be ${what}, not "${value}".`,
  );
  return null;
}

function readKey({ secret, problems }: Reader): KeyObject | null {
  const value = secret('ALIPAY_KEY');
  if (value === null) {
    problems.push('ALIPAY_KEY is missing: it is the application’s private key (应用私钥).');
    return null;
  }
  const key = firstKey([
    () => createPrivateKey(withLineBreaks(value)),
    () => createPrivateKey({ key: bytesOf(value), format: 'der', type: 'pkcs8' }),
    () => createPrivateKey({ key: bytesOf(value), format: 'der', type: 'pkcs1' }),
  ]);
  if (key === null) {
    problems.push(
      `ALIPAY_KEY must be an RSA private key of at least ${rsaBitsMin} bits: PEM or its base64, PKCS#1 or PKCS#8.`,
    );
  }
  return key;
}

function readPublicKey({ secret, problems }: Reader, ownKey: KeyObject | null): KeyObject | null {
  const value = secret('ALIPAY_PUBLIC_KEY');
  if (value === null) {
    problems.push('ALIPAY_PUBLIC_KEY is missing: it is Alipay’s public key (支付宝公钥).');
    return null;
  }
  // Refuse private keys and certificates, although Node could derive a public key from them: such a value is a
  // mistake.
  const isOther = /PRIVATE KEY|CERTIFICATE/.test(value);
  const key = firstKey(
    isOther
      ? []
      : [
          () => createPublicKey(withLineBreaks(value)),
          () => createPublicKey({ key: bytesOf(value), format: 'der', type: 'spki' }),
          () => createPublicKey({ key: bytesOf(value), format: 'der', type: 'pkcs1' }),
        ],
  );
  if (key === null) {
    problems.push(
      'ALIPAY_PUBLIC_KEY must be Alipay’s RSA public key (支付宝公钥): PEM, or the base64 that the console shows.',
    );
    return null;
  }
  if (ownKey === null || !createPublicKey(ownKey).equals(key)) return key;
  problems.push(
    'ALIPAY_PUBLIC_KEY is the application’s own public key (应用公钥). The console shows Alipay’s (支付宝公钥) beside it.',
  );
  return null;
}

/** Some platforms keep a value on one line and write line breaks as \n. */
function withLineBreaks(pem: string): string {
  return pem.replaceAll('\\n', '\n');
}

function bytesOf(base64: string): Buffer {
  return Buffer.from(base64, 'base64');
}

function firstKey(parsers: readonly (() => KeyObject)[]): KeyObject | null {
  for (const parse of parsers) {
    try {
      const key = parse();
      if (key.asymmetricKeyType !== 'rsa') continue;
      if ((key.asymmetricKeyDetails?.modulusLength ?? 0) >= rsaBitsMin) return key;
    } catch {}
  }
  return null;
}
