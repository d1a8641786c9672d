/**
 * Sends requests to WeChat's server API, whose errors come with the status 200 and an `errcode`. Never repeats a
 * request. Errors contain the path and WeChat's code and message, and never a query, because queries contain secrets.
 */

import { ProviderUnreachable } from '../../usecases/ports/payment-provider.ts';
import { type Fields, parseFields } from '../json-object.ts';
import { readBounded } from '../read-bounded.ts';
import { textIn, wholeIn } from './fields.ts';

/** WeChat refused the call, which has changed nothing. */
export class WechatApiRefusal extends Error {
  readonly code: number;
  readonly wechatMessage: string;

  constructor(path: string, code: number, wechatMessage: string) {
    super(`WeChat refused ${path}: ${code} ${wechatMessage}`);
    this.name = 'WechatApiRefusal';
    this.code = code;
    this.wechatMessage = wechatMessage;
  }
}

export interface WechatRequest {
  readonly path: string;
  readonly query?: Readonly<Record<string, string>>;
  /** The text of a JSON object; undefined: a GET. */
  readonly body?: string;
}

export interface WechatHttp {
  /** @throws WechatApiRefusal, ProviderUnreachable (the outcome is unknown, or the same call may be repeated later). */
  send(request: WechatRequest): Promise<Fields>;
}

/**
 * The time limit of one call. It is shorter than the 5 seconds for which WeChat waits for the answer to a push,
 * because the service may call WeChat before it answers the push.
 */
const timeoutMsDefault = 4_000;
const answerBytesMax = 1024 * 1024;
const messageLengthMax = 200;

/**
 * -1: WeChat is busy. 45009 and 45011: too many calls. After these codes the outcome of the call is unknown, or a
 * later repetition can succeed.
 */
const repeatable: readonly number[] = [-1, 45009, 45011];

export function createWechatHttp(apiUrl: string, timeoutMs = timeoutMsDefault): WechatHttp {
  return {
    async send({ path, query = {}, body }) {
      const search = new URLSearchParams(query).toString();
      const url = `${apiUrl}${path}${search === '' ? '' : `?${search}`}`;
      const { status, bytes } = await fetchBytes(path, url, body, timeoutMs);
      const fields = parseFields(bytes.toString());
      if (status !== 200 || fields === undefined) {
        throw new ProviderUnreachable(`${path} answered with the status ${status}.`);
      }
      const code = fields.errcode ?? 0;
      if (code === 0) return fields;
      const message = (textIn(fields, 'errmsg') ?? '').slice(0, messageLengthMax);
      if (typeof code !== 'number' || repeatable.includes(code)) {
        throw new ProviderUnreachable(`${path} answered with ${String(code)} ${message}.`);
      }
      throw new WechatApiRefusal(path, code, message);
    },
  };
}

async function fetchBytes(
  name: string,
  url: string,
  body: string | undefined,
  timeoutMs: number,
): Promise<{ readonly status: number; readonly bytes: Buffer }> {
  try {
    const response = await fetch(url, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { accept: 'application/json', 'content-type': 'application/json' },
      // Text, not a stream: WeChat refuses bodies without a length.
      ...(body === undefined ? {} : { body }),
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    });
    return { status: response.status, bytes: await readBounded(response, answerBytesMax) };
  } catch (error) {
    // The cause of a failed fetch can contain the URL, whose query contains secrets.
    const reason = error instanceof Error ? causeName(error) : 'unknown';
    throw new ProviderUnreachable(`${name} did not answer (${reason}).`);
  }
}

function causeName(error: Error): string {
  const { cause } = error;
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  return code === '' ? error.name : code;
}

/** @returns the number that WeChat must have sent. @throws ProviderUnreachable */
export function requireWhole(path: string, fields: Fields, name: string): number {
  const value = wholeIn(fields, name);
  if (value === undefined) throw new ProviderUnreachable(`${path} answered without ${name}.`);
  return value;
}

/** @returns the text that WeChat must have sent. @throws ProviderUnreachable */
export function requireText(path: string, fields: Fields, name: string): string {
  const value = textIn(fields, name);
  if (value === undefined) throw new ProviderUnreachable(`${path} answered without ${name}.`);
  return value;
}
