/** The rules of the documents: what a rule must contain, and facts that are wrong in many published data sets. */

import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { type DocumentRule, parseDocumentRule } from '../../src/domain/documents/document-rule.ts';
import { documentRules, findDocumentRule } from '../../src/domain/documents/document-rules.ts';
import { fileWindowOf } from '../../src/domain/documents/file-window.ts';
import { headBandsOf } from '../../src/domain/documents/head-bands.ts';
import { parseOwnRule } from '../../src/domain/documents/own-rule.ts';

function rule(id: string): DocumentRule {
  return findDocumentRule(id) ?? assert.fail(`no rule ${id}`);
}

describe('the document rules', () => {
  it('are at least 40 documents of 20 countries, China’s first', () => {
    assert.ok(documentRules.length >= 40, String(documentRules.length));
    assert.ok(new Set(documentRules.map(({ country }) => country)).size >= 20);
    const chinese = documentRules.filter(({ country }) => country === 'CN').length;
    assert.ok(documentRules.slice(0, chinese).every(({ country }) => country === 'CN'));
  });

  it('include every file of the folder', () => {
    const folder = join(import.meta.dirname, '../../src/domain/documents/rules');
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
      name.endsWith('.json'),
    );
    const ids = files.map((name) => name.replace('.json', '').replaceAll(/[/-]/g, '_'));
    assert.deepEqual(ids.sort(), documentRules.map(({ id }) => id).sort());
  });

  it('ask for a head of 50–69 % and at most 240 kB for a US visa', () => {
    const { head, fileSize } = rule('us_visa');
    assert.deepEqual([head?.min, head?.max, head?.unit, fileSize.maxKb], [50, 69, 'percent', 240]);
  });

  it('ask for 50 kB to 10 MB for a British passport online, and 20–50 kB for Indian examinations', () => {
    assert.deepEqual(rule('gb_passport_online').fileSize, { minKb: 50, maxKb: 10_000 });
    assert.deepEqual(rule('in_exam').fileSize, { minKb: 20, maxKb: 50 });
  });

  it('ask for 26 × 32 mm for a Spanish identity card, and forbid white in France', () => {
    assert.deepEqual(
      [rule('es_identity_card').size.widthMm, rule('es_identity_card').size.heightMm],
      [26, 32],
    );
    assert.ok(!rule('fr_identity').backgrounds.includes('white'));
  });
});

describe('parseDocumentRule', () => {
  const good = rule('us_visa');
  for (const [what, wrong, field, problem] of [
    [
      'a size whose pixels do not have its millimetres',
      { size: { ...good.size, heightPx: 700 } },
      'size.heightPx',
      'millimetres',
    ],
    ['a head whose minimum is above its maximum', { head: { ...good.head, min: 70 } }, 'head.min', 'order'],
    ['a head without a unit', { head: { ...good.head, unit: '' } }, 'head.unit', 'value'],
    ['an unknown background', { backgrounds: ['green'] }, 'backgrounds', 'value'],
    ['no background', { backgrounds: [] }, 'backgrounds', 'value'],
    [
      'a file that must be larger than it may be',
      { fileSize: { minKb: 300, maxKb: 240 } },
      'fileSize.minKb',
      'order',
    ],
    [
      'an official source without an address',
      { source: { ...good.source, url: null, read: null } },
      'source.url',
      'source',
    ],
    [
      'a source without the day on which it was read',
      { source: { ...good.source, read: null } },
      'source.read',
      'source',
    ],
    [
      'a source that was read on an impossible day',
      { source: { ...good.source, read: '2026-25-05' } },
      'source.read',
      'value',
    ],
    ['no sentence in Chinese', { sentence: { en: 'A rule.', zh: '' } }, 'sentence.zh', 'value'],
    ['an id of another country', { id: 'gb_visa' }, 'id', 'id'],
  ] as const) {
    it(`refuses ${what} and names the field`, () => {
      assert.throws(() => parseDocumentRule({ ...good, ...wrong }), { name: 'RuleFault', field, problem });
    });
  }
});

describe('parseOwnRule', () => {
  const good = rule('us_visa');
  const band = (min: number, max: number) => ({ unit: 'percent', min, max });

  it('accepts a rule of the service', () => {
    assert.equal(parseOwnRule(good).id, good.id);
  });

  for (const [what, wrong] of [
    ['a head that is smaller than any photo shows', { head: { measured: 'hair_to_chin', ...band(20, 30) } }],
    ['more room above the hair than a photo has', { above: band(30, 40) }],
    [
      'a large head with much room above it',
      { head: { measured: 'hair_to_chin', ...band(80, 90) }, above: band(20, 25), eyesAboveBottom: null },
    ],
  ] as const) {
    it(`refuses ${what}, because no photo could meet the rule`, () => {
      assert.throws(() => parseOwnRule({ ...good, ...wrong }), { field: 'head', problem: 'no_place' });
    });
  }

  for (const [what, refusedBackgrounds] of [
    ['a colour that is chosen twice', ['red', 'red']],
    ['a colour that is also allowed', ['white']],
  ] as const) {
    it(`refuses ${what}`, () => {
      const wrong = { ...rule('us_visa'), backgrounds: ['white'], refusedBackgrounds };
      assert.throws(() => parseOwnRule(wrong), { field: 'refusedBackgrounds', problem: 'twice' });
    });
  }
});

describe('headBandsOf', () => {
  it('converts millimetres, pixels and percent to shares of the height', () => {
    const passport = headBandsOf(rule('cn_passport'));
    assert.deepEqual(passport.head, { min: 28 / 48, max: 33 / 48 });
    assert.equal(passport.headFrom, 'hair');
    assert.equal(headBandsOf(rule('fr_identity')).headFrom, 'crown');
    assert.deepEqual(headBandsOf(rule('cn_social_security')).faceWidth, { min: 179 / 441, max: 255 / 441 });
    assert.deepEqual(headBandsOf(rule('us_visa')).eyes, { min: 0.56, max: 0.69 });
  });
});

describe('fileWindowOf', () => {
  it('keeps a file within the limits, whether a kilobyte has 1000 or 1024 bytes', () => {
    assert.deepEqual(fileWindowOf(20, 50), { minBytes: 20_480, maxBytes: 50_000 });
    assert.equal(fileWindowOf(null, null), null);
    assert.equal(fileWindowOf(null, 240)?.minBytes, 0);
  });
});
