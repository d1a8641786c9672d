/** The closed list of errors: stable codes, one status each, written down in `docs/errors.md`. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AppError, type ErrorCode, errorCatalogue, invalidParameter } from '../../src/domain/errors.ts';
import { failSentence, failSentences } from '../../src/domain/fail-reasons.ts';
import { imageRefusals } from '../../src/usecases/ports/image-work.ts';
import { assertCommitted, markdownTable } from './committed-document.ts';

const codes = Object.keys(errorCatalogue) as ErrorCode[];

test('the committed list of errors and of failures is the one that the service answers with', () => {
  const errors = codes.map((code) => [
    `\`${code}\``,
    String(errorCatalogue[code].status),
    errorCatalogue[code].title,
  ]);
  const failures = Object.entries(failSentences).map(([reason, sentence]) => [`\`${reason}\``, sentence]);
  const text = [
    '# Errors\n',
    'Made from `src/domain/errors.ts` and `src/domain/fail-reasons.ts`, and held to them by',
    '`test/domain/errors.test.ts` (run it with `UPDATE_DOCS=1` after a change).\n',
    'Every error is `application/problem+json` with one of these values in `code`. A code never changes its',
    'meaning; clients branch on it, not on the text.\n',
    markdownTable(['`code`', 'HTTP status', 'Title'], errors),
    '\n## Why a picture was not made\n',
    'An upload that cannot be used, and an order whose work failed for good, are told in one of these sentences.\n',
    markdownTable(['Reason', 'Sentence'], failures),
    '',
  ].join('\n');
  assertCommitted('errors.md', text);
});

test('codes are words with underscores, and every status is an error’s', () => {
  for (const code of codes) {
    assert.match(code, /^[a-z]+(_[a-z]+)*$/);
    const { status, title } = errorCatalogue[code];
    assert.ok(status >= 400 && status <= 599);
    assert.notEqual(title, '');
    assert.equal(new AppError(code, 'x').status, status);
  }
});

test('every status that the contract names has a code', () => {
  const statuses = new Set(codes.map((code) => errorCatalogue[code].status));
  for (const status of [400, 401, 403, 404, 405, 409, 410, 413, 415, 422, 429, 503]) {
    assert.ok(
      [...statuses].some((known) => known === status),
      String(status),
    );
  }
});

test('an error keeps its cause for the log and shows its fields and nothing else', () => {
  const cause = new Error('the database password is hunter2');
  const error = new AppError('unavailable', 'Please try again.', { cause, retryAfterS: 5 });
  assert.equal(error.cause, cause);
  assert.equal(error.message, 'Please try again.');
  assert.equal(error.retryAfterS, 5);
  assert.deepEqual(error.fields, []);
  assert.equal(new AppError('forbidden', 'No.').retryAfterS, undefined);
});

test('a wrong parameter is pointed at', () => {
  const error = invalidParameter('goods_id', 'There is no such good.');
  assert.equal(error.code, 'invalid_parameters');
  assert.deepEqual(error.fields, [{ pointer: '/goods_id', detail: 'There is no such good.' }]);
});

test('every refusal of an image is told in a sentence of its own', () => {
  for (const refusal of imageRefusals) assert.ok(failSentences[refusal] !== undefined, refusal);
  const sentences = Object.values(failSentences);
  assert.equal(new Set(sentences).size, sentences.length);
  for (const sentence of sentences) assert.match(sentence, /^[A-Z].*\.$/);
});

test('a reason without a sentence is told as a general failure, and never shown itself', () => {
  for (const reason of ['gpu 0 fell off the bus', 'constructor', '__proto__', '']) {
    assert.equal(failSentence(reason), 'The picture could not be made.');
  }
});
