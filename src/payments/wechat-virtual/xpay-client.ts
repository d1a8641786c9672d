/**
 * Calls the server API of WeChat's virtual payment (`/xpay/…`). The signature covers the path, which begins with a
 * slash, and the exact bytes of the body (virtual-payment.html, "2.4 签名详解").
 */

import { createHmac, type KeyObject } from 'node:crypto';
import { ProviderUnreachable } from '../../usecases/ports/payment-provider.ts';
import type { Fields } from '../json-object.ts';
import type { ApiClient } from '../wechat-api/api-client.ts';
import { WechatApiRefusal } from '../wechat-api/wechat-http.ts';

export type XpayEnvironment = 0 | 1;

/** Virtual payment refused a call, which has changed nothing. */
export class XpayRefusal extends Error {
  readonly code: number;
  readonly wechatMessage: string;

  constructor({ message, code, wechatMessage }: WechatApiRefusal) {
    super(message);
    this.name = 'XpayRefusal';
    this.code = code;
    this.wechatMessage = wechatMessage;
  }
}

export interface XpayClient {
  /** Adds `env` to the fields. @throws XpayRefusal, ProviderUnreachable */
  call(operation: string, fields: Fields): Promise<Fields>;
}

/** Whether an error code was returned by virtual payment and not by another part of WeChat's API. */
const isXpayCode = (code: number) => code >= 268_490_000 && code <= 268_490_999;

/**
 * 268490003: the signature is wrong, which means that the app key is wrong. 268490015: too many calls. A later
 * repetition may succeed.
 */
const repeatable: readonly number[] = [268_490_003, 268_490_015];

export function createXpayClient(api: ApiClient, appKey: KeyObject, env: XpayEnvironment): XpayClient {
  return {
    async call(operation, fields) {
      const path = `/xpay/${operation}`;
      try {
        return await api.post(path, { ...fields, env }, (body) => ({
          pay_sig: paySignature(appKey, path, body),
        }));
      } catch (error) {
        if (!(error instanceof WechatApiRefusal)) throw error;
        // Any other code is about the mini program, its access token or this machine. After such a code it is unknown
        // whether the payment exists.
        if (isXpayCode(error.code) && !repeatable.includes(error.code)) throw new XpayRefusal(error);
        throw new ProviderUnreachable(error.message);
      }
    },
  };
}

export function paySignature(appKey: KeyObject, subject: string, signed: string): string {
  return createHmac('sha256', appKey).update(`${subject}&${signed}`).digest('hex');
}
