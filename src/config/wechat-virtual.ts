/** The configuration of the provider `wechat_virtual`. Each wrong value is one problem, and no problem repeats a secret. */

import { createSecretKey, type KeyObject } from 'node:crypto';
import type { Reader } from './environment-reader.ts';
import { readWechatApp, type WechatAppConfig } from './wechat-app.ts';

export interface WechatVirtualConfig extends WechatAppConfig {
  readonly name: 'wechat_virtual';
  readonly offerId: string;
  readonly appKey: KeyObject;
  readonly env: 0 | 1;
  readonly pushToken: string;
  readonly pushAesKey: string | null;
}

/** @returns null if a value is missing or wrong. */
export function readWechatVirtual(read: Reader): WechatVirtualConfig | null {
  const { text, secret, choice, problems } = read;
  const problemsBefore = problems.length;
  const app = readWechatApp(read, 'wechat_virtual');
  const offerId = text('WECHAT_VIRTUAL_OFFER_ID');
  if (offerId === null) {
    problems.push(
      'WECHAT_VIRTUAL_OFFER_ID is missing: it is the offer id of virtual payment (虚拟支付 → 基本配置).',
    );
  } else if (!/^[0-9A-Za-z_-]{4,64}$/.test(offerId)) {
    problems.push(`WECHAT_VIRTUAL_OFFER_ID must be 4 to 64 letters or digits, not "${offerId}".`);
  }
  const appKey = secret('WECHAT_VIRTUAL_APP_KEY');
  if (appKey === null) {
    problems.push(
      'WECHAT_VIRTUAL_APP_KEY is missing: it is the app key of the environment that WECHAT_VIRTUAL_ENV names.',
    );
  }
  const env = choice('WECHAT_VIRTUAL_ENV', ['0', '1'], '0');
  const pushToken = readPushToken(read);
  const pushAesKey = readPushAesKey(read);
  const currency = text('CURRENCY') ?? 'CNY';
  if (currency !== 'CNY') {
    problems.push(`The provider wechat_virtual takes only CNY, but CURRENCY is ${currency}.`);
  }
  if (problems.length > problemsBefore) return null;
  if (app === null || offerId === null || appKey === null || pushToken === null) return null;
  return {
    name: 'wechat_virtual',
    ...app,
    offerId,
    appKey: createSecretKey(Buffer.from(appKey)),
    env: env === '1' ? 1 : 0,
    pushToken,
    pushAesKey,
  };
}

function readPushToken({ secret, problems }: Reader): string | null {
  const token = secret('WECHAT_PUSH_TOKEN');
  if (token === null) {
    problems.push('WECHAT_PUSH_TOKEN is missing: it is the token of the message push (开发设置 → 消息推送).');
  } else if (!/^[0-9A-Za-z]{3,32}$/.test(token)) {
    problems.push('WECHAT_PUSH_TOKEN must be 3 to 32 letters or digits.');
  }
  return token;
}

function readPushAesKey({ secret, problems }: Reader): string | null {
  const key = secret('WECHAT_PUSH_AES_KEY');
  if (key !== null && !/^[0-9A-Za-z+/]{43}$/.test(key)) {
    problems.push(
      `WECHAT_PUSH_AES_KEY must be the EncodingAESKey of 43 letters or digits, not ${key.length} characters.`,
    );
  }
  return key;
}
