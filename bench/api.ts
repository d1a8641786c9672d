/** The API against the yardstick: durable inserts and look-ups per second, as ratios within one run. */

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Load, load } from './load.ts';
import { type BenchServer, cpuMs, startServer } from './servers.ts';

const connections = 64;
const seconds = 4;
/** Alternating rounds, so that a machine that grows slower hits both. */
const rounds = 3;

interface Figure {
  readonly perSecond: number;
  readonly cpuUs: number;
}

interface Figures {
  readonly create: Figure;
  readonly fetch: Figure;
}

async function figureOf(server: BenchServer, plan: Load): Promise<Figure> {
  const before = cpuMs(server.pid);
  const { perSecond, requests } = await load(plan);
  return { perSecond, cpuUs: ((cpuMs(server.pid) - before) * 1000) / requests };
}

async function measure(server: BenchServer, headers: Record<string, string>): Promise<Figures> {
  const numbers: string[] = [];
  const create = await figureOf(server, {
    url: `${server.url}/index.php/v1/mark_order_vip`,
    headers,
    connections,
    seconds,
    // Each is another order: the same one twice would be a double tap.
    body: (n) =>
      JSON.stringify({ goods_id: 3, num: 1, from_user_id: n + Math.floor(performance.now()) * 1e5 }),
    onAnswer: (body) => {
      if (numbers.length < 10_000) numbers.push(JSON.parse(body).order_no);
    },
  });
  const fetch = await figureOf(server, {
    url: `${server.url}/index.php/v1/fetch_order`,
    headers,
    connections,
    seconds,
    body: (n) => JSON.stringify({ order_no: numbers[n % numbers.length] }),
  });
  return { create, fetch };
}

/** A known guest, as a client that keeps its token is. */
async function guestToken(url: string): Promise<string> {
  const body = JSON.stringify({ goods_id: 3 });
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(`${url}/index.php/v1/mark_order_vip`, { method: 'POST', headers, body });
  const token = answer.headers.get('x-user-token');
  if (token === null) throw new Error(`no guest token: ${answer.status}`);
  return token;
}

function medians(figures: readonly Figure[]): Figure {
  return {
    perSecond: median(figures.map((figure) => figure.perSecond)),
    cpuUs: median(figures.map((figure) => figure.cpuUs)),
  };
}

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

export async function benchApi(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'photokiosk-bench-'));
  const bare = await startServer('bare-server.ts', [join(folder, 'bare.db')]);
  const ours = await startServer('../src/main.ts', [], {
    DATA_DIR: join(folder, 'data'),
    PORT: '0',
    RATE_LIMIT: 'off',
    LOG_LEVEL: process.env.LOG_LEVEL ?? 'info',
  });
  try {
    const headers = { authorization: `Bearer ${await guestToken(ours.url)}` };
    const of = { bare: [] as Figures[], ours: [] as Figures[] };
    for (let round = 0; round <= rounds; round++) {
      const figures = { bare: await measure(bare, {}), ours: await measure(ours, headers) };
      // The first round warms both up.
      if (round === 0) continue;
      of.bare.push(figures.bare);
      of.ours.push(figures.ours);
    }
    for (const [what, aim] of [
      ['create', 0.7],
      ['fetch', 0.8],
    ] as const) {
      const mine = medians(of.ours.map((figures) => figures[what]));
      const yardstick = medians(of.bare.map((figures) => figures[what]));
      console.log(
        `${what.padEnd(7)} ${(mine.perSecond / yardstick.perSecond).toFixed(2)} of the yardstick (aim ≥ ${aim}): ` +
          `${Math.round(mine.perSecond)}/s of ${Math.round(yardstick.perSecond)}/s; ` +
          `CPU ${Math.round(mine.cpuUs)} µs of ${Math.round(yardstick.cpuUs)} µs a request`,
      );
    }
  } finally {
    await bare.stop();
    await ours.stop();
    await rm(folder, { recursive: true, force: true });
  }
}
