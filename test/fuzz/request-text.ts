/**
 * The form of the inputs that are requests: an HTTP request as text, so that a person can read the corpus. Lines that
 * begin with `X-Fuzz-` are instructions to the harness and not sent:
 *
 * - `X-Fuzz-As: guest` adds the credential of a person (`people.ts`).
 * - `X-Fuzz-Sign: 0` adds the bank's signature over the body, made so many seconds ago.
 * - `X-Fuzz-Jwt: {…} {…}` adds a token with this header and payload and a genuine signature.
 * - `X-Fuzz-Pieces: 7` sends the body in pieces of so many bytes.
 *
 * Names such as `{{unpaid}}` become numbers of things that exist (`things.ts`). A missing Content-Length is added.
 */

import { signedJwt } from './identity-provider.ts';
import type { People } from './people.ts';
import type { Things } from './things.ts';
import type { World } from './world.ts';

export interface PreparedRequest {
  readonly head: string;
  readonly body: Buffer;
  readonly pieceBytes: number;
  readonly person: string;
  /**
   * Whether the input itself states how long its body is or when its connection ends. The service may then wait for
   * more bytes, or close the connection without an answer.
   */
  readonly isFramedByInput: boolean;
}

export interface RequestLine {
  readonly method: string;
  readonly target: string;
  readonly headers?: readonly string[];
}

export function requestText(
  { method, target, headers = [] }: RequestLine,
  body: Buffer | string = '',
): Buffer {
  const head = [`${method} ${target} HTTP/1.1`, ...headers].join('\r\n');
  return Buffer.concat([Buffer.from(`${head}\r\n\r\n`, 'latin1'), Buffer.from(body)]);
}

const ownFraming = /^(content-length|transfer-encoding|connection|upgrade|expect)\s*:/i;

export async function prepareRequest(
  input: Buffer,
  world: Pick<World, 'shop' | 'signature' | 'port'>,
  people: People,
  things: Things,
): Promise<PreparedRequest> {
  const text = await things.fill(input.toString('latin1'));
  const end = text.indexOf('\r\n\r\n');
  const [requestLine = '', ...lines] = (end === -1 ? text : text.slice(0, end)).split('\r\n');
  const bytes = Buffer.from(end === -1 ? '' : text.slice(end + 4), 'latin1');
  const instructions = new Map<string, string>();
  const headers: string[] = [];
  for (const line of lines) {
    const [, name, value = ''] = /^X-Fuzz-(\w+): ?(.*)$/s.exec(line) ?? [];
    if (name === undefined) headers.push(line);
    else instructions.set(name, value);
  }
  // The bank signs texts, so bytes that are not UTF-8 become replacement characters.
  const body = instructions.has('Sign') ? Buffer.from(bytes.toString()) : bytes;
  const person = instructions.get('As') ?? '';
  headers.push(...(await people.headersOf(person)));
  headers.push(...signatureOf(instructions.get('Sign'), body, world), ...jwtOf(instructions.get('Jwt')));
  const isFramedByInput =
    headers.some((line) => ownFraming.test(line)) ||
    !/ HTTP\/1\.1$/.test(requestLine) ||
    // Node closes the connection of a CONNECT request without an answer.
    requestLine.startsWith('CONNECT ');
  if (!headers.some((line) => /^host\s*:/i.test(line))) headers.push(`Host: 127.0.0.1:${world.port}`);
  if (!isFramedByInput) headers.push('Connection: close', `Content-Length: ${body.length}`);
  return {
    head: [requestLine, ...headers, '', ''].join('\r\n'),
    body,
    pieceBytes: Math.max(1, Number(instructions.get('Pieces')) || 65_536),
    person,
    isFramedByInput,
  };
}

function signatureOf(
  age: string | undefined,
  body: Buffer,
  { shop, signature }: Pick<World, 'shop' | 'signature'>,
): string[] {
  if (age === undefined) return [];
  const signed = signature.sign(body.toString(), shop.clock.now() - (Number(age) || 0) * 1000);
  return Object.entries(signed).map(([name, value]) => `${name}: ${value}`);
}

function jwtOf(parts: string | undefined): string[] {
  if (parts === undefined) return [];
  const [header = '', ...payload] = parts.split(' ');
  return [`Authorization: Bearer ${signedJwt(header, payload.join(' '))}`];
}
