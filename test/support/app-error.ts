/** A check for `assert.rejects` and `assert.throws`: the error is an `AppError` with the expected code. */

import assert from 'node:assert/strict';
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
