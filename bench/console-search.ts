/** Measures the console's searches and counts over a million orders on SQLite: median and 99th percentile in ms. */

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { openStore } from '../src/store/open-store.ts';
import type { FoundOrder, OrderFilter } from '../src/usecases/orders/order-store.ts';
import type { Log } from '../src/usecases/ports/tools.ts';
import { anyOrder } from '../test/support/any-order.ts';

const orders = 1_000_000;
const rounds = 200;
const start = 1_780_272_000_000;
/** The time between two orders, so that a million orders cover about a year. */
const everyMs = 31_000;
const pageSize = 51;
const dayMs = 86_400_000;

const silent: Log = { debug() {}, info() {}, warn() {}, error() {} };

/** Fills the database with orders: most are done, a fifth is cancelled, and a few have failed and are refunded. */
function fill(file: string): void {
  const database = new DatabaseSync(file);
  database.exec(`
    pragma synchronous = off;
    pragma cache_size = -262144;
    with recursive n(i) as (select 0 union all select i + 1 from n where i < 49999)
    insert into users (kind, created_at) select 'guest', ${start} from n;
    with recursive n(i) as (select 1 union all select i + 1 from n where i < 20)
    insert into goods (title, summary, icon, price_minor, sort, funct_name, on_shelf)
      select 'good ' || i, '', '/i.svg', 690, i, 'mark_order_yiCunZhao', 1 from n;
    with recursive n(i) as (select 0 union all select i + 1 from n where i < ${orders - 1})
    insert into orders (order_no, user_id, owned_by, goods_id, funct_name, details, price_minor, currency,
      created_at, expires_at, status, cancelled_at, cancelled_by, paid_at, attempt_id, refund_no, deal_status,
      work_started_at, work_finished_at, fail_reason, version)
    select printf('%09d', i) || hex(randomblob(9)) || '0', 1 + i * 7919 % 50000, 'guest', 1 + i % 20,
      'mark_order_yiCunZhao', '{"path":"p","color":"blue","num":2}', 690, 'CNY',
      ${start} + i * ${everyMs}, ${start} + i * ${everyMs} + 1800000,
      case when i % 10 < 2 then 'cancal' when i % 1000 = 7 then 'refund' else 'pay' end,
      case when i % 10 < 2 then ${start} + i * ${everyMs} end,
      case when i % 10 < 2 then 'expiry' end,
      case when i % 10 >= 2 then ${start} + i * ${everyMs} end,
      case when i % 10 >= 2 then i + 1 end,
      case when i % 1000 = 7 then 'R' || i end,
      case when i % 10 < 2 then 'init' when i % 1000 = 7 then 'fail' else 'done' end,
      null,
      case when i % 10 >= 2 then ${start} + i * ${everyMs} + 9000 end,
      case when i % 1000 = 7 then 'no_face' end,
      1
    from n;
  `);
  database.close();
}

const middle = start + (orders / 2) * everyMs;

const searches: Readonly<Record<string, Partial<OrderFilter>>> = {
  'all, newest': {},
  'all of a day in the middle': { from: middle, to: middle + dayMs },
  paid: { status: 'pay' },
  'refunded, one in a thousand': { status: 'refund' },
  'waiting for payment, none': { status: 'wait_pay' },
  'failed work': { dealStatus: 'fail' },
  'one good': { goodsId: 7 },
  'one good, refunded': { goodsId: 8, status: 'refund' },
  'one user': { userId: 4714 },
  'one user, paid': { userId: 4714, status: 'pay' },
  'number from its beginning': { orderNoPrefix: '000500' },
};

/** Measures one search. @param look returns the number of orders that it found. */
async function time(name: string, look: () => Promise<number>): Promise<void> {
  const times: number[] = [];
  let found = 0;
  for (let round = 0; round < rounds; round += 1) {
    const from = performance.now();
    found = Math.max(found, await look());
    times.push(performance.now() - from);
  }
  times.sort((a, b) => a - b);
  const at = (share: number) => (times[Math.ceil(rounds * share) - 1] ?? 0).toFixed(2);
  console.log(`${name.padEnd(30)} found ${String(found).padStart(5)}  p50 ${at(0.5)} ms  p99 ${at(0.99)} ms`);
}

const folder = await mkdtemp(join(tmpdir(), 'photokiosk-search-'));
try {
  const file = join(folder, 'search.db');
  const database = { kind: 'sqlite', file } as const;
  const clock = { now: () => start };
  await (await openStore({ database, clock, log: silent })).store.close();
  fill(file);
  const { store } = await openStore({ database, clock, log: silent });
  for (const [name, filter] of Object.entries(searches)) {
    let last: FoundOrder | undefined;
    // Read one page after the other, and start again after the last page.
    await time(name, async () => {
      const before = last === undefined ? null : { createdAt: last.order.createdAt, id: last.order.id };
      const page = await store.read.orders.search({ ...anyOrder, ...filter }, before, pageSize);
      last = page.length === pageSize ? page.at(-1) : undefined;
      return page.length;
    });
  }
  for (const days of [1, 31]) {
    await time(`count of ${days} days`, async () => {
      const counts = await store.read.orders.counts(middle, middle + days * dayMs);
      return counts.reduce((sum, { orders }) => sum + orders, 0);
    });
  }
  await store.close();
} finally {
  await rm(folder, { recursive: true });
}
