/** Power failures while customers order and pay: `npm run test:faults -- --cuts 10 --seed 1`. */

import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { seededChance } from '../crash/chance.ts';
import { crashRun } from '../crash/crash-run.ts';
import { crashFailures, crashSummary } from '../crash/crash-summary.ts';
import type { Unsynced } from './disk-file.ts';
import { faultyDisk, faultyDiskMissing } from './faulty-disk.ts';
import { skippedBecause } from './skipped-because.ts';

const seed = Number(process.env.FAULTS_SEED ?? '1');
const cuts = Number(process.env.FAULTS_CUTS ?? '10');
const skip = skippedBecause(faultyDiskMissing());

test(`after ${cuts} power failures, every acknowledged order, payment, refund and photo exists exactly once`, {
  skip,
}, async (t) => {
  const disk = faultyDisk();
  t.after(disk.remove);
  const chance = seededChance(seed);
  // The first power failure keeps only what was synced, because it follows the first start of the service, which
  // makes all folders and keys.
  let first = true;
  const unsynced = (): Unsynced => {
    const isFirst = first;
    first = false;
    return isFirst ? 'none' : chance.pick(['none', 'none', 'some', 'some', 'all']);
  };
  const report = await crashRun({
    seed,
    kills: cuts,
    customers: 4,
    picturesPerRound: 3,
    databaseUrl: null,
    settleMs: 240_000,
    report: (line) => t.diagnostic(line),
    disk: {
      // The data folder does not exist yet, so the test also checks that a power failure does not lose the name of
      // the folder.
      env: { ...disk.env, DATA_DIR: join(disk.root, 'shop', 'data') },
      cutPower: () =>
        disk.cutPower(unsynced(), chance).map((path) => `the record of the disk misses a change of ${path}`),
    },
  });
  t.diagnostic(`seed ${seed}: ${crashSummary(report)}`);
  // No process survives a power failure, so children that end late are no failure here.
  assert.deepEqual(crashFailures({ ...report, orphans: [] }), [], report.output);
  assert.ok(report.orders > 0 && report.payments > 0, 'no order or no payment was made');
});
