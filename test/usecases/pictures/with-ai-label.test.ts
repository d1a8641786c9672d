/** Which pictures get the label of AI-made content. */

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { oneInch } from '../../../src/domain/goods/id-photo.ts';
import { withAiLabel } from '../../../src/usecases/pictures/with-ai-label.ts';
import type { ImageTask } from '../../../src/usecases/ports/image-work.ts';
import { testSettings } from '../../support/deps.ts';
import { fixedRandom } from '../../support/fixed-random.ts';

const files = { sourceFile: 'a', targetFile: 'b' };
const photo = { kind: 'id_photo', ...files, size: oneInch, isCorrected: false } as const;

function producerOf(task: ImageTask, labels: object): string | null {
  const aiLabels = { colourised: true, idPhoto: true, producer: 'Corner shop', ...labels };
  const labelled = withAiLabel({ settings: { ...testSettings(), aiLabels }, random: fixedRandom() }, task);
  return 'aigc' in labelled ? (labelled.aigc?.producer ?? null) : null;
}

describe('the label of AI-made content', () => {
  for (const [what, task, labels, producer] of [
    ['a colourised photo', { kind: 'colourise', ...files }, {}, 'Corner shop'],
    [
      'no colourised photo if the owners say so',
      { kind: 'colourise', ...files },
      { colourised: false },
      null,
    ],
    ['an ID photo on a new background', { ...photo, background: 'red' }, {}, 'Corner shop'],
    ['no ID photo if the owners say so', { ...photo, background: 'red' }, { idPhoto: false }, null],
    ['no photo that is only cropped', { ...photo, background: 'photographed' }, {}, null],
  ] as const) {
    it(`is on ${what}`, () => assert.equal(producerOf(task, labels), producer));
  }
});
