/** `photokiosk files orphans`: files that no row of the database refers to. */

import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { createCustomer } from '../e2e/customer.ts';
import { httpClient } from '../support/http-client.ts';
import { samplePhotos } from '../support/sample-photos.ts';
import { startServiceProcess, temporaryDataDir } from '../support/service-process.ts';
import { runCli } from './run-cli.ts';

const dayS = 24 * 60 * 60;

test('orphans counts old photos and pictures without a row, and removes them if the operator gives their number', async (t) => {
  const { dataDir, remove } = temporaryDataDir();
  t.after(remove);
  const env = { DATA_DIR: dataDir };
  const service = await startServiceProcess(env);
  t.after(() => service.kill());
  const photo = await createCustomer(httpClient(service.url)).upload((await samplePhotos()).portrait);

  const store = (key: string, ageS: number) => {
    const [group = '', name = ''] = key.split('/');
    const folder = join(dataDir, 'files', group, name.slice(0, 2));
    mkdirSync(folder, { recursive: true });
    if (key !== photo) writeFileSync(join(folder, name), 'bytes');
    const at = Date.now() / 1000 - ageS;
    utimesSync(join(folder, name), at, at);
  };
  store(photo, 3 * dayS);
  store('uploads/aaaaaaaaaaaaaaaaaaaaaaaaa.jpg', 2 * dayS);
  store('results/bbbbbbbbbbbbbbbbbbbbbbbbb.jpg', 2 * dayS);
  store('results/ccccccccccccccccccccccccc.jpg', dayS / 2);
  store('icons/ddddddddddddddddddddddddd.png', 2 * dayS);
  const namesIn = (group: string) =>
    readdirSync(join(dataDir, 'files', group), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ name }) => `${group}/${name}`);

  const counted = await runCli(['files', 'orphans'], env);
  assert.equal(counted.code, 0, counted.err);
  assert.match(
    counted.out,
    /^2 of 4 photos and pictures have no row in the database \(10 bytes\)\.\n.*--remove 2\n$/,
  );
  const refused = await runCli(['files', 'orphans', '--remove', '3'], env);
  assert.deepEqual([refused.code, refused.out], [1, '']);
  assert.match(refused.err, /^There are 2 files without a row, not 3\. None is removed\.\n$/);
  assert.equal(namesIn('uploads').length, 2);

  const removed = await runCli(['files', 'orphans', '--remove', '2', '--json'], env);
  assert.deepEqual(JSON.parse(removed.out), { files: 4, orphans: 2, sizeBytes: 10, removed: 2 });
  assert.deepEqual(namesIn('uploads'), [photo]);
  assert.deepEqual(namesIn('results'), ['results/ccccccccccccccccccccccccc.jpg']);
  assert.equal(namesIn('icons').length, 1);
});
