import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withoutPassword } from '../../cli/local/postgres-programs.ts';

const urls = [
  ['postgres://shop:a%40b@db:5432/shop?x=1', 'postgres://shop@db:5432/shop?x=1', { PGPASSWORD: 'a@b' }],
  ['postgresql://shop:secret@/shop?host=/run', 'postgresql://shop@/shop?host=/run', { PGPASSWORD: 'secret' }],
  ['postgres://shop@db/shop', 'postgres://shop@db/shop', {}],
  ['postgres://db:5432/shop', 'postgres://db:5432/shop', {}],
] as const;

for (const [url, publicUrl, password] of urls) {
  test(`the command line of PostgreSQL's programs shows ${url} as ${publicUrl}`, () => {
    assert.deepEqual(withoutPassword(url), { publicUrl, password });
  });
}
