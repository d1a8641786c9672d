/**
 * `npm run test:failover -- [--kills 20] [--seed 1] [--customers 4] [--by patroni|hand]`: kills the primary of a
 * PostgreSQL cluster under load, and then checks all orders and payments (`test/failover/failover-run.ts`). Patroni
 * promotes the synchronous standby if it is installed (`apt-get install patroni etcd-server`); otherwise the test
 * itself promotes it. The exit code is 1 when any order, payment or membership was lost, made twice, never finished or
 * wrong.
 */

import { parseArgs } from 'node:util';
import { crashFailures, crashSummary } from '../test/crash/crash-summary.ts';
import { failoverRun, type Refusal } from '../test/failover/failover-run.ts';
import { hasPatroni, startPatroniCluster } from '../test/failover/patroni-cluster.ts';
import { startPostgresCluster } from '../test/failover/postgres-cluster.ts';

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '20' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    customers: { type: 'string', default: '4' },
    by: { type: 'string', default: hasPatroni() ? 'patroni' : 'hand' },
  },
});

if (values.by !== 'hand' && values.by !== 'patroni') {
  console.error(`--by must be patroni or hand, not "${values.by}".`);
  process.exit(2);
}

function whole(name: 'kills' | 'seed' | 'customers', max: number): number {
  const text = values[name];
  if (/^\d+$/.test(text) && Number(text) <= max) return Number(text);
  console.error(`--${name} must be a whole number up to ${max}, not "${text}".`);
  process.exit(2);
}

function range(refusals: readonly Refusal[], of: keyof Refusal): string {
  const sorted = refusals.map((refusal) => refusal[of]).toSorted((a, b) => a - b);
  const at = (share: number) => (sorted[Math.floor((sorted.length - 1) * share)] ?? 0).toFixed(1);
  return `median ${at(0.5)} s, longest ${at(1)} s`;
}

const seed = whole('seed', 2 ** 32 - 1);
console.log(`seed ${seed}, promoted by ${values.by}`);
const { crash, refusals } = await failoverRun({
  seed,
  kills: whole('kills', 1_000),
  customers: whole('customers', 100),
  start: values.by === 'patroni' ? startPatroniCluster : startPostgresCluster,
  report: (line) => console.log(line),
});
const failures = crashFailures(crash);
for (const failure of failures) console.error(failure);
if (failures.length > 0) console.error(crash.output.slice(-5000));
console.log(crashSummary(crash));
console.log(`PRIMARIES KILLED ${refusals.length}, ORDERS ACKNOWLEDGED ${crash.orders}`);
console.log(`LOST ${crash.lost.length}, DOUBLED ${crash.doubled.length}`);
console.log(`REFUSAL after the kill: ${range(refusals, 'afterKillS')}`);
console.log(`REFUSAL after the promotion: ${range(refusals, 'afterPromotionS')}`);
process.exit(failures.length > 0 ? 1 : 0);
