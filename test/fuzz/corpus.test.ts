/**
 * Replays the corpus of every fuzz target: inputs that once reached new code, and the inputs of findings that have
 * been fixed.
 */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openCorpus } from './corpus.ts';
import { openInputRunner } from './run-inputs.ts';
import { targetNames } from './target-names.ts';
import { targets } from './targets.ts';
import { watchVitals } from './vitals.ts';

test('`npm run fuzz` runs every target', () => {
  assert.deepEqual(targets.map(({ name }) => name).sort(), targetNames.toSorted());
});

for (const target of targets) {
  test(`no input of the corpus ${target.name} shows a problem`, async () => {
    const { entries } = openCorpus(target.name, target.extension);
    assert.ok(entries.length > 0, 'the corpus is empty');
    const vitals = watchVitals();
    const runner = await openInputRunner(target, vitals);
    try {
      for (const entry of entries) {
        const { problem } = await runner.run(entry);
        assert.equal(problem, null, `${problem}: ${JSON.stringify(entry.toString('latin1'))}`);
      }
    } finally {
      await runner.close();
      vitals.stop();
    }
  });
}
