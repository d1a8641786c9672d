import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkProvider } from '../../cli/doctor/provider-checks.ts';

test('doctor calls a provider’s access check, which changes nothing, and reports the reason of a refusal', async () => {
  let calls = 0;
  const good = {
    name: 'good',
    async checkAccess() {
      assert.equal(this, good);
      calls += 1;
    },
  };
  assert.equal((await checkProvider(good)).state, 'ok');
  assert.equal(calls, 1);
  const bad = {
    name: 'bad',
    checkAccess: () => Promise.reject(new Error('The serial does not fit the key.')),
  };
  const { state, name, detail } = await checkProvider(bad);
  assert.deepEqual([state, name, detail], ['failed', 'provider bad', 'The serial does not fit the key.']);
});

test('doctor skips a provider that has no access check', async () => {
  assert.equal((await checkProvider({ name: 'sandbox' })).state, 'skipped');
});
