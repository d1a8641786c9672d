/** The closed lists of error codes, reasons and field codes, and their tables in `docs/errors.md`. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { errorReasons } from '../../src/domain/error-reasons.ts';
import { AppError, type ErrorCode, errorCatalogue, invalidParameter } from '../../src/domain/errors.ts';
import { failCode, failSentence, failSentences } from '../../src/domain/fail-reasons.ts';
import { fieldCodes } from '../../src/domain/field-codes.ts';
import { imageRefusals } from '../../src/usecases/ports/image-work.ts';
import { readRepositoryFile } from '../support/source-files.ts';

const codes = Object.keys(errorCatalogue) as ErrorCode[];

/** The first two cells of each row of the tables between two headings, without backticks. */
function documented(from: string, to?: string): string[] {
  const page = readRepositoryFile('docs/errors.md');
  const begin = page.indexOf(`\n## ${from}\n`);
  const end = to === undefined ? page.length : page.indexOf(`\n## ${to}\n`);
  assert.ok(begin > 0 && end > begin);
  return [...page.slice(begin, end).matchAll(/^\| `(\w+)` \|([^|]*)\|/gm)]
    .map(([, first = '', second = '']) => `${first}: ${second.replaceAll('`', '').trim()}`)
    .sort();
}

test('docs/errors.md lists every error code with its status, and no other code', () => {
  const answered = codes.map((code) => `${code}: ${errorCatalogue[code].status}`);
  assert.deepEqual(documented('The request', 'Reasons'), answered.sort());
});

test('docs/errors.md lists every reason with its code, and no other reason', () => {
  const answered = Object.entries(errorReasons).map(([reason, code]) => `${reason}: ${code}`);
  assert.deepEqual(documented('Reasons', 'Wrong fields'), answered.sort());
});

test('docs/errors.md lists every field code with the names of its numbers, such as `max`, and no other field code', () => {
  const answered = Object.entries(fieldCodes).map(([code, params]) => `${code}: ${params.join(', ')}`);
  assert.deepEqual(documented('Wrong fields'), answered.sort());
});

test('every error code consists of words with underscores, and every status is between 400 and 599', () => {
  for (const code of codes) {
    assert.match(code, /^[a-z]+(_[a-z]+)*$/);
    const { status, title } = errorCatalogue[code];
    assert.ok(status >= 400 && status <= 599);
    assert.notEqual(title, '');
    assert.equal(new AppError(code, 'x').status, status);
  }
});

test('every error status of the specification has a code', () => {
  const statuses = new Set(codes.map((code) => errorCatalogue[code].status));
  for (const status of [400, 401, 403, 404, 405, 409, 410, 413, 415, 422, 429, 503]) {
    assert.ok(
      [...statuses].some((known) => known === status),
      String(status),
    );
  }
});

test('an error keeps its cause for the log and does not show it in the message', () => {
  const cause = new Error('the database password is hunter2');
  const error = new AppError('unavailable', 'Please try again.', { cause, retryAfterS: 5 });
  assert.equal(error.cause, cause);
  assert.equal(error.message, 'Please try again.');
  assert.equal(error.retryAfterS, 5);
  assert.deepEqual(error.fields, []);
  assert.equal(new AppError('forbidden', 'No.').retryAfterS, undefined);
});

test('the error of a wrong parameter has the JSON pointer of the parameter, a code and a detail', () => {
  const error = invalidParameter('goods_id', 'unknown_good', 'There is no such good.');
  assert.equal(error.code, 'invalid_parameters');
  assert.deepEqual(error.fields, [
    { pointer: '/goods_id', code: 'unknown_good', detail: 'There is no such good.' },
  ]);
});

test('the error of a wrong parameter contains the limit that the value exceeds, and its message names the parameter', () => {
  const error = invalidParameter('to', 'days_max', 'must be within 31 days', { max: 31 });
  assert.equal(error.message, 'to must be within 31 days.');
  assert.deepEqual(error.fields[0]?.params, { max: 31 });
});

test('an error has the reason with which it was created, or no reason', () => {
  const error = new AppError('illegal_transition', 'The order has no payment.', { reason: 'nothing_paid' });
  assert.equal(error.reason, 'nothing_paid');
  assert.equal(new AppError('forbidden', 'No.').reason, undefined);
});

test('every refusal of an image has a sentence of its own and is a reason of unusable_image', () => {
  for (const refusal of imageRefusals) assert.equal(errorReasons[refusal], 'unusable_image');
  for (const refusal of imageRefusals) assert.ok(failSentences[refusal] !== undefined, refusal);
  const sentences = Object.values(failSentences);
  assert.equal(new Set(sentences).size, sentences.length);
  for (const sentence of sentences) assert.match(sentence, /^[A-Z].*\.$/);
});

test('for a fail reason without a sentence, customers read a general sentence and never the reason itself', () => {
  for (const reason of ['gpu 0 fell off the bus', 'constructor', '__proto__', '']) {
    assert.equal(failSentence(reason), 'The picture could not be made.');
    assert.equal(failCode(reason), 'other');
  }
});
