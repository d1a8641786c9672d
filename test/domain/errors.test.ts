/** The closed list of errors: stable codes, one status each, written down in `docs/errors.md`. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AppError, type ErrorCode, errorCatalogue, invalidParameter } from '../../src/domain/errors.ts';
import { failSentence, failSentences } from '../../src/domain/fail-reasons.ts';
import { imageRefusals } from '../../src/usecases/ports/image-work.ts';
import { readRepositoryFile } from '../support/source-files.ts';

const codes = Object.keys(errorCatalogue) as ErrorCode[];

test('the documented list of errors is the one that the service answers with, each with its status', () => {
  const documented = [...readRepositoryFile('docs/errors.md').matchAll(/^\| `(\w+)` \| (\d+) \|/gm)].map(
    ([, code = '', status = '']) => `${code} ${status}`,
  );
  const answered = codes.map((code) => `${code} ${errorCatalogue[code].status}`);
  assert.deepEqual(documented.sort(), answered.sort());
});

test('every code is words with underscores, and every status is between 400 and 599', () => {
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
