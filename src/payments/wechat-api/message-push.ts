/**
 * Verifies messages that WeChat pushes, in plain and in secure mode, in JSON and in XML, and WeChat's check of the
 * address. Nothing is parsed before its signature is verified.
 *
 * In secure mode the signature covers the encrypted message. In plain mode it covers only the time and a nonce, and
 * **not the message**: a person who sees one URL of WeChat can send other messages with it for some minutes. Code that
 * reads plain messages must therefore query WeChat before it uses what they say.
 */

import type {
  ForgeryCode,
  NotificationAnswer,
  RawNotification,
} from '../../usecases/ports/payment-provider.ts';
import type { Clock } from '../../usecases/ports/tools.ts';
import { type Fields, parseFields } from '../json-object.ts';
import { parseXml } from './parse-xml.ts';
import { isSignedPush, openPush } from './push-crypto.ts';

export interface PushKeys {
  readonly appId: string;
  /** The token of the message push. */
  readonly token: string;
  /** The EncodingAESKey. Null: plain mode. With a key, plain messages are refused. */
  readonly aesKey: string | null;
}

export type VerifiedPush =
  | { readonly kind: 'message'; readonly fields: Fields; readonly message: string }
  | { readonly kind: 'address_check'; readonly answer: NotificationAnswer }
  | { readonly kind: 'forged'; readonly code: ForgeryCode; readonly why: string };

export const pushToleranceMs = 300_000;

export function verifyPush(keys: PushKeys, clock: Clock, notification: RawNotification): VerifiedPush {
  return notification.method === 'GET'
    ? verifyAddressCheck(keys, clock, notification)
    : verifyMessage(keys, clock, notification);
}

function verifyAddressCheck(keys: PushKeys, clock: Clock, { query }: RawNotification): VerifiedPush {
  const { signature = '', timestamp = '', nonce = '', echostr = '' } = query;
  if (!isSignedPush(signature, [keys.token, timestamp, nonce])) return forged('signature', 'signature wrong');
  if (!isTimely(timestamp, clock)) return forged('timestamp', 'timestamp out of tolerance');
  // Accept only letters, digits, `_` and `-`, so that no browser interprets the answer as a web page.
  if (!/^[\w-]{1,128}$/.test(echostr)) return forged('malformed', 'echostr malformed');
  return { kind: 'address_check', answer: { status: 200, contentType: 'text/plain', body: echostr } };
}

function verifyMessage(keys: PushKeys, clock: Clock, { query, body }: RawNotification): VerifiedPush {
  const text = Buffer.from(body).toString('utf8');
  const format = formatOf(text);
  if (format === undefined) return forged('malformed', 'neither JSON nor XML');
  const { timestamp = '', nonce = '' } = query;
  const opened = keys.aesKey === null ? plainMessage(keys, text, query) : secureMessage(keys, text, query);
  if (opened.kind === 'forged') return opened;
  // Only a signed timestamp can be trusted. A repetition by WeChat has a new timestamp and a new signature.
  if (!isTimely(timestamp, clock) || nonce === '') return forged('timestamp', 'timestamp out of tolerance');
  if (opened.appId !== null && opened.appId !== keys.appId) {
    return forged('recipient', 'the message is for another mini program');
  }
  const { message } = opened;
  const fields = (formatOf(message) ?? format) === 'json' ? parseFields(message) : parseXml(message);
  if (fields === undefined) return forged('malformed', 'the message cannot be read');
  return { kind: 'message', fields, message };
}

type OpenedMessage =
  | { readonly kind: 'opened'; readonly message: string; readonly appId: string | null }
  | Extract<VerifiedPush, { kind: 'forged' }>;

function plainMessage({ token }: PushKeys, text: string, query: RawNotification['query']): OpenedMessage {
  const { signature = '', timestamp = '', nonce = '' } = query;
  if (!isSignedPush(signature, [token, timestamp, nonce])) return forged('signature', 'signature wrong');
  if (encryptedPart(text) !== undefined) {
    return forged('malformed', 'the message is encrypted, but WECHAT_PUSH_AES_KEY is not set');
  }
  return { kind: 'opened', message: text, appId: null };
}

function secureMessage(
  { token, aesKey }: PushKeys,
  text: string,
  query: RawNotification['query'],
): OpenedMessage {
  const { msg_signature: signature = '', timestamp = '', nonce = '' } = query;
  const encrypted = encryptedPart(text);
  if (encrypted === undefined) return forged('signature', 'the message is not encrypted');
  if (!isSignedPush(signature, [token, timestamp, nonce, encrypted])) {
    return forged('signature', 'signature wrong');
  }
  const opened = openPush(aesKey ?? '', encrypted);
  if (opened === undefined) return forged('signature', 'encrypted with another key');
  return { kind: 'opened', ...opened };
}

/** Finds the encrypted part without a parser, because the text around it is not signed. JSON may write `/` as `\/`. */
function encryptedPart(text: string): string | undefined {
  const [, json, cdata, plain] =
    /"Encrypt"\s*:\s*"([A-Za-z0-9+/=\\]+)"|<Encrypt>\s*(?:<!\[CDATA\[([A-Za-z0-9+/=]+)\]\]>|([A-Za-z0-9+/=]+))\s*<\/Encrypt>/.exec(
      text,
    ) ?? [];
  return json?.replaceAll('\\/', '/') ?? cdata ?? plain;
}

export function formatOf(text: string): 'json' | 'xml' | undefined {
  const first = text.trimStart()[0];
  if (first === '{') return 'json';
  return first === '<' ? 'xml' : undefined;
}

function isTimely(timestamp: string, clock: Clock): boolean {
  if (!/^\d{1,12}$/.test(timestamp)) return false;
  return Math.abs(clock.now() - Number(timestamp) * 1000) <= pushToleranceMs;
}

function forged(code: ForgeryCode, why: string): Extract<VerifiedPush, { kind: 'forged' }> {
  return { kind: 'forged', code, why };
}

/**
 * Answers a push in the format of the push (JSON or XML). WeChat repeats a push until the answer has the `ErrCode` 0.
 */
export function answerPush(accepted: boolean, { body }: RawNotification): NotificationAnswer {
  const status = accepted ? 200 : 400;
  const [code, message] = accepted ? [0, 'success'] : [1, 'failed'];
  return formatOf(Buffer.from(body.subarray(0, 64)).toString('utf8')) === 'xml'
    ? {
        status,
        contentType: 'application/xml',
        body: `<xml><ErrCode>${code}</ErrCode><ErrMsg><![CDATA[${message}]]></ErrMsg></xml>`,
      }
    : { status, contentType: 'application/json', body: JSON.stringify({ ErrCode: code, ErrMsg: message }) };
}
