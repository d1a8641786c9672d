/** The fuzzer itself, on a small target with planted faults. */

import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import fc from 'fast-check';
import { openCorpus } from './corpus.ts';
import { startCoverage } from './coverage.ts';
import { type FuzzRunSummary, fuzzRun } from './fuzz-run.ts';
import { fine, type OpenTarget, type Target, wrong } from './target.ts';
import { type Vitals, watchVitals } from './vitals.ts';

function plantedTarget(run: OpenTarget['run'], changes: Partial<Target> = {}): Target {
  return {
    name: 'planted',
    extension: 'txt',
    inputs: fc.string({ maxLength: 30 }).map((text) => Buffer.from(text)),
    dictionary: ['needle'],
    inputBytesMax: 1000,
    timeMsMax: 1_000,
    open: async () => ({ run, close: async () => undefined }),
    ...changes,
  };
}

async function fuzz(
  t: TestContext,
  target: Target,
  changes: Partial<Vitals> = {},
): Promise<FuzzRunSummary & { files: string[] }> {
  const folder = mkdtempSync(join(tmpdir(), 'photokiosk-corpus-'));
  const coverage = startCoverage();
  const vitals = { ...watchVitals(), ...changes };
  t.after(() => {
    coverage.stop();
    vitals.stop();
    rmSync(folder, { recursive: true, force: true });
  });
  const corpus = openCorpus(target.name, target.extension, folder);
  corpus.add(Buffer.from('a first input'));
  const ignore = () => undefined;
  const summary = await fuzzRun({
    // One finding ends the run, so the time matters only when a test fails.
    ...{ target, seed: 1, seconds: 120, findingsMax: 1, corpus, coverage, vitals },
    ...{ beforeInput: ignore, onFinding: ignore },
  });
  return { ...summary, files: readdirSync(join(folder, target.name)) };
}

test('a fault that only certain inputs show is found and reduced to the smallest of them', async (t) => {
  const target = plantedTarget(async (input) => (input.includes('needle') ? wrong('a needle') : fine('hay')));
  const { findings } = await fuzz(t, target);
  assert.equal(findings.length, 1);
  const [finding] = findings;
  assert.equal(finding?.problem, 'a needle');
  assert.equal(finding.alone, true);
  assert.ok(finding.input.includes('needle'));
  assert.ok(finding.input.length <= 'a first inputneedle'.length, finding.input.toString());
});

test('an error that nothing handles is a finding', async (t) => {
  const target = plantedTarget(async () => fine('ended'));
  const { findings } = await fuzz(t, target, { takeUnhandled: () => ['unhandled rejection: lost'] });
  assert.equal(findings[0]?.problem, 'unhandled rejection: lost');
});

test('a run that never ends is a finding', async (t) => {
  const target = plantedTarget(() => new Promise(() => undefined), { timeMsMax: 1 });
  assert.equal((await fuzz(t, target)).findings[0]?.problem, 'did not end within 1 ms');
});

test('an input that blocks the event loop each time it runs is a finding', async (t) => {
  const target = plantedTarget(async (input) => {
    // Count the time of this thread, because a busy machine can give the thread little of the passing time.
    const start = process.threadCpuUsage();
    const blockedUs = input.includes('a first') ? 300_000 : 0;
    while (process.threadCpuUsage(start).user < blockedUs);
    return fine('ended');
  });
  const { findings } = await fuzz(t, target);
  assert.equal(findings[0]?.problem, 'blocks the event loop for more than 200 ms');
});

test('an input with a new label joins the corpus, and another one with the same label does not', async (t) => {
  let inputs = 0;
  const target = plantedTarget(async (input) => {
    inputs += 1;
    if (inputs > 100) return wrong('enough inputs');
    return fine(input.length % 2 === 0 ? 'even' : 'odd');
  });
  assert.equal((await fuzz(t, target)).files.length, 2);
});
