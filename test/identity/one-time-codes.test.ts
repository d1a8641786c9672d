/** One-time codes against the values of RFC 6238, and recovery codes. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createOneTimeCodes } from '../../src/identity/one-time-codes.ts';
import { fixedRandom } from '../support/fixed-random.ts';

const codes = createOneTimeCodes(fixedRandom());
/** `12345678901234567890`, the secret of RFC 6238, appendix B, in base32. */
const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';

/** The times of RFC 6238, appendix B, in seconds, with the last six digits of the codes for SHA-1. */
const values = [
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
] as const;

test('the codes are those of RFC 6238', () => {
  for (const [seconds, code] of values) {
    assert.equal(codes.stepOf(secret, code, seconds * 1000), Math.floor(seconds / 30), code);
  }
});

test('a code is accepted in its own time step and the two next to it, and in no other', () => {
  const [seconds, code] = values[4];
  const step = Math.floor(seconds / 30);
  const found = [-2, -1, 0, 1, 2].map((steps) => codes.stepOf(secret, code, (step + steps) * 30_000));
  assert.deepEqual(found, [undefined, step, step, step, undefined]);
});

test('a text that is no code of six digits is refused', () => {
  for (const text of ['', '27903', '2790370', '27903x', 'abcdef', '２７９０３７']) {
    assert.equal(codes.stepOf(secret, text, 2_000_000_000_000), undefined, text);
  }
});

test('a new secret has 160 bits, and the address for the authenticator app contains the secret and the name of the operator', () => {
  const made = codes.newSecret();
  assert.match(made, /^[A-Z2-7]{32}$/);
  assert.notEqual(codes.newSecret(), made);
  const { searchParams, pathname } = new URL(codes.addressOf(made, 'anna@shop'));
  assert.match(decodeURIComponent(pathname), /Photokiosk:anna@shop$/);
  const names = ['secret', 'issuer', 'algorithm', 'digits', 'period'];
  assert.deepEqual(
    names.map((name) => searchParams.get(name)),
    [made, 'Photokiosk', 'SHA1', '6', '30'],
  );
});

test('the digest of a recovery code is the same with small letters, without hyphens, with blanks, and with o and l instead of 0 and 1', () => {
  const code = codes.newRecoveryCode();
  assert.match(code, /^([0-9A-HJKMNP-TV-Z]{4}-){3}[0-9A-HJKMNP-TV-Z]{4}$/);
  const digest = codes.digestOfRecoveryCode(code);
  const spellings = [
    code.toLowerCase(),
    code.replaceAll('-', ''),
    ` ${code.replaceAll('-', ' ')} `,
    code.replaceAll('0', 'o').replaceAll('1', 'l'),
  ];
  for (const spelling of spellings) assert.equal(codes.digestOfRecoveryCode(spelling), digest, spelling);
  assert.notEqual(codes.digestOfRecoveryCode(codes.newRecoveryCode()), digest);
});

test('a text of another form is no recovery code', () => {
  for (const text of ['', '123456', 'ABCD-EFGH-JKMN', 'ABCD-EFGH-JKMN-PQR!', 'U'.repeat(16)]) {
    assert.equal(codes.digestOfRecoveryCode(text), null, text);
  }
});
