/**
 * `npm run test:crash`: kills the service with SIGKILL during its work and then checks all orders and payments.
 *
 * - `-- [--kills 20] [--customers 4] [--pictures 3]`: customers buy pictures and memberships and pay at the sandbox
 *   (`test/crash/crash-run.ts`).
 * - `-- --provider stripe|wechat|wechat_virtual|alipay|sandbox|all [--kills 1000]`: customers buy memberships and pay
 *   at a fake of the provider, a process that is not killed (`test/crash/bank-crash-run.ts`). The sandbox's bank is
 *   part of the service. `all` divides the kills among the providers, and prints the figures of each.
 *
 * `--seed 1` repeats the decisions of customers; the machine decides the timing. `--database postgres` starts a
 * PostgreSQL server for the run; with `DATABASE_URL` the run uses that database, and no other process may use it. The
 * exit code is 1 when any order or payment was lost, made twice, never finished or wrong.
 */

import { parseArgs } from 'node:util';
import { bankCrashRun } from '../test/crash/bank-crash-run.ts';
import { bankCrashFailures, bankCrashSummary } from '../test/crash/bank-crash-summary.ts';
import { crashRun } from '../test/crash/crash-run.ts';
import { crashFailures, crashSummary } from '../test/crash/crash-summary.ts';
import { bankNames } from '../test/payments/banks/open-bank.ts';
import { howToGetPostgres, startPostgres } from '../test/support/postgres-server.ts';

/**
 * How long the service may take to finish all work. On PostgreSQL, lost jobs become due again only when
 * their leases end, and then wait in the queue.
 */
const settleMs = 240_000;

const providers = [...bankNames, 'sandbox'] as const;
type Provider = (typeof providers)[number];

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '20' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    customers: { type: 'string', default: '4' },
    pictures: { type: 'string', default: '3' },
    provider: { type: 'string' },
    database: { type: 'string', default: 'sqlite' },
  },
});

function refuse(message: string): never {
  console.error(message);
  process.exit(2);
}

function whole(name: 'kills' | 'seed' | 'customers' | 'pictures', max: number): number {
  const text = values[name];
  if (/^\d+$/.test(text) && Number(text) <= max) return Number(text);
  return refuse(`--${name} must be a whole number up to ${max}, not "${text}".`);
}

function chosenProviders(): readonly Provider[] {
  const { provider } = values;
  if (provider === undefined) return [];
  if (provider === 'all') return providers;
  const found = providers.find((name) => name === provider);
  return found === undefined
    ? refuse(`--provider must be all, ${providers.join(', ')}, not "${provider}".`)
    : [found];
}

const seed = whole('seed', 2 ** 32 - 1);
const kills = whole('kills', 100_000);
const customers = whole('customers', 100);
const pictures = whole('pictures', 100);
const report = (line: string) => console.log(line);
const chosen = chosenProviders();

interface Run {
  readonly failures: readonly string[];
  readonly summary: string;
  readonly output: string;
  readonly kills: number;
  readonly payments: number;
  readonly refunds: number;
  readonly lost: number;
  readonly doubled: number;
}

async function sandboxRun(
  picturesPerRound: number,
  killsOfRun: number,
  databaseUrl: string | null,
): Promise<Run> {
  const outcome = await crashRun({
    seed,
    kills: killsOfRun,
    customers,
    picturesPerRound,
    databaseUrl,
    settleMs,
    report,
  });
  return {
    ...outcome,
    failures: crashFailures(outcome),
    summary: `sandbox: ${crashSummary(outcome)}`,
    refunds: outcome.refundsDone,
    lost: outcome.lost.length,
    doubled: outcome.doubled.length,
  };
}

async function providerRun(provider: Provider, killsOfRun: number, databaseUrl: string | null): Promise<Run> {
  if (provider === 'sandbox') return sandboxRun(0, killsOfRun, databaseUrl);
  const outcome = await bankCrashRun({
    provider,
    seed,
    kills: killsOfRun,
    customers,
    databaseUrl,
    settleMs,
    report,
  });
  return {
    ...outcome,
    failures: bankCrashFailures(outcome),
    summary: bankCrashSummary(outcome),
    lost: outcome.lost.length,
    doubled: outcome.doubled.length,
  };
}

/** Each run has a database of its own: a new file or a new server, or else the database of `DATABASE_URL`. */
async function withDatabase(work: (databaseUrl: string | null) => Promise<Run>): Promise<Run> {
  const given = process.env.DATABASE_URL;
  if (given !== undefined || values.database === 'sqlite') return work(given ?? null);
  if (values.database !== 'postgres') return refuse('--database must be sqlite or postgres.');
  const server = await startPostgres();
  if (server === undefined) return refuse(howToGetPostgres);
  try {
    return await work(server.urlOf('postgres'));
  } finally {
    await server.stop();
  }
}

function show(run: Run): Run {
  for (const failure of run.failures) console.error(failure);
  if (run.failures.length > 0) console.error(run.output.slice(-5000));
  console.log(run.summary);
  return run;
}

console.log(`seed ${seed}, ${process.env.DATABASE_URL === undefined ? values.database : 'DATABASE_URL'}`);
const runs: Run[] = [];
if (chosen.length === 0) runs.push(show(await withDatabase((url) => sandboxRun(pictures, kills, url))));
for (const [index, provider] of chosen.entries()) {
  // If the kills cannot be divided evenly, the first providers get one kill more.
  const share = Math.floor((kills + chosen.length - 1 - index) / chosen.length);
  const run = await withDatabase((url) => providerRun(provider, share, url));
  runs.push(show(run));
}
const sum = (name: 'kills' | 'payments' | 'refunds' | 'lost' | 'doubled') =>
  runs.reduce((total, run) => total + run[name], 0);
console.log(
  `kills ${sum('kills')}, payments ${sum('payments')}, refunds ${sum('refunds')}, lost ${sum('lost')}, doubled ${sum('doubled')}`,
);
process.exit(runs.some(({ failures }) => failures.length > 0) ? 1 : 0);
