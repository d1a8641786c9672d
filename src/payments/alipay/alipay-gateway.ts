/**
 * Signed calls to Alipay's gateway (API version 1.0, RSA2), and the verification of what Alipay sends. An answer is
 * parsed only after its signature is verified.
 */

import type { KeyObject } from 'node:crypto';
import { ProviderUnreachable } from '../../usecases/ports/payment-provider.ts';
import type { Clock } from '../../usecases/ports/tools.ts';
import { type Fields, parseFields } from '../json-object.ts';
import type { AlipayAccount } from './account.ts';
import { beijingTime } from './beijing-time.ts';
import { fetchBytes } from './fetch-bytes.ts';
import { isSignedRsa2, signedText, signRsa2 } from './rsa2.ts';

/** An answer with a valid signature. */
export interface AlipayAnswer {
  /** `10000` is success. */
  readonly code: string;
  /** For example `ACQ.TRADE_NOT_EXIST`; empty on success. */
  readonly subCode: string;
  /** Code and message, for logs and operators. */
  readonly words: string;
  readonly fields: Fields;
}

export interface AlipayCall {
  readonly bizContent: Fields;
  readonly notifyUrl?: string;
  readonly returnUrl?: string;
}

export interface AlipayGateway {
  /** The URL of a page that the customer's browser opens. The gateway is not called. */
  pageUrl(method: string, call: AlipayCall): string;
  /** @throws ProviderUnreachable when the outcome is unknown, or when the answer has no valid signature. */
  call(method: string, call: AlipayCall): Promise<AlipayAnswer>;
  /** Whether the fields of a notification have a valid RSA2 signature. Never throws. */
  isGenuine(fields: Readonly<Record<string, string>>): boolean;
}

const timeoutMsDefault = 10_000;
const answerBytesMax = 1024 * 1024;
const wordsLengthMax = 200;

export function createGateway(
  account: AlipayAccount,
  clock: Clock,
  timeoutMs = timeoutMsDefault,
): AlipayGateway {
  function parametersOf(method: string, { bizContent, notifyUrl, returnUrl }: AlipayCall): URLSearchParams {
    const parameters = {
      app_id: account.appId,
      biz_content: JSON.stringify(bizContent),
      charset: 'utf-8',
      method,
      ...(notifyUrl === undefined ? {} : { notify_url: notifyUrl }),
      ...(returnUrl === undefined ? {} : { return_url: returnUrl }),
      sign_type: 'RSA2',
      timestamp: beijingTime(clock.now()),
      version: '1.0',
    };
    return new URLSearchParams({ ...parameters, sign: signRsa2(signedText(parameters), account.key) });
  }

  function urlWith(parameters: URLSearchParams): URL {
    const url = new URL(account.gatewayUrl);
    for (const [name, value] of parameters) url.searchParams.set(name, value);
    return url;
  }

  /** The content goes into the body, because a URL may be too long and is written into logs. */
  async function post(method: string, call: AlipayCall): Promise<string> {
    const parameters = parametersOf(method, call);
    const body = new URLSearchParams({ biz_content: parameters.get('biz_content') ?? '' });
    parameters.delete('biz_content');
    const init: RequestInit = { method: 'POST', body, redirect: 'error' };
    return new TextDecoder().decode(await fetchBytes(urlWith(parameters), init, timeoutMs, answerBytesMax));
  }

  return {
    pageUrl: (method, call) => urlWith(parametersOf(method, call)).toString(),

    async call(method, call) {
      const raw = await post(method, call);
      const content = verifiedContent(raw, `${method.replaceAll('.', '_')}_response`, account.publicKey);
      if (content === undefined)
        throw new ProviderUnreachable(`Alipay sent no valid signature${hintOf(raw)}`);
      const answer = answerOf(content);
      if (isUnknown(answer)) throw new ProviderUnreachable(`Alipay answered ${answer.words}`);
      return answer;
    },

    isGenuine({ sign = '', sign_type, ...signed }) {
      // Alipay still signs with RSA (SHA-1) for applications that ask for it. Only RSA2 is accepted.
      return sign_type === 'RSA2' && isSignedRsa2(signedText(signed), sign, account.publicKey);
    },
  };
}

/**
 * An answer is `{"<name>_response":{…},"sign":"…"}`. The signature covers the bytes of the inner object, so the object
 * is cut out of the text and not parsed. In an error of the gateway itself, the name of the object is
 * `error_response`.
 * @returns the inner object; undefined if its signature is not valid.
 */
function verifiedContent(raw: string, responseName: string, publicKey: KeyObject): string | undefined {
  const name = raw.includes(`"${responseName}"`) ? responseName : 'error_response';
  const signAt = raw.lastIndexOf('"sign"');
  const [, sign = ''] = /^"sign"\s*:\s*"([^"]+)"/.exec(raw.slice(Math.max(0, signAt))) ?? [];
  const inner = raw.slice(raw.indexOf(`"${name}"`) + name.length + 2, Math.max(0, signAt));
  const content = inner.slice(inner.indexOf('{'), inner.lastIndexOf('}') + 1);
  return isSignedRsa2(content, sign.replaceAll('\\/', '/'), publicKey) ? content : undefined;
}

function answerOf(content: string): AlipayAnswer {
  const fields = parseFields(content);
  if (fields === undefined) throw new ProviderUnreachable('Alipay sent an answer that is not JSON');
  const text = (name: string) => (typeof fields[name] === 'string' ? fields[name] : '');
  const code = text('code');
  const subCode = text('sub_code');
  const words = [code, subCode, text('sub_msg') || text('msg')].filter((part) => part !== '').join(' ');
  return { code, subCode, words: words.slice(0, wordsLengthMax), fields };
}

/**
 * Whether the outcome of the call is unknown: Alipay may have carried out the call, or may accept the same call later.
 */
function isUnknown({ code, subCode }: AlipayAnswer): boolean {
  if (subCode === 'isp.bill_not_exist') return false;
  return (
    code === '20000' ||
    subCode.startsWith('isp.') ||
    subCode.startsWith('aop.') ||
    subCode.endsWith('SYSTEM_ERROR') ||
    subCode === 'isv.app-call-limited'
  );
}

/** The error code in an answer without a signature. It is not verified, so only operators see it. */
function hintOf(raw: string): string {
  const code = /"sub_code"\s*:\s*"([A-Za-z0-9._-]{1,64})"/.exec(raw)?.[1];
  return code === undefined ? '' : ` (it may have answered ${code})`;
}
