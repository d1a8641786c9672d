/** What `assert.rejects` takes to expect an error of the catalogue. */

import assert from 'node:assert/strict';
import { AppError, type ErrorCode } from '../../src/domain/errors.ts';

/** @param pointer of the one wrong field; undefined: not looked at. */
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
