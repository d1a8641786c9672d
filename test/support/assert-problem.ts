/**
 * Asserts that a response is an error in the format `application/problem+json` with the expected code and all fields,
 * and that its body contains no stack trace or file path of the service.
 */

import assert from 'node:assert/strict';
import type { ErrorReason } from '../../src/domain/error-reasons.ts';
import { type ErrorCode, errorCatalogue } from '../../src/domain/errors.ts';
import type { FieldError } from '../../src/domain/field-codes.ts';

interface Answer {
  readonly statusCode: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: string;
}

export interface ProblemBody {
  readonly detail: string;
  readonly instance: string;
  readonly reason?: ErrorReason;
  readonly errors?: readonly FieldError[];
}

export function assertProblem(answer: Answer, code: ErrorCode): ProblemBody {
  const { status, title } = errorCatalogue[code];
  assert.equal(answer.statusCode, status, answer.body);
  assert.equal(answer.headers['content-type'], 'application/problem+json');
  const problem = JSON.parse(answer.body);
  assert.equal(problem.code, code);
  assert.equal(problem.status, status);
  assert.equal(problem.title, title);
  assert.equal(problem.type, `http://127.0.0.1:8080/docs/errors#${code}`);
  assert.equal(problem.msg, problem.detail);
  // One whole sentence, or several.
  assert.match(problem.detail, /[^.][.?…]$/);
  assert.equal(typeof problem.instance, 'string');
  assert.equal(problem.request_id, answer.headers['x-request-id']);
  assert.doesNotMatch(answer.body, /node_modules|at .*\.[jt]s|FST_|\/src\//);
  return problem;
}
