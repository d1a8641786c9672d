/** The reserve file on a real disk, with a given amount of free space. */

import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { createReserveFile } from '../../src/files/reserve-file.ts';
import { silentLog } from '../support/databases.ts';

test('the reserve file is deleted once, and made again only when there is room', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'photokiosk-reserve-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'reserve');
  const sizeBytes = 2 ** 20;
  let freeBytes = 3 * sizeBytes;
  const reserve = createReserveFile({ file, sizeBytes, freeBytes: async () => freeBytes, log: silentLog });
  await reserve.restore();
  assert.equal(statSync(file).size, sizeBytes);
  assert.deepEqual([reserve.giveUp(), reserve.giveUp()], [true, false]);
  freeBytes -= 1;
  await reserve.restore();
  assert.equal(reserve.giveUp(), false, 'the reserve was made on a nearly full disk');
});

test('a folder that is out of reach does not end the service', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'photokiosk-reserve-'));
  t.after(() => rmSync(folder, { recursive: true }));
  // A symbolic link to itself makes every call fail, as the folder of a disk that was removed does.
  symlinkSync(join(folder, 'loop'), join(folder, 'loop'));
  const reserve = createReserveFile({
    file: join(folder, 'loop', 'reserve'),
    sizeBytes: 1,
    freeBytes: () => Promise.reject(new Error('the disk is gone')),
    log: silentLog,
  });
  await reserve.restore();
  assert.equal(reserve.giveUp(), false);
});
