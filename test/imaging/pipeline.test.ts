import assert from 'node:assert/strict';
import { it } from 'node:test';
import { colourisePipeline } from '../../src/imaging/colourise/pipeline.ts';
import { idPhotoPipeline } from '../../src/imaging/id-photo/pipeline.ts';
import { pipeline } from '../../src/imaging/pipeline.ts';
import { type Refused, refused } from '../../src/imaging/refused.ts';
import { restorePipeline } from '../../src/imaging/restore/pipeline.ts';

function half(number: number): { readonly half: number } | Refused {
  return number % 2 === 0 ? { half: number / 2 } : refused('too_small');
}

const halving = pipeline<{ readonly number: number }>()
  .step('halve', ({ number }) => half(number), 0.5)
  .step('describe', async ({ number, half }) => ({ text: `${half} is half of ${number}` }));

it('each step receives the values of the request and of earlier steps', async () => {
  const result = await halving.run({ number: 6 });
  assert.deepEqual(result, { kind: 'done', values: { number: 6, half: 3, text: '3 is half of 6' } });
});

it('the first refusal ends the pipeline, and later steps do not run', async () => {
  let isCalled = false;
  const list = halving.step('mark', () => {
    isCalled = true;
    return {};
  });
  assert.deepEqual(await list.run({ number: 5 }), { kind: 'refused', refusal: 'too_small' });
  assert.equal(isCalled, false);
});

it('steps that are appended from another pipeline keep their names and their shares of the work', async () => {
  const list = pipeline<{ readonly number: number; readonly name: string }>()
    .step('greet', ({ name }) => ({ greeting: `Hello ${name}` }), 0.1)
    .steps(halving)
    .step('end', ({ greeting, text }) => ({ sentence: `${greeting}, ${text}` }), 1);
  assert.deepEqual(list.stepNames, ['greet', 'halve', 'describe', 'end']);
  const reported: number[] = [];
  const result = await list.run({ number: 2, name: 'Ada' }, (fraction) => reported.push(fraction));
  assert.ok(result.kind === 'done');
  assert.equal(result.values.sentence, 'Hello Ada, 1 is half of 2');
  assert.deepEqual(reported, [0.1, 0.5, 1]);
});

it('the progress does not fall back at the steps of another pipeline, which count from the start', async () => {
  const slow = pipeline<{ readonly name: string }>().step(
    'paint',
    (_, onProgress) => {
      for (const fraction of [0, 0.5, 1]) onProgress(fraction);
      return { painted: true };
    },
    0.8,
  );
  const reported: number[] = [];
  await pipeline<{ readonly name: string }>()
    .step('read', () => ({ bytes: 1 }), 0.5)
    .steps(slow)
    .run({ name: 'Ada' }, (fraction) => reported.push(fraction));
  assert.deepEqual(reported, [0.5, 0.5, 0.5, 0.8, 0.8]);
});

it('the progress that a step reports is converted to its share of the whole work', async () => {
  const reported: number[] = [];
  await pipeline<{ readonly number: number }>()
    .step('first', () => ({ first: true }), 0.5)
    .step(
      'second',
      (_, onProgress) => {
        onProgress(0.5);
        return { second: true };
      },
      1,
    )
    .run({ number: 1 }, (fraction) => reported.push(fraction));
  assert.deepEqual(reported, [0.5, 0.75, 1]);
});

it('an ID photo, a colourisation and a restoration have the steps that docs/imaging.md describes', () => {
  assert.deepEqual(idPhotoPipeline.stepNames, [
    'decode the photo',
    'find the person',
    'measure the face',
    'crop the head',
    'check the enlargement',
    'check light, sharpness and eyes',
    'decode the crop in detail',
    'sample the crop',
    'run the nets',
    'segment the person',
    'apply the strokes',
    'clip the mask to the photo',
    'locate the face in the crop',
    'estimate alpha',
    'correct the edges',
    'judge the cut',

    'estimate the foreground',
    'smooth the outline',
    'correct the exposure',
    'composite on the background',
    'encode the JPEG',
    'crop again by the measured head',
    'write the file',
  ]);
  assert.deepEqual(colourisePipeline.stepNames, [
    'decode the photo',
    'shrink the lightness',
    'find the paper border',
    'restore faded tones',
    'predict chroma',
    'boost chroma',
    'find people',
    'regroup the cells',
    'even out chroma',
    'calm the sky',
    'lift pale colours',
    'colour skin',
    'fit chroma to lightness',
    'redden lips',
    'paint',
    'encode as JPEG',
  ]);
  assert.deepEqual(restorePipeline.stepNames, [
    'decode the photo',
    'check the enlargement',
    'shrink the lightness',
    'find damage',
    'find eyes and mouths',
    'choose what is mended',
    'find the tint of what is missing',
    'fill the damage',
    'lift stains',
    'mend',
    'enlarge',
    'colourise, or restore the tones',
    'encode as JPEG',
  ]);
});
