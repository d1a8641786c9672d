/**
 * A secret key is replaced without signing any guest out: tokens that the former key signed stay valid until that
 * key is removed.
 */

import assert from 'node:assert/strict';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { httpClient } from '../support/http-client.ts';
import { startServiceProcess, temporaryDataDir } from '../support/service-process.ts';

type Environment = Readonly<Record<string, string>>;

/** Starts the service, orders as a new guest, and looks up the orders with each of `tokens`. */
async function visit(env: Environment, tokens: readonly string[] = []) {
  const service = await startServiceProcess(env);
  try {
    const client = httpClient(service.url);
    const goods = await client.post('goods_list');
    assert.equal(goods.status, 200, goods.text);
    const vip = Array.isArray(goods.value)
      ? goods.value.find(({ funct_name }) => funct_name === 'mark_order_vip')
      : undefined;
    const ordered = await client.post('mark_order_vip', { goods_id: vip?.id, num: 1 });
    assert.equal(ordered.status, 200, ordered.text);
    const token = ordered.headers.get('x-user-token');
    assert.ok(token !== null);
    const statuses = [];
    for (const bearer of tokens)
      statuses.push((await client.post('my_orders', {}, { token: bearer })).status);
    return { token, statuses };
  } finally {
    await service.stop();
  }
}

test('after a new key is put first in secret.key all tokens are valid; after the former key is removed only new tokens are valid', async (t) => {
  const { dataDir, remove } = temporaryDataDir();
  t.after(remove);
  const env = { DATA_DIR: dataDir };
  const file = join(dataDir, 'secret.key');
  const before = await visit(env);
  assert.equal(statSync(file).mode & 0o777, 0o600);
  const formerKey = readFileSync(file, 'utf8');
  const newKey = `${'5'.repeat(64)}\n`;

  writeFileSync(file, newKey + formerKey);
  const during = await visit(env, [before.token]);
  assert.deepEqual(during.statuses, [200]);

  writeFileSync(file, newKey);
  const after = await visit(env, [before.token, during.token]);
  assert.deepEqual(after.statuses, [401, 200]);
});

test('SECRET_KEY can contain several keys in the same way, also a key that was in secret.key before', async (t) => {
  const { dataDir, remove } = temporaryDataDir();
  t.after(remove);
  const before = await visit({ DATA_DIR: dataDir });
  const formerKey = readFileSync(join(dataDir, 'secret.key'), 'utf8').trim();
  const newKey = 'a new key of at least thirty-two characters';
  const during = await visit({ DATA_DIR: dataDir, SECRET_KEY: `${newKey},${formerKey}` }, [before.token]);
  assert.deepEqual(during.statuses, [200]);
  const after = await visit({ DATA_DIR: dataDir, SECRET_KEY: newKey }, [before.token, during.token]);
  assert.deepEqual(after.statuses, [401, 200]);
});
