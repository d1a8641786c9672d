/** An HTTP client that calls the documented operations, as an app does. It only knows the service's URL. */

import { readFile } from 'node:fs/promises';

export type Fields = Readonly<Record<string, unknown>>;
export type Encoding = 'json' | 'form' | 'multipart';

export interface CallOptions {
  readonly token?: string | null;
  readonly basic?: { readonly name: string; readonly password: string };
  readonly idempotencyKey?: string;
  readonly encoding?: Encoding;
}

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The parsed JSON body; undefined when the body is not JSON. */
  readonly value: unknown;
  /** The fields of `value` if it is an object; otherwise no fields. */
  readonly fields: Fields;
}

export interface HttpClient {
  readonly url: string;
  /** @throws Error when no response arrives. The call may have had its effect nevertheless. */
  post(operation: string, parameters?: Fields, options?: CallOptions): Promise<Answer>;
  upload(jpeg: Uint8Array<ArrayBuffer>, options?: CallOptions): Promise<Answer>;
  /** Chooses the outcome on the checkout page of the sandbox. */
  checkout(checkoutUrl: string, outcome: string, refund?: string): Promise<Answer>;
  get(pathOrUrl: string, headers?: Readonly<Record<string, string>>): Promise<Answer>;
}

/** The time limit of a call, so that a test ends even if the response never arrives. */
const answerTimeoutMs = 120_000;

export function httpClient(url: string): HttpClient {
  async function send(
    target: string,
    init: RequestInit & { headers: Headers },
    options: CallOptions = {},
  ): Promise<Answer> {
    const { token, basic, idempotencyKey } = options;
    if (token !== undefined && token !== null) init.headers.set('authorization', `Bearer ${token}`);
    if (basic !== undefined) {
      const credentials = Buffer.from(`${basic.name}:${basic.password}`).toString('base64');
      init.headers.set('authorization', `Basic ${credentials}`);
    }
    if (idempotencyKey !== undefined) init.headers.set('idempotency-key', idempotencyKey);
    const answer = await fetch(target, { ...init, signal: AbortSignal.timeout(answerTimeoutMs) });
    return readAnswer(answer);
  }

  return {
    url,
    post(operation, parameters = {}, options = {}) {
      const { body, headers } = encode(parameters, options.encoding ?? 'json');
      return send(`${url}/index.php/v1/${operation}`, { method: 'POST', headers, body }, options);
    },
    upload(jpeg, options) {
      const body = new FormData();
      body.set('file', new Blob([jpeg], { type: 'image/jpeg' }), 'photo.jpg');
      return send(
        `${url}/index.php/v1/ext_upload`,
        { method: 'POST', headers: new Headers(), body },
        options,
      );
    },
    checkout(checkoutUrl, outcome, refund = 'done') {
      const { body, headers } = encode({ outcome, refund }, 'form');
      headers.set('accept', 'application/json');
      return send(checkoutUrl, { method: 'POST', headers, body });
    },
    get(pathOrUrl, headers = {}) {
      return send(new URL(pathOrUrl, url).href, { headers: new Headers(headers) });
    },
  };
}

function encode(parameters: Fields, encoding: Encoding): { body: string | FormData; headers: Headers } {
  const texts = Object.entries(parameters).map(([name, value]): [string, string] => [name, String(value)]);
  switch (encoding) {
    case 'json':
      return {
        body: JSON.stringify(parameters),
        headers: new Headers({ 'content-type': 'application/json' }),
      };
    case 'form':
      return {
        body: new URLSearchParams(texts).toString(),
        headers: new Headers({ 'content-type': 'application/x-www-form-urlencoded' }),
      };
    case 'multipart': {
      const body = new FormData();
      for (const [name, text] of texts) body.set(name, text);
      return { body, headers: new Headers() };
    }
  }
}

async function readAnswer(answer: Response): Promise<Answer> {
  const text = await answer.text();
  const isJson = answer.headers.get('content-type')?.includes('json') ?? false;
  const value: unknown = isJson ? JSON.parse(text) : undefined;
  return { status: answer.status, headers: answer.headers, text, value, fields: fieldsOf(value) };
}

export function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

/** @throws Error when the field is missing or is not a text. */
export function textField(fields: Fields, name: string): string {
  const value = fields[name];
  if (typeof value !== 'string') throw new Error(`${name} is not a text in ${JSON.stringify(fields)}`);
  return value;
}

export async function readPhoto(file: string): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await readFile(file));
}
