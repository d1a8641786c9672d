/**
 * The place of a head inside the bands of a rule, for every rule, and for heads without hair to heads with high hair.
 */

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { documentRules } from '../../src/domain/documents/document-rules.ts';
import { type HeadBands, headBandsOf, type Range } from '../../src/domain/documents/head-bands.ts';
import { documentPlaces, measuresOf, placesInBands } from '../../src/domain/documents/place-head.ts';
import { studioHead } from '../../src/domain/goods/id-photo.ts';

/** A head with ordinary hair. The unit is the distance from the eyes to the chin. */
const head = { hair: 1.2, faceWidth: 1.3 };

function isWithin(range: Range | null, value: number): boolean {
  return range === null || (value >= range.min && value <= range.max);
}

describe('placesInBands', () => {
  for (const rule of documentRules) {
    it(`places an ordinary head inside every band of the rule ${rule.id}`, () => {
      const bands = headBandsOf(rule);
      const [best] = placesInBands(head, bands);
      assert.ok(best !== undefined, 'no place');
      const measured = measuresOf(head, best);
      const height = bands.headFrom === 'hair' ? measured.hairToChin : measured.crownToChin;
      assert.ok(isWithin(bands.head, height), `head ${height}`);
      assert.ok(isWithin(bands.eyes, measured.eyes), `eyes ${measured.eyes}`);
      assert.ok(isWithin(bands.above, measured.above), `above ${measured.above}`);
      assert.ok(isWithin(bands.faceWidth, measured.faceWidth), `face ${measured.faceWidth}`);
    });
  }

  it('places the head of a Chinese passport so that its width is allowed with and without the ears, because the source does not say which is meant', () => {
    const rule = documentRules.find(({ id }) => id === 'cn_passport') ?? assert.fail('no passport');
    const bands = headBandsOf(rule);
    const [best] = placesInBands(head, bands);
    assert.ok(best !== undefined && bands.faceWidth !== null);
    const { faceWidth } = measuresOf(head, best);
    // On portraits with short hair, the ears add about 5 to 20 % to the width between their roots.
    for (const ears of [1, 1.05, 1.2]) assert.ok(isWithin(bands.faceWidth, ears * faceWidth), `${ears}`);
  });

  const open: HeadBands = { headFrom: 'hair', head: null, eyes: null, above: null, faceWidth: null };

  it('places the head as in a studio photo when the rule has no band', () => {
    const [best] = placesInBands(head, open);
    assert.ok(best !== undefined);
    assert.ok(Math.abs(best.headShare - 0.64) < 0.011 && Math.abs(best.crownMargin - 0.09) < 0.006);
  });

  it('leaves room above the hair when the rule does not ask for it, so that no crop touches the hair', () => {
    const places = placesInBands(head, { ...open, head: { min: 0.5, max: 0.95 } });
    assert.ok(places.length > 0);
    for (const { crownMargin } of places) assert.ok(crownMargin >= 0.02, `${crownMargin}`);
  });

  it('returns no place when the bands exclude each other', () => {
    const eyes = { min: 0.9, max: 0.95 };
    assert.deepEqual(placesInBands(head, { ...open, eyes, head: { min: 0.6, max: 0.7 } }), []);
  });

  it('places no head larger than in a studio photo when the rule limits neither head nor face', () => {
    const places = documentPlaces(head, open, studioHead.limits);
    assert.ok(places.length > 0);
    for (const { headShare } of places) assert.ok(headShare <= 33 / 48, `${headShare}`);
  });

  it('measures the head without its hair when the rule measures from the crown', () => {
    const crown: HeadBands = { ...open, headFrom: 'crown', head: { min: 32 / 45, max: 36 / 45 } };
    for (const hair of [0.9, 1, 1.2, 1.4]) {
      const [best] = placesInBands({ hair, faceWidth: 1.3 }, crown);
      assert.ok(best !== undefined, `hair ${hair}`);
      const { crownToChin } = measuresOf({ hair, faceWidth: 1.3 }, best);
      assert.ok(crownToChin >= 32 / 45 && crownToChin <= 36 / 45);
    }
  });
});
