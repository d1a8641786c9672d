/** Checks for `assert.rejects` and `assert.throws`: the error is an `AppError` with the expected code or reason. */

import assert from 'node:assert/strict';
import type { ErrorReason } from '../../src/domain/error-reasons.ts';
import { AppError, type ErrorCode } from '../../src/domain/errors.ts';

/** @param pointer the JSON pointer of the only invalid field; undefined: the fields are not checked. */
export function code(expected: ErrorCode, pointer?: string) {
  return (error: unknown): true => {
    assert.ok(error instanceof AppError, String(error));
    assert.equal(error.code, expected, error.message);
    if (pointer !== undefined) {
      assert.deepEqual(
        error.fields.map((field) => field.pointer),
        [pointer],
      );
    }
    return true;
  };
}

/** @param text what the sentence of the error must match. */
export function reason(expected: ErrorReason, text = /./) {
  return (error: unknown): true => {
    assert.ok(error instanceof AppError, String(error));
    assert.equal(error.reason, expected, error.message);
    assert.match(error.message, text);
    return true;
  };
}
