import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { acceptedLanguage, isLanguage, preferredLanguage } from '../../src/domain/language.ts';

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

describe('the language of an Accept-Language header', () => {
  for (const [header, language] of [
    [undefined, null],
    ['', null],
    ['*', null],
    ['fr-FR, de;q=0.5', null],
    ['en', 'en'],
    ['zh-Hant-TW', 'zh'],
    ['fr, zh;q=0.5, en;q=0.4', 'zh'],
    ['zh;q=0.4, en;q=0.8', 'en'],
    ['en;q=0, zh;q=0.1', 'zh'],
    ['en;q=0', null],
    ['en; q=1.5', null],
    ['en;level=1, zh;q=1.000', 'zh'],
    ['EN-gb , zh', 'en'],
    ['english', null],
  ] as const) {
    it(`${header} is ${language}`, () => assert.equal(acceptedLanguage(header), language));
  }
});

describe('a stored language', () => {
  it('is used only if the service has texts in it', () => {
    assert.ok(isLanguage('zh'));
    for (const value of ['ZH', 'de', '', null, undefined, 1]) assert.ok(!isLanguage(value), String(value));
  });
});
