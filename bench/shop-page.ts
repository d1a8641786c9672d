/** Measures the first visit to the shop: the time of the first paint, and the size of the JavaScript. */

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PerformanceResourceTiming } from 'node:perf_hooks';
import type { Browser } from 'playwright-core';
import { chromiumPath, launchBrowser, newVisitor } from '../test/support/browser.ts';
import { startServer } from './servers.ts';

const visits = 5;

interface Visit {
  readonly firstPaintMs: number;
  readonly scriptBytes: number;
}

/** Visits the shop once with an empty browser cache. */
async function visitOf(browser: Browser, url: string): Promise<Visit> {
  const { page, context } = await newVisitor(browser, { baseURL: url });
  await page.goto('/');
  await page.getByRole('heading', { level: 1 }).waitFor();
  const visit = await page.evaluate(() => {
    const resources = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
    const scripts = resources.filter(({ name }) => name.endsWith('.js'));
    return {
      firstPaintMs: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN,
      scriptBytes: scripts.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0),
    };
  });
  await context.close();
  return visit;
}

export async function benchShopPage(): Promise<void> {
  if (chromiumPath() === null) {
    console.log('shop’s page: not measured, no Chromium here');
    return;
  }
  const folder = await mkdtemp(join(tmpdir(), 'photokiosk-bench-'));
  const server = await startServer('../src/main.ts', [], { DATA_DIR: folder, PORT: '0', RATE_LIMIT: 'off' });
  const browser = await launchBrowser();
  try {
    const all: Visit[] = [];
    for (let n = 0; n < visits; n++) all.push(await visitOf(browser, server.url));
    const paintsMs = all.map(({ firstPaintMs }) => firstPaintMs).toSorted((a, b) => a - b);
    const at = (n: number) => Math.round(paintsMs[n] ?? Number.NaN);
    console.log(
      `shop’s first paint in an empty browser (aim ≤ 1000 ms): median ${at(Math.floor(visits / 2))} ms, ` +
        `quickest ${at(0)} ms; compressed JavaScript ${Math.round((all[0]?.scriptBytes ?? 0) / 1000)} kB (aim < 150 kB)`,
    );
  } finally {
    await browser.close();
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  }
}
