/** Runs axe-core on a page. */

import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const axeSource = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface AxeFinding {
  readonly id: string;
  readonly impact: string | null;
  readonly nodes: readonly { readonly target: readonly string[]; readonly failureSummary?: string }[];
}

/**
 * Waits until the page has its fonts and all its transitions have ended, because a text that fades in has too little
 * contrast. Animations without an end, such as those of loaders, are not waited for.
 */
async function untilStill(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await document.fonts.ready;
    const ending = document
      .getAnimations()
      .filter(
        ({ playState, effect }) =>
          playState === 'running' && effect?.getComputedTiming().endTime !== Infinity,
      );
    // An animation that is cancelled rejects its promise.
    await Promise.allSettled(ending.map(({ finished }) => finished));
  });
}

/** @returns the accessibility problems that axe-core rates as serious or critical. */
export async function seriousFindings(page: Page): Promise<string[]> {
  await untilStill(page);
  // The source is half a megabyte, so a document gets it once.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axeSource);
  const findings = await page.evaluate(async () => {
    const { axe } = globalThis as unknown as {
      axe: { run(options: object): Promise<{ violations: AxeFinding[] }> };
    };
    return (await axe.run({ resultTypes: ['violations'] })).violations;
  });
  return findings
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(
      ({ id, nodes }) => `${id}: ${nodes.map(({ target, failureSummary }) => `${target} ${failureSummary}`)}`,
    );
}
