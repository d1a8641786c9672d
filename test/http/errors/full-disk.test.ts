/** A full disk is reported as a temporary trouble (503), not as a fault of the program (500). */

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { toAppError } from '../../../src/http/errors/error-handler.ts';
import { MachineTrouble } from '../../../src/usecases/ports/machine-trouble.ts';
import { assertProblem } from '../../support/assert-problem.ts';
import { post } from '../../support/http-forms.ts';
import { testApp } from '../../support/test-app.ts';

const reports = {
  'the file system': Object.assign(new Error('no space left on device'), { code: 'ENOSPC' }),
  'a quota': Object.assign(new Error('disk quota exceeded'), { code: 'EDQUOT' }),
  'the store': new MachineTrouble('ENOSPC'),
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

  it('is not assumed when the database cannot be reached, which is 503 with a shorter Retry-After', async () => {
    const error = toAppError(new MachineTrouble('EHOSTDOWN'));
    assert.deepEqual([error.code, error.reason ?? null, error.retryAfterS], ['unavailable', null, 2]);
  });

  it('is not assumed for any other error', () => {
    for (const other of [new Error('ENOSPC'), { code: 'ENOENT' }, null, 'ENOSPC']) {
      assert.equal(toAppError(other).code, 'internal');
    }
  });
});
