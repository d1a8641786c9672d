/** Encodes parameters in each of the encodings that every operation accepts. */

import type { InjectOptions } from 'fastify';

export type Parameters = Readonly<Record<string, string | number>>;

export interface EncodedBody {
  readonly name: string;
  readonly headers: Record<string, string>;
  readonly payload: string;
}

export function multipartBody(
  parts: readonly (readonly [disposition: string, content: string])[],
): EncodedBody {
  const boundary = 'edge-of-a-part';
  const text = parts
    .map(
      ([disposition, content]) =>
        `--${boundary}\r\nContent-Disposition: form-data; ${disposition}\r\n\r\n${content}\r\n`,
    )
    .join('');
  return {
    name: 'multipart/form-data',
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
    payload: `${text}--${boundary}--\r\n`,
  };
}

export function encodings(parameters: Parameters): readonly EncodedBody[] {
  const texts = Object.entries(parameters).map(([name, value]): [string, string] => [name, String(value)]);
  return [
    {
      name: 'application/json',
      headers: { 'content-type': 'application/json; charset=utf-8' },
      payload: JSON.stringify(parameters),
    },
    {
      name: 'application/x-www-form-urlencoded',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams(texts).toString(),
    },
    multipartBody(texts.map(([name, value]) => [`name="${name}"`, value])),
  ];
}

export function post(url: string, payload: object = {}, headers: Record<string, string> = {}): InjectOptions {
  return { method: 'POST', url, payload, headers };
}
