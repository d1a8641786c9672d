/** The steps of docs/operating.md, “Moving the files”, while the processes are restarted one after another. */

import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { readConfig } from '../../src/config.ts';
import type { ListedFiles } from '../../src/files/listed-files.ts';
import { moveFiles } from '../../src/files/move-files.ts';
import { openFiles } from '../../src/main/open-files.ts';
import { pooledRandom } from '../../src/main/pooled-random.ts';
import { silentLog } from '../support/databases.ts';
import { startS3Server } from '../support/s3-server.ts';
import { temporaryDataDir } from '../support/service-process.ts';

/** The section of the guide, with a line for each step. */
async function guide(): Promise<string> {
  const text = await readFile(new URL('../../docs/operating.md', import.meta.url), 'utf8');
  const [, section = ''] = text.split('### Moving the files\n');
  return section.split('\n## ')[0] ?? '';
}

for (const direction of ['from the folder to an object store', 'from an object store to the folder']) {
  test(`while files move ${direction}, processes before and after each step of the guide find and remove each other's files`, async (t) => {
    const server = await startS3Server('shop');
    t.after(() => server.stop());
    const { dataDir, remove } = temporaryDataDir();
    t.after(remove);
    const bucket = `s3://shop?endpoint=${server.endpoint}`;
    const [former, next] = direction.startsWith('from the folder') ? ['file:', bucket] : [bucket, 'file:'];
    const process = (env: Readonly<Record<string, string>>): Promise<ListedFiles> => {
      const { accessKeyId, secretAccessKey } = server.credentials;
      const keys = { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey };
      return openFiles(readConfig({ DATA_DIR: dataDir, ...keys, ...env }, dataDir), {
        random: pooledRandom(),
        log: silentLog,
      });
    };
    const source = join(dataDir, 'source');
    let files = 0;
    async function assertShared(putter: ListedFiles, reader: ListedFiles): Promise<void> {
      files += 1;
      const key = `uploads/shared${files}.jpg`;
      await writeFile(source, key);
      await putter.put(key, source, 'image/jpeg');
      await reader.fetchTo(key, `${source}.copy`);
      assert.equal(await readFile(`${source}.copy`, 'utf8'), key);
      await reader.remove(key);
      assert.equal(await putter.get(key), undefined);
    }
    const before = await process({ STORAGE_URL: former });
    const first = await process({ STORAGE_URL: former, STORAGE_FORMER_URL: next });
    const second = await process({ STORAGE_URL: next, STORAGE_FORMER_URL: former });
    const after = await process({ STORAGE_URL: next });
    for (const pair of [
      [before, first],
      [first, second],
    ] as const) {
      await assertShared(...pair);
      await assertShared(pair[1], pair[0]);
    }
    await writeFile(source, 'older');
    await before.put('uploads/older.jpg', source, 'image/jpeg');
    await moveFiles({
      from: before,
      to: after,
      route: direction,
      folder: dataDir,
      neededOf: async () => new Set(),
      requireAlone: async () => {},
    });
    assert.equal((await after.get('uploads/older.jpg'))?.sizeBytes, 5);
    await assertShared(second, after);
    await assertShared(after, second);
  });
}

test('the guide lists the steps in this order: both places for reading, then the new place for writing, then the move', async () => {
  const steps = (await guide()).split('\n').filter((line) => /^\d\. /.test(line));
  assert.match(steps[0] ?? '', /Keep `STORAGE_URL` .* set `STORAGE_FORMER_URL` to the new place/);
  assert.match(steps[1] ?? '', /Swap the two/);
  assert.match(steps[2] ?? '', /`npx photokiosk files move`/);
  assert.match(steps[3] ?? '', /Remove `STORAGE_FORMER_URL`/);
});
