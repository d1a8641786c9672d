/** The configuration of the provider `wechat`. Each wrong value is one problem, and no problem repeats a secret. */

import { createPrivateKey, createPublicKey, createSecretKey, type KeyObject } from 'node:crypto';
import type { Reader } from './environment-reader.ts';
import { isLocalHost } from './local-host.ts';
import { readWechatApp, type WechatAppConfig } from './wechat-app.ts';

export interface WechatConfig extends WechatAppConfig {
  readonly name: 'wechat';
  readonly mchId: string;
  readonly mchSerial: string;
  readonly mchKey: KeyObject;
  readonly apiV3Key: KeyObject;
  readonly publicKey: { readonly id: string; readonly key: KeyObject } | null;
  readonly payUrl: string;
  /**
   * Whether deliveries of orders are reported to WeChat. `auto`: only while WeChat manages the deliveries of the
   * mini program (`report-delivery.ts`).
   */
  readonly shippingMode: ShippingMode;
}

const shippingModes = ['auto', 'on', 'off'] as const;
type ShippingMode = (typeof shippingModes)[number];

const payUrlDefault = 'https://api.mch.weixin.qq.com';
const rsaBitsMin = 2048;
const apiV3KeyBytes = 32;

/** @returns null if a value is missing or wrong. */
export function readWechat(read: Reader): WechatConfig | null {
  const { text, problems } = read;
  const problemsBefore = problems.length;
  const app = readWechatApp(read, 'wechat');
  const mchId = formed(problems, 'WECHAT_MCH_ID', text('WECHAT_MCH_ID'), /^\d{8,10}$/, '8 to 10 digits');
  const mchSerial = formed(
    problems,
    'WECHAT_MCH_SERIAL',
    text('WECHAT_MCH_SERIAL'),
    /^[0-9A-Fa-f]{16,40}$/,
    'the serial number of the merchant’s certificate, 16 to 40 hexadecimal digits',
  );
  const mchKey = readMerchantKey(read);
  const apiV3Key = readApiV3Key(read);
  const publicKey = readPublicKey(read, mchKey);
  const payUrl = readPayUrl(read);
  const shippingMode = read.choice('WECHAT_SHIPPING', shippingModes, 'auto');
  checkShop(read, payUrl);
  if (problems.length > problemsBefore) return null;
  if (app === null || mchId === null || mchSerial === null) return null;
  if (mchKey === null || apiV3Key === null) return null;
  const serial = mchSerial.toUpperCase();
  const keys = { mchId, mchSerial: serial, mchKey, apiV3Key, publicKey };
  return { name: 'wechat', ...app, ...keys, payUrl, shippingMode };
}

function formed(
  problems: string[],
  name: string,
  value: string | null,
  form: RegExp,
  what: string,
): string | null {
  if (value === null) problems.push(`${name} is missing: the provider wechat needs it (${what}).`);
  else if (!form.test(value)) problems.push(`${name} must be ${what}, not "${value}".`);
  else return value;
  return null;
}

function readPayUrl(read: Reader): string {
  const url = read.url('WECHAT_PAY_URL', ['https:', 'http:']);
  if (url === null) return payUrlDefault;
  const { protocol, hostname, origin, pathname, search } = new URL(url);
  if (protocol === 'http:' && !isLocalHost(hostname)) {
    read.problems.push('WECHAT_PAY_URL must begin with https:// unless its host is this machine.');
  }
  if (pathname === '/' && search === '') return origin;
  read.problems.push(
    'WECHAT_PAY_URL must be an origin without a path, such as https://api2.mch.weixin.qq.com.',
  );
  return payUrlDefault;
}

function checkShop({ text, problems }: Reader, payUrl: string): void {
  const currency = text('CURRENCY') ?? 'CNY';
  if (currency !== 'CNY') problems.push(`The provider wechat takes only CNY, but CURRENCY is ${currency}.`);
  // With the tests' fake server, which runs on this machine, `PUBLIC_URL` may have any form.
  const isReal = new URL(payUrl).hostname.endsWith('.weixin.qq.com');
  if (isReal && !(text('PUBLIC_URL') ?? '').startsWith('https://')) {
    problems.push(
      'PUBLIC_URL must begin with https://: WeChat Pay sends its notifications to no other address.',
    );
  }
}

function readMerchantKey({ secret, problems }: Reader): KeyObject | null {
  const pem = secret('WECHAT_MCH_KEY');
  if (pem === null) {
    problems.push('WECHAT_MCH_KEY is missing: it is the merchant’s private key (apiclient_key.pem).');
    return null;
  }
  if (pem.includes('BEGIN CERTIFICATE')) {
    problems.push('WECHAT_MCH_KEY is a certificate. The private key is in the file apiclient_key.pem.');
    return null;
  }
  const key = parsed(() => createPrivateKey(withLineBreaks(pem)));
  if (key !== null && isRsa(key)) return key;
  problems.push(
    `WECHAT_MCH_KEY must be an RSA private key in PEM of at least ${rsaBitsMin} bits, without a password.`,
  );
  return null;
}

function readApiV3Key({ secret, problems }: Reader): KeyObject | null {
  const value = secret('WECHAT_API_V3_KEY');
  const bytes = Buffer.from(value ?? '');
  if (value !== null && bytes.length === apiV3KeyBytes) return createSecretKey(bytes);
  problems.push(
    value === null
      ? 'WECHAT_API_V3_KEY is missing: it is the APIv3 key of the merchant platform.'
      : `WECHAT_API_V3_KEY must have ${apiV3KeyBytes} bytes, not ${bytes.length}.`,
  );
  return null;
}

function readPublicKey(read: Reader, mchKey: KeyObject | null): WechatConfig['publicKey'] {
  const { text, secret, problems } = read;
  const id = text('WECHAT_PUBLIC_KEY_ID');
  const pem = secret('WECHAT_PUBLIC_KEY');
  if (id === null && pem === null) return null;
  if (id === null || pem === null) {
    problems.push('WECHAT_PUBLIC_KEY_ID and WECHAT_PUBLIC_KEY must be set together or not at all.');
    return null;
  }
  if (!/^PUB_KEY_ID_[0-9A-Za-z]{8,64}$/.test(id)) {
    problems.push(`WECHAT_PUBLIC_KEY_ID must begin with PUB_KEY_ID_, not be "${id}".`);
  }
  const key = /PRIVATE KEY/.test(pem) ? null : parsed(() => createPublicKey(withLineBreaks(pem)));
  if (key === null || !isRsa(key)) {
    problems.push('WECHAT_PUBLIC_KEY must be WeChat Pay’s RSA public key in PEM (pub_key.pem).');
    return null;
  }
  if (mchKey !== null && createPublicKey(mchKey).equals(key)) {
    problems.push('WECHAT_PUBLIC_KEY is the merchant’s own key. Use WeChat Pay’s public key (pub_key.pem).');
  }
  return { id, key };
}

/** Some platforms keep a value on one line and write line breaks as \n. */
function withLineBreaks(pem: string): string {
  return pem.replaceAll('\\n', '\n');
}

function parsed(parse: () => KeyObject): KeyObject | null {
  try {
    return parse();
  } catch {
    return null;
  }
}

function isRsa({ asymmetricKeyType, asymmetricKeyDetails }: KeyObject): boolean {
  return asymmetricKeyType === 'rsa' && (asymmetricKeyDetails?.modulusLength ?? 0) >= rsaBitsMin;
}
