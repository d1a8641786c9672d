import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isLanguage, preferredLanguage } from '../../src/domain/language.ts';

describe('the preferred language', () => {
  for (const [tags, language] of [
    [['zh-CN', 'zh', 'en'], 'zh'],
    [['en-GB', 'zh;q=0.5'], 'en'],
    [['fr-FR', ' zh-TW;q=0.5'], 'zh'],
    [['ZH'], 'zh'],
    [['de'], 'en'],
    [[''], 'en'],
    [[], 'en'],
  ] as const) {
    it(`of [${tags.join(', ')}] is ${language}`, () => assert.equal(preferredLanguage(tags), language));
  }
});

describe('a stored language', () => {
  it('is used only if it is a language with texts', () => {
    assert.ok(isLanguage('zh'));
    for (const value of ['ZH', 'de', '', null, undefined, 1]) assert.ok(!isLanguage(value), String(value));
  });
});
