/**
 * Signed calls to Alipay's gateway (API version 1.0, RSA2) and the verification of what Alipay sends. The signatures are
 * the official SDK's. Its `exec` is not used: it parses an answer before it verifies it, and it throws a TypeError for
 * an answer without a signature.
 */

import type { AlipaySdk } from 'alipay-sdk';
import { ProviderUnreachable } from '../../usecases/ports/payment-provider.ts';
import type { Clock } from '../../usecases/ports/tools.ts';
import type { AlipayAccount } from './account.ts';
import { beijingTime } from './beijing-time.ts';
import { fetchBytes } from './fetch-bytes.ts';

export type Fields = Readonly<Record<string, unknown>>;

/** An answer with a valid signature. */
export interface AlipayAnswer {
  /** `10000` is success. */
  readonly code: string;
  /** For example `ACQ.TRADE_NOT_EXIST`; empty on success. */
  readonly subCode: string;
  /** Code and text for a person. */
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
  pageUrl(method: string, call: AlipayCall): Promise<string>;
  /** @throws ProviderUnreachable when the outcome is unknown, or when the answer has no valid signature. */
  call(method: string, call: AlipayCall): Promise<AlipayAnswer>;
  /** Whether the fields of a notification have a valid RSA2 signature. Never throws. */
  isGenuine(fields: Readonly<Record<string, string>>): Promise<boolean>;
}

const timeoutMsDefault = 10_000;
const answerBytesMax = 1024 * 1024;
const wordsLengthMax = 200;

export function createGateway(
  account: AlipayAccount,
  clock: Clock,
  timeoutMs = timeoutMsDefault,
): AlipayGateway {
  const loading = loadSdk(account);
  // Each call awaits the SDK and reports the error.
  loading.catch(() => {});

  /** The SDK writes the time in the zone of the process, so the time is a parameter of each call. */
  const withTime = (call: AlipayCall) => ({ ...call, timestamp: beijingTime(clock.now()) });

  async function post(method: string, call: AlipayCall): Promise<string> {
    const sdk = await loading;
    const parameters = new URLSearchParams(sdk.sdkExecute(method, withTime(call)));
    const body = new URLSearchParams({ biz_content: parameters.get('biz_content') ?? '{}' });
    parameters.delete('biz_content');
    const url = new URL(account.gatewayUrl);
    for (const [name, value] of parameters) url.searchParams.set(name, value);
    const bytes = await fetchBytes(
      url,
      { method: 'POST', body, redirect: 'error' },
      timeoutMs,
      answerBytesMax,
    );
    return new TextDecoder().decode(bytes);
  }

  return {
    pageUrl: async (method, call) => (await loading).pageExecute(method, 'GET', withTime(call)),

    async call(method, call) {
      const raw = await post(method, call);
      const content = verifiedContent(await loading, raw, `${method.replaceAll('.', '_')}_response`);
      if (content === undefined)
        throw new ProviderUnreachable(`Alipay sent no valid signature${hintOf(raw)}`);
      const answer = answerOf(content);
      if (isUnknown(answer)) throw new ProviderUnreachable(`Alipay answered ${answer.words}`);
      return answer;
    },

    async isGenuine(fields) {
      // The SDK takes the algorithm from `sign_type`. Only RSA2 is accepted, because RSA is SHA-1.
      if (fields.sign_type !== 'RSA2' || !isCanonical(fields.sign)) return false;
      const sdk = await loading;
      try {
        return sdk.checkNotifySignV2(fields);
      } catch {
        return false;
      }
    },
  };
}

/** The SDK brings forty packages and 40 MB. Only a shop that takes Alipay loads them. */
async function loadSdk({ appId, key, publicKey, gatewayUrl }: AlipayAccount): Promise<AlipaySdk> {
  const { AlipaySdk } = await import('alipay-sdk');
  return new AlipaySdk({
    appId,
    // The SDK keeps the last line of a key only if the text does not end with a line break.
    privateKey: key.export({ type: 'pkcs8', format: 'pem' }).toString().trim(),
    keyType: 'PKCS8',
    alipayPublicKey: publicKey.export({ type: 'spki', format: 'pem' }).toString().trim(),
    gateway: gatewayUrl,
  });
}

/** Base64 that decodes and encodes to the same text: one signature has one form. */
function isCanonical(sign: string | undefined): boolean {
  return sign !== undefined && sign !== '' && Buffer.from(sign, 'base64').toString('base64') === sign;
}

/** @returns the part of the answer that the signature covers; undefined if the signature is not valid. */
function verifiedContent(sdk: AlipaySdk, raw: string, responseKey: string): string | undefined {
  const quoted = /"sign"\s*:\s*"([^"]+)"/.exec(raw.slice(raw.lastIndexOf('"sign"')))?.[1] ?? '';
  const sign = quoted.replaceAll('\\/', '/');
  if (!isCanonical(sign)) return undefined;
  const content = sdk.getSignStr(raw, raw.includes(`"${responseKey}"`) ? responseKey : 'error_response');
  return sdk.rsaCheck(content, sign, 'RSA2') ? content : undefined;
}

function answerOf(content: string): AlipayAnswer {
  const fields = fieldsOf(content);
  const text = (name: string) => (typeof fields[name] === 'string' ? fields[name] : '');
  const code = text('code');
  const subCode = text('sub_code');
  const words = [code, subCode, text('sub_msg') || text('msg')].filter((part) => part !== '').join(' ');
  return { code, subCode, words: words.slice(0, wordsLengthMax), fields };
}

function fieldsOf(content: string): Fields {
  try {
    const value: unknown = JSON.parse(content);
    if (typeof value === 'object' && value !== null) return value as Fields;
  } catch {}
  throw new ProviderUnreachable('Alipay sent an answer that is not JSON');
}

/** Whether Alipay may have done the work, or would do it if it were asked again later. */
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

/** The error code of an answer without a signature. Not verified, so only an operator reads it. */
function hintOf(raw: string): string {
  const code = /"sub_code"\s*:\s*"([A-Za-z0-9._-]{1,64})"/.exec(raw)?.[1];
  return code === undefined ? '' : ` (it may have answered ${code})`;
}
