/** Generators of headers that many operations read: credentials, idempotency keys and media types. */

import fc from 'fast-check';
import { people } from '../people.ts';

/** @returns a caller: mostly an operator for the console and a customer for all other paths, one time in ten any caller. */
export function personFor(path: string): fc.Arbitrary<string[]> {
  const usual = path.startsWith('/admin')
    ? ['owner', 'support', 'viewer']
    : ['', 'guest', 'member', 'script'];
  return fc
    .oneof(
      { weight: 9, arbitrary: fc.constantFrom(...usual) },
      { weight: 1, arbitrary: fc.constantFrom('', ...people) },
    )
    .map((person) => (person === '' ? [] : [`X-Fuzz-As: ${person}`]));
}

const idempotencyKey = fc.oneof(
  fc.constantFrom('key-1', 'key-2', '', ' ', 'é', 'x'.repeat(256)),
  fc.string({ minLength: 1, maxLength: 12 }).map((text) => text.replaceAll(/[^\x21-\x7e]/g, '')),
);

export function headersFor(mediaType: string): fc.Arbitrary<string[]> {
  const type = fc.oneof(
    { weight: 12, arbitrary: fc.constant(mediaType) },
    {
      weight: 1,
      arbitrary: fc.constantFrom(
        ...[
          `${mediaType}; charset=utf-16`,
          `${mediaType};`,
          mediaType.toUpperCase(),
          `${mediaType}, text/plain`,
        ],
        ...['text/plain', 'application/octet-stream', '', '/', 'a/b; c="', 'application/problem+json'],
      ),
    },
  );
  return fc
    .record({ type, key: fc.option(idempotencyKey, { freq: 4 }), pieces: fc.option(fc.nat(40), { freq: 8 }) })
    .map(({ type, key, pieces }) => [
      `Content-Type: ${type}`,
      ...(key === null ? [] : [`Idempotency-Key: ${key}`]),
      ...(pieces === null ? [] : [`X-Fuzz-Pieces: ${pieces + 1}`]),
    ]);
}
