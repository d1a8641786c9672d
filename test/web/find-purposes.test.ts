import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { documentRules } from '../../src/domain/documents/document-rules.ts';
import { findPurposes } from '../../web/shop/documents/find-purposes.ts';

const documents = documentRules.map(({ id, names, country, size }) => ({
  ...{ id, names, country, width: size.widthPx, height: size.heightPx },
  ...{ width_mm: size.widthMm, height_mm: size.heightMm },
}));

describe('the search of documents', () => {
  for (const [typed, ids] of [
    ['US passport', ['us_passport']],
    ['american passport photo', ['us_passport']],
    ['usa visa', ['us_visa', 'us_diversity_visa']],
    ['UK passport', ['gb_passport', 'gb_passport_online']],
    ['german passport', ['de_passport']],
    ['dutch', ['nl_passport']],
    ['美国 护照', ['us_passport']],
    ['美国护照照片', ['us_passport']],
    ['中国护照', ['cn_passport']],
  ] as const) {
    it(`finds ${ids.join(' and ')} for “${typed}”`, () => {
      assert.deepEqual(
        findPurposes(typed, documents).documents.map(({ id }) => id),
        ids,
      );
    });
  }

  for (const typed of ['2x2', '2 x 2 inches', '51 × 51 mm']) {
    it(`finds the US passport by its size “${typed}”`, () => {
      const ids = findPurposes(typed, documents).documents.map(({ id }) => id);
      assert.ok(ids.includes('us_passport'), ids.join(' '));
      assert.ok(!ids.includes('de_passport'), ids.join(' '));
    });
  }

  it('finds the size one inch for “一寸照”', () => {
    assert.ok(findPurposes('一寸照', documents).sizes.includes('one_inch'));
  });

  it('finds nothing for a country without a document', () => {
    assert.deepEqual(findPurposes('brazil', documents), { sizes: [], documents: [] });
  });
});
