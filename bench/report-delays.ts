/**
 * Measures how long the self-audit, the money report and the figures of processing times delay other calls on
 * SQLite: the longest delay of the event loop while each runs, and the slowest calls at the running service.
 * Usage: `node bench/report-delays.ts [orders]`, by default with 200,000 orders. A million take about two minutes.
 */

import { closeSync, fsyncSync, openSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { timeZone } from '../src/domain/zoned-time.ts';
import { openStore } from '../src/store/open-store.ts';
import { jobKinds } from '../src/usecases/all-jobs.ts';
import { reportMoney } from '../src/usecases/payments/report-money.ts';
import type { Log } from '../src/usecases/ports/tools.ts';
import { runSelfAudit } from '../src/usecases/self-audit/run-self-audit.ts';
import { testSettings } from '../test/support/deps.ts';
import { benchReportCalls } from './report-calls.ts';

const orders = Number(process.argv[2] ?? 200_000);
const start = Date.UTC(2026, 0, 1);
/** The time between two orders, so that all orders together cover one year. */
const everyMs = Math.floor((365 * 86_400_000) / orders);
const silent: Log = { debug() {}, info() {}, warn() {}, error() {} };

/** The results expire in a hundred years, so that the running service does not purge them. */
const resultUntil = start + 100 * 365 * 86_400_000;

/** The history of each order. `after` is the time since the order's creation in milliseconds. */
const entries = [
  { seq: 1, type: 'created', after: 0, more: {} },
  { seq: 2, type: 'paid', after: 0, more: {} },
  { seq: 3, type: 'work_started', after: 1000, more: {} },
  { seq: 4, type: 'work_done', after: 9000, more: { resultFile: 'r', resultUntil } },
];

/** Fills the database with paid orders whose pictures are finished. */
function fill(file: string): void {
  const database = new DatabaseSync(file);
  const numbers = `with recursive n(i) as (select 1 union all select i + 1 from n where i < ${orders})`;
  const at = `${start} + i * ${everyMs}`;
  database.exec(`
    pragma synchronous = off;
    pragma cache_size = -262144;
    insert into users (kind, created_at) values ('guest', ${start});
    insert into goods (title, summary, icon, price_minor, sort, funct_name, on_shelf)
      values ('good', '', '/i.svg', 690, 1, 'mark_order_yiCunZhao', 1);
    ${numbers}
    insert into orders (order_no, user_id, owned_by, goods_id, funct_name, details, price_minor, currency,
      created_at, expires_at, status, paid_at, attempt_id, deal_status, work_finished_at, result_file, result_until, version)
    select printf('%019d', i), 1, 'guest', 1, 'mark_order_yiCunZhao', '{"path":"p","color":"blue","num":2}',
      690, 'CNY', ${at}, ${at} + 1800000, 'pay', ${at}, i, 'done', ${at} + 9000, 'r', ${resultUntil}, 4 from n;
    ${numbers}
    insert into payment_attempts (order_id, payment_no, provider, channel, amount_minor, currency, state,
      received_minor, received_at, created_at)
    select i, printf('P%019d', i), 'sandbox', 'default', 690, 'CNY', 'won', 690, ${at}, ${at} from n;
    ${numbers}
    insert into order_history (order_id, seq, type, at, event, actor)
    select i, s.value ->> 'seq', s.value ->> 'type', ${at} + (s.value ->> 'after'),
      json_patch(s.value -> 'more', json_object('type', s.value ->> 'type', 'at', ${at} + (s.value ->> 'after'),
        iif(s.value ->> 'type' = 'paid', 'attemptId', 'type'), iif(s.value ->> 'type' = 'paid', i, s.value ->> 'type'))),
      '{"kind":"system"}'
      from n, json_each('${JSON.stringify(entries)}') as s;
  `);
  database.close();
  // Sync the file now. Otherwise the operating system writes the filled pages during the measurement, and the
  // service's first commits wait for this.
  const descriptor = openSync(file, 'r+');
  fsyncSync(descriptor);
  closeSync(descriptor);
}

/**
 * Prints the duration of `work` and the longest delay of the event loop. Compare runs by the CPU time,
 * because other processes make the elapsed time longer.
 */
async function measure(name: string, work: () => Promise<unknown>): Promise<void> {
  const cpuMs = () => {
    const { user, system } = process.threadCpuUsage();
    return (user + system) / 1000;
  };
  let turnMsMax = 0;
  let turnCpuMsMax = 0;
  let turnAt = performance.now();
  let turnCpuMs = cpuMs();
  const turn = () => {
    const at = performance.now();
    const cpu = cpuMs();
    turnMsMax = Math.max(turnMsMax, at - turnAt);
    turnCpuMsMax = Math.max(turnCpuMsMax, cpu - turnCpuMs);
    turnAt = at;
    turnCpuMs = cpu;
  };
  const timer = setInterval(turn, 1);
  const begun = performance.now();
  await work();
  turn();
  clearInterval(timer);
  const took = `${(performance.now() - begun).toFixed(0)} ms`;
  console.log(
    `${name}: ${took}; longest without a turn ${turnMsMax.toFixed(1)} ms (${turnCpuMsMax.toFixed(1)} ms of CPU)`,
  );
}

const folder = await mkdtemp(join(tmpdir(), 'photokiosk-reports-'));
const file = join(folder, 'photokiosk.db');
const { store } = await openStore({ database: { kind: 'sqlite', file }, clock: Date, log: silent });
try {
  fill(file);
  const deps = { store, settings: testSettings({ zone: timeZone('Asia/Shanghai') }) };
  const owner = {
    kind: 'operator',
    operator: { id: 1, name: 'bench', passwordHash: '', role: 'owner', createdAt: null, disabledAt: null },
    sessionId: null,
    address: '127.0.0.1',
    requestId: 'bench',
  } as const;
  console.log(`${orders} orders`);
  await measure('self-audit', async () => {
    const { problems } = await runSelfAudit(deps);
    if (problems.length > 0) throw new Error(problems.slice(0, 3).join('; '));
  });
  await measure('money report', () => reportMoney(deps, owner, '2026-01-01', '2026-12-31'));
  await measure('processing times', () => store.read.jobs.processingTimes(jobKinds, 0));
  await store.close();
  await benchReportCalls({
    dataDir: folder,
    orderNoOf: (serial) => String(serial).padStart(19, '0'),
    orders,
    days: ['2026-01-01', '2026-12-31'],
  });
} finally {
  await rm(folder, { recursive: true });
}
