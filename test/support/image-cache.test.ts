/** The results of image work that services of tests share. */

import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import type {
  ColouriseTask,
  ImageOutcome,
  ImageTask,
  ImageWork,
} from '../../src/usecases/ports/image-work.ts';
import { cachedWork } from './image-cache.ts';

const made = { kind: 'made', size: { widthPx: 3, heightPx: 4 }, contentType: 'image/jpeg' } as const;

/** Counts tasks, and makes pictures that differ from each other. */
function countedWork(outcome: ImageOutcome) {
  const tasks: ImageTask[] = [];
  const work: ImageWork = {
    async run(task) {
      tasks.push(task);
      if (outcome.kind === 'made') writeFileSync(task.targetFile, `picture ${tasks.length}`);
      return outcome;
    },
    check: () => assert.fail(),
    measure: () => assert.fail(),
    async close() {},
  };
  return { tasks, work };
}

function open(t: TestContext, outcome: ImageOutcome = made) {
  const folder = mkdtempSync(join(tmpdir(), 'photokiosk-cachedWork-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const { tasks, work } = countedWork(outcome);
  const file = (name: string) => join(folder, name);
  writeFileSync(file('anna'), 'photo of Anna');
  writeFileSync(file('copy of anna'), 'photo of Anna');
  writeFileSync(file('ben'), 'photo of Ben');
  const task = (sourceFile: string, targetFile: string): ColouriseTask => ({
    kind: 'colourise',
    sourceFile: file(sourceFile),
    targetFile: file(targetFile),
  });
  return { folder, file, tasks, work, task, images: cachedWork(work, {}, folder) };
}

test('a second task with the same photo gets the outcome and the picture of the first one', async (t) => {
  const { images, task, tasks, file } = open(t);
  assert.deepEqual(await images.run(task('anna', 'first')), made);
  assert.deepEqual(await images.run(task('copy of anna', 'second')), made);
  assert.equal(tasks.length, 1);
  assert.equal(readFileSync(file('second'), 'utf8'), 'picture 1');
});

test('another photo, another choice and other nets are other tasks', async (t) => {
  const { images, task, tasks, file, work, folder } = open(t);
  await images.run(task('anna', 'first'));
  await images.run(task('ben', 'second'));
  await images.run({ ...task('anna', 'third'), sourceType: null });
  await cachedWork(work, { colouriserFile: 'own.onnx' }, folder).run(task('anna', 'fourth'));
  assert.equal(tasks.length, 4);
  assert.equal(readFileSync(file('fourth'), 'utf8'), 'picture 4');
});

test('a refusal is cached', async (t) => {
  const { images, task, tasks } = open(t, { kind: 'refused', refusal: 'no_face' });
  const outcomes = [await images.run(task('anna', 'a')), await images.run(task('anna', 'b'))];
  assert.deepEqual(outcomes[0], outcomes[1]);
  assert.equal(tasks.length, 1);
});

test('a task that the machine could not do is done again', async (t) => {
  const { images, task, tasks } = open(t, { kind: 'unavailable', cause: 'killed', detail: '' });
  await images.run(task('anna', 'a'));
  await images.run(task('anna', 'b'));
  assert.equal(tasks.length, 2);
});

test('a photo that cannot be read and a task that was aborted are never answered from the cache', async (t) => {
  const { images, task, tasks } = open(t);
  await images.run(task('missing', 'a'));
  await images.run(task('missing', 'b'));
  assert.equal(tasks.length, 2);
  const signal = AbortSignal.abort(new Error('the order was cancelled'));
  await assert.rejects(images.run(task('anna', 'c'), { signal }), /cancelled/);
});
