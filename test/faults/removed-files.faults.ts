/** Power failures after a stored file was removed: `npm run test:faults`. */

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { seededChance } from '../crash/chance.ts';
import { inheritedEnv } from '../support/inherited-env.ts';
import { faultyDisk, faultyDiskMissing } from './faulty-disk.ts';
import { skippedBecause } from './skipped-because.ts';

const skip = skippedBecause(faultyDiskMissing());
const program = fileURLToPath(new URL('./put-and-remove-process.ts', import.meta.url));

for (const removes of [false, true]) {
  test(`a file that was ${removes ? 'removed stays removed' : 'stored is still there'} after a power failure`, {
    skip,
  }, (t) => {
    const disk = faultyDisk();
    t.after(disk.remove);
    const folder = join(disk.root, 'files');
    const args = [program, folder, 'uploads/abcdef.jpg', ...(removes ? ['remove'] : [])];
    const ran = spawnSync(process.execPath, args, {
      env: { ...inheritedEnv, ...disk.env },
      encoding: 'utf8',
    });
    assert.equal(ran.status, 0, ran.stderr);
    assert.deepEqual(disk.cutPower('none', seededChance(1)), []);
    assert.equal(existsSync(join(folder, 'uploads/ab/abcdef.jpg')), !removes);
  });
}
