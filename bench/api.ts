/**
 * Compares the service's API with the minimal server of `bare-server.ts`: durable inserts and look-ups per second, as
 * the ratio of both servers in one run.
 */

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLoad, guestHeaders } from './create-load.ts';
import { type Load, load } from './load.ts';
import { median } from './median.ts';
import { type BenchServer, cpuMs, startServer } from './servers.ts';

/**
 * The number of measured rounds. Each round measures both servers, so that a slow phase of the machine affects both.
 */
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
  const plan = createLoad(server.url, headers);
  const create = await figureOf(server, {
    ...plan,
    onAnswer: (body) => {
      if (numbers.length < 10_000) numbers.push(JSON.parse(body).order_no);
    },
  });
  const fetch = await figureOf(server, {
    ...plan,
    url: `${server.url}/index.php/v1/fetch_order`,
    body: (n) => JSON.stringify({ order_no: numbers[n % numbers.length] }),
  });
  return { create, fetch };
}

function medians(figures: readonly Figure[]): Figure {
  return {
    perSecond: median(figures.map((figure) => figure.perSecond)),
    cpuUs: median(figures.map((figure) => figure.cpuUs)),
  };
}

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
    const headers = await guestHeaders(ours.url);
    const of = { bare: [] as Figures[], ours: [] as Figures[] };
    for (let round = 0; round <= rounds; round++) {
      const figures = { bare: await measure(bare, {}), ours: await measure(ours, headers) };
      // The first round only warms up both servers.
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
