/** A service on a small separate file system, which becomes full and later has room again. */

import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { startServiceProcess } from '../support/service-process.ts';
import { mountSmallDisk } from '../support/small-disk.ts';

const disk = mountSmallDisk(96);
const uploadFreeMib = 40;
const skip = disk === undefined ? 'this system allows no mount' : false;

test('on a full disk, uploads are refused, the reserve file is deleted and calls are answered with 503; with free space, the service works again', {
  skip,
}, async (t) => {
  if (disk === undefined) return;
  const { folder } = disk;
  t.after(disk.remove);
  const service = await startServiceProcess({ DATA_DIR: folder, UPLOAD_FREE_MIB_MIN: String(uploadFreeMib) });
  t.after(() => service.kill());
  const reserve = join(folder, 'reserve');
  const ready = async () => {
    const answer = await fetch(`${service.url}/health/ready`);
    return `${answer.status} ${((await answer.json()) as { reason?: string }).reason ?? ''}`.trim();
  };
  const place = () =>
    fetch(`${service.url}/v1/mark_order_vip`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() },
      body: JSON.stringify({ goods_id: 3 }),
    });
  /**
   * Places orders until one gets a status other than 200, because SQLite's log still has room for some of
   * them.
   */
  const statusAfter = async (status: number) => {
    for (let orders = 0; orders < 500; orders++) {
      const answer = await place();
      if (answer.status !== status) return answer;
      await answer.body?.cancel();
    }
    return assert.fail(`500 orders got ${status}`);
  };

  assert.equal(await ready(), '200');
  assert.equal(existsSync(reserve), true);
  const first = await place();
  assert.equal(first.status, 200, await first.text());

  disk.fill('first');
  assert.equal(await ready(), '503 disk');
  const form = new FormData();
  form.set('file', new Blob(['photo']));
  const upload = await fetch(`${service.url}/v1/ext_upload`, { method: 'POST', body: form });
  assert.equal(upload.status, 503);
  assert.equal(((await upload.json()) as { reason?: string }).reason, 'storage_full');
  assert.ok(upload.headers.get('retry-after'));
  const metrics = await (await fetch(`${service.url}/metrics`)).text();
  // A background task that has failed because of the full disk may have deleted its unfinished file.
  const free = Number(/^photokiosk_disk_free_bytes (\d+)$/m.exec(metrics)?.[1]);
  assert.ok(free < uploadFreeMib * 2 ** 20, `${free} bytes are free`);

  for (let orders = 0; existsSync(reserve); orders++) {
    assert.ok(orders < 500, 'the reserve was not given up');
    assert.equal((await place()).status, 200, 'an order was refused before the reserve was given up');
  }

  disk.fill('second');
  const refused = await statusAfter(200);
  assert.equal(refused.status, 503, await refused.clone().text());
  assert.ok(Number(refused.headers.get('retry-after')) > 0);
  assert.equal(((await refused.json()) as { reason?: string }).reason, 'storage_full');
  assert.equal(await ready(), '503 disk');

  for (const name of ['first', 'second']) disk.empty(name);
  assert.equal((await place()).status, 200);
  assert.equal(await ready(), '200');
});
