/**
 * `npm run test:crash -- [--kills 20] [--seed 1] [--customers 4] [--pictures 3]`: kills the service during
 * its work and then checks all orders and payments (`test/crash/crash-run.ts`). With `DATABASE_URL` it runs
 * on PostgreSQL, on a database that nothing else may use. The exit code is 1 when any order or payment was
 * lost, made twice, never finished or wrong.
 */

import { parseArgs } from 'node:util';
import { crashRun } from '../test/crash/crash-run.ts';
import { crashFailures, crashSummary } from '../test/crash/crash-summary.ts';

/**
 * How long the service may take to finish all work. On PostgreSQL, lost jobs become due again only when
 * their leases end, and then wait in the queue.
 */
const settleMs = 240_000;

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '20' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    customers: { type: 'string', default: '4' },
    pictures: { type: 'string', default: '3' },
  },
});

function whole(name: keyof typeof values, max: number): number {
  const text = values[name];
  if (/^\d+$/.test(text) && Number(text) <= max) return Number(text);
  console.error(`--${name} must be a whole number up to ${max}, not "${text}".`);
  process.exit(2);
}

const seed = whole('seed', 2 ** 32 - 1);
const databaseUrl = process.env.DATABASE_URL ?? null;
console.log(`seed ${seed}, ${databaseUrl === null ? 'SQLite' : 'PostgreSQL'}`);
const outcome = await crashRun({
  seed,
  kills: whole('kills', 10_000),
  customers: whole('customers', 100),
  picturesPerRound: whole('pictures', 100),
  databaseUrl,
  settleMs,
  report: (line) => console.log(line),
});
const failures = crashFailures(outcome);
for (const failure of failures) console.error(failure);
if (failures.length > 0) console.error(outcome.output.slice(-5000));
console.log(crashSummary(outcome));
process.exit(failures.length > 0 ? 1 : 0);
