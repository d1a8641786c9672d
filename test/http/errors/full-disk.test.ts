/** A full disk is reported as a temporary trouble (503), not as a fault of the program (500). */

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isDiskFull } from '../../../src/http/errors/full-disk.ts';
import { assertProblem } from '../../support/assert-problem.ts';
import { post } from '../../support/http-forms.ts';
import { testApp } from '../../support/test-app.ts';

const reports = {
  'the file system': Object.assign(new Error('no space left on device'), { code: 'ENOSPC' }),
  'a quota': Object.assign(new Error('disk quota exceeded'), { code: 'EDQUOT' }),
  SQLite: Object.assign(new Error('database or disk is full'), { code: 'ERR_SQLITE_ERROR', errcode: 13 }),
  PostgreSQL: Object.assign(new Error('could not extend file'), { code: '53100' }),
  'an error with a cause': new Error('commit failed', {
    cause: Object.assign(new Error('full'), { errcode: 13 }),
  }),
};

describe('a full disk', () => {
  for (const [where, error] of Object.entries(reports)) {
    it(`that is reported by ${where} is answered with 503 and Retry-After`, async () => {
      const { app, fake } = testApp();
      fake.script({
        placeOrder: async () => {
          throw error;
        },
      });
      const answer = await app.inject(post('/v1/mark_order_vip', { goods_id: 3 }));
      assertProblem(answer, 'unavailable');
      assert.ok(Number(answer.headers['retry-after']) > 0);
      await app.close();
    });
  }

  it('is not assumed for any other error, even for an error that is its own cause', () => {
    const error = new Error('odd');
    error.cause = error;
    for (const other of [error, new Error('x'), { errcode: 1 }, null, 'ENOSPC']) {
      assert.equal(isDiskFull(other), false);
    }
  });
});
