/**
 * Recognises passwords that attackers try first: the committed list of common passwords, with or without
 * digits and symbols around a listed word, short patterns that repeat, and runs of the keyboard or the
 * alphabet.
 */

import { readFileSync } from 'node:fs';

const listed: ReadonlySet<string> = new Set(
  readFileSync(new URL('well-known-passwords.txt', import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('# ')),
);

const runs = ['01234567890123456789', 'abcdefghijklmnopqrstuvwxyz', 'qwertyuiopasdfghjklzxcvbnm'];
const repeatedUnit = /^(.{1,8}?)\1+$/su;

export function isWellKnownPassword(password: string): boolean {
  const plain = password.normalize('NFC').toLowerCase();
  const unit = repeatedUnit.exec(plain)?.[1] ?? plain;
  // A repeated unit of at most 8 characters is as easy to guess as the unit.
  if (unit !== plain) return true;
  // "password1234!" is as easy to guess as "password".
  const word = plain.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '');
  if (listed.has(plain) || listed.has(word)) return true;
  return runs.some((run) => run.includes(plain) || [...run].reverse().join('').includes(plain));
}
