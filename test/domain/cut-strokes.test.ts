import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { AppError } from '../../src/domain/errors.ts';
import { parseCutStrokes } from '../../src/domain/goods/cut-strokes.ts';
import { sizedIdPhotoGood } from '../../src/domain/goods/id-photo-good.ts';
import type { OrderDetails } from '../../src/domain/goods/parameters.ts';

const strokes = 'remove 120 5100,800 5300,820;keep 60 4000,3900';

describe('the strokes that correct a cut-out', () => {
  it('are read as shares of the photo', () => {
    assert.deepEqual(parseCutStrokes(strokes), [
      {
        isKept: false,
        radius: 0.012,
        points: [
          { x: 0.51, y: 0.08 },
          { x: 0.53, y: 0.082 },
        ],
      },
      { isKept: true, radius: 0.006, points: [{ x: 0.4, y: 0.39 }] },
    ]);
  });

  it('may begin and end at the edges of the photo', () => {
    assert.deepEqual(parseCutStrokes('keep 1000 0,0 10000,10000')?.[0]?.points, [
      { x: 0, y: 0 },
      { x: 1, y: 1 },
    ]);
  });

  it('can be none, which says that the customer has seen the cut-out', () => {
    assert.deepEqual(parseCutStrokes('none'), []);
  });

  const bad: Readonly<Record<string, string>> = {
    'an empty text': '',
    'none beside a stroke': 'none;keep 20 1,1',
    'an unknown tool': 'erase 120 1,1',
    'a stroke without points': 'remove 120',
    'a point without y': 'remove 120 5100',
    'a fraction': 'remove 120 0.5,0.5',
    'a negative number': 'remove 120 -1,5',
    'a point outside the photo': 'remove 120 10001,0',
    'a brush that is too thin': 'remove 9 1,1',
    'a brush that is too wide': 'remove 1001 1,1',
    'a separator without a stroke after it': 'remove 120 1,1;',
    'two spaces': 'remove 120  1,1',
    'a line break': 'remove 120 1,1\n',
    'more than sixty strokes': Array.from({ length: 61 }, () => 'keep 20 1,1').join(';'),
    'more than a thousand points': `keep 20${' 1,1'.repeat(1_001)}`,
    'a text that is too long': `remove 120${' 1000,1000'.repeat(800)}`,
  };
  for (const [what, text] of Object.entries(bad)) {
    it(`are refused with ${what}`, () => assert.equal(parseCutStrokes(text), undefined));
  }

  it('can be sixty', () => {
    assert.equal(parseCutStrokes(Array.from({ length: 60 }, () => 'keep 20 1,1').join(';'))?.length, 60);
  });
});

describe('an order of an ID photo', () => {
  const refusalOf = (check: 'requireValid' | 'requireCheckable', details: OrderDetails) => {
    try {
      sizedIdPhotoGood[check]?.(details, () => undefined);
      return null;
    } catch (error) {
      return error instanceof AppError ? error.fields[0]?.code : error;
    }
  };
  const sized = { color: 'white', size: 'one_inch' };

  it('may have strokes, unless they cannot be read', () => {
    for (const details of [{ ...sized, cut_strokes: strokes }, sized]) {
      assert.equal(refusalOf('requireValid', details), null);
    }
    for (const check of ['requireValid', 'requireCheckable'] as const) {
      assert.equal(refusalOf(check, { ...sized, cut_strokes: 'x' }), 'not_strokes');
    }
  });

  it('has no strokes if the photo is only cropped', () => {
    const cropped = { size: 'one_inch', crop_only: 1, cut_strokes: strokes };
    assert.equal(refusalOf('requireValid', cropped), 'alteration_forbidden');
  });
});
