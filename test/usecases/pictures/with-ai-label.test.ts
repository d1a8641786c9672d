/** What the metadata of a picture say about its making: the source type and the AI label that the owners chose. */

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { AiLabels } from '../../../src/domain/goods/ai-label.ts';
import { oneInch } from '../../../src/domain/goods/id-photo.ts';
import { withAiLabel } from '../../../src/usecases/pictures/with-ai-label.ts';
import type { ImageTask } from '../../../src/usecases/ports/image-work.ts';
import { testSettings } from '../../support/deps.ts';
import { fixedRandom } from '../../support/fixed-random.ts';

const files = { sourceFile: 'a', targetFile: 'b' };
const photo = { kind: 'id_photo', ...files, size: oneInch, isCorrected: false } as const;
const aiLabels: AiLabels = {
  colourised: { sourceType: 'trainedAlgorithmicMedia', isAiMade: true },
  restored: { sourceType: 'algorithmicallyEnhanced', isAiMade: false },
  idPhoto: { sourceType: 'none', isAiMade: false },
  producer: 'Corner shop',
};

function labelsOf(task: ImageTask, labels: Partial<AiLabels> = {}) {
  const settings = { ...testSettings(), aiLabels: { ...aiLabels, ...labels } };
  const labelled = withAiLabel({ settings, random: fixedRandom() }, task);
  return {
    sourceType: 'sourceType' in labelled ? labelled.sourceType : undefined,
    producer: 'aigc' in labelled ? labelled.aigc?.producer : undefined,
  };
}

describe('the metadata of', () => {
  it('a colourised photo contain the chosen source type, and the producer in the label for AI-made content', () => {
    const expected = { sourceType: 'trainedAlgorithmicMedia', producer: 'Corner shop' };
    assert.deepEqual(labelsOf({ kind: 'colourise', ...files }), expected);
  });

  it('a restored photo contain what the owners chose for restored photos, with and without colours', () => {
    for (const isColoured of [false, true]) {
      const task = { kind: 'restore', ...files, isColoured, isEnlarged: false } as const;
      const expected = { sourceType: 'algorithmicallyEnhanced', producer: undefined };
      assert.deepEqual(labelsOf(task), expected);
      const restored = { sourceType: 'none', isAiMade: true } as const;
      assert.deepEqual(labelsOf(task, { restored }), { sourceType: null, producer: 'Corner shop' });
    }
  });

  it('an ID photo on a new background contain neither source type nor producer if the owners chose neither', () => {
    const expected = { sourceType: null, producer: undefined };
    assert.deepEqual(labelsOf({ ...photo, background: 'red' }), expected);
  });

  it('an ID photo on a new background contain the producer if the owners chose the label for AI-made content', () => {
    const idPhoto = { sourceType: 'algorithmicallyEnhanced', isAiMade: true } as const;
    const expected = { sourceType: 'algorithmicallyEnhanced', producer: 'Corner shop' };
    assert.deepEqual(labelsOf({ ...photo, background: 'red' }, { idPhoto }), expected);
  });

  it('a photo that is only cropped contain neither source type nor producer, whatever the owners chose', () => {
    const idPhoto = { sourceType: 'algorithmicallyEnhanced', isAiMade: true } as const;
    const expected = { sourceType: undefined, producer: undefined };
    assert.deepEqual(labelsOf({ ...photo, background: 'photographed' }, { idPhoto }), expected);
  });
});
