/** Times, prices and texts that both pages share, and the texts of the default catalogue. */

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { failSentences } from '../../src/domain/fail-reasons.ts';
import { formatMoney } from '../../src/domain/format-money.ts';
import { defaultCatalogue } from '../../src/domain/goods/default-catalogue.ts';
import { goodText } from '../../src/domain/goods/good-text.ts';
import { photoWarnings } from '../../src/domain/goods/photo-check.ts';
import { languages } from '../../src/domain/language.ts';
import { photoWord } from '../../web/shared/photo-words.ts';
import { formatDay, formatDeadline, parseServiceTime } from '../../web/shared/service-time.ts';
import { en } from '../../web/shop/texts/en.ts';
import { zh } from '../../web/shop/texts/zh.ts';

it('no error of the shop says how long photos are kept, because the owner of a shop can change it', () => {
  for (const { errors } of [en, zh]) {
    assert.doesNotMatch(errors.upload_expired, /\d|\b(a|one) (day|hour|week)|[一两三七](天|小时|周)/);
  }
});

describe('times of the service', () => {
  for (const [text, zone, instant] of [
    ['2026-11-02 09:30:00', 'Asia/Shanghai', '2026-11-02T01:30:00.000Z'],
    ['2026-07-01 00:00:00', 'America/New_York', '2026-07-01T04:00:00.000Z'],
    // On this day the clocks of New York were set back one hour, before the time of this case.
    ['2026-11-01 03:00:00', 'America/New_York', '2026-11-01T08:00:00.000Z'],
    ['2026-03-29 03:30:00', 'Europe/Berlin', '2026-03-29T01:30:00.000Z'],
    ['2026-01-15 12:00:00', 'Asia/Kathmandu', '2026-01-15T06:15:00.000Z'],
  ] as const) {
    it(`${text} in ${zone} is ${instant}`, () =>
      assert.equal(parseServiceTime(text, zone)?.toISOString(), instant));
  }

  it('a text that is not a time is parsed as null', () =>
    assert.equal(parseServiceTime('soon', 'UTC'), null));

  it('a day without a time is shown as the same day west of Greenwich', (t) => {
    const { TZ } = process.env;
    t.after(() => {
      if (TZ === undefined) delete process.env.TZ;
      else process.env.TZ = TZ;
    });
    process.env.TZ = 'America/Los_Angeles';
    assert.equal(formatDay('2026-05-05', 'en-GB'), '5 May 2026');
  });

  it('a text that is not a day of the calendar is shown as it is', () => {
    assert.equal(formatDay('2026-25-05', 'en-GB'), '2026-25-05');
    assert.equal(formatDay('2026-02-30', 'en-GB'), '2026-02-30');
  });

  it('the text of a deadline contains the day unless the day is today', () => {
    const now = new Date(2027, 0, 31, 12, 0);
    assert.equal(formatDeadline(new Date(2027, 0, 31, 12, 30), 'en-GB', now), '12:30');
    assert.match(formatDeadline(new Date(2027, 1, 1, 0, 10), 'en-GB', now), /1 Feb 2027.*00:10/);
  });
});

describe('prices', () => {
  it('are shown as minor units divided by 100 in every currency', () => {
    assert.equal(formatMoney(990, 'CNY', 'zh-CN'), '¥9.90');
    assert.equal(formatMoney(123_456, 'EUR', 'de'), '1.234,56\u00a0€');
    assert.equal(formatMoney(990, 'JPY', 'en'), '¥9.90');
  });
});

describe('the texts for refused photos and warnings', () => {
  for (const code of [...Object.keys(failSentences), ...photoWarnings]) {
    it(`${code} has a Chinese text`, () => assert.match(photoWord(code, 'zh') ?? '', /[一-龥]/));
  }

  it('an unknown code has no text, in either language', () => {
    for (const code of ['brand_new', 'constructor', null]) {
      assert.deepEqual([photoWord(code, 'en'), photoWord(code, 'zh')], [null, null]);
    }
  });
});

describe('the default catalogue', () => {
  for (const { title, summary } of defaultCatalogue) {
    it(`${title} has an English title and summary`, () => {
      for (const text of [title, summary]) assert.doesNotMatch(goodText(text, 'en'), /[一-龥]/);
    });
  }

  it('a title that an operator wrote is shown unchanged in both languages', () => {
    for (const language of languages) assert.equal(goodText('全家福', language), '全家福');
  });
});

describe('a number of days in the texts of the shop', () => {
  it('is followed by “day” if it is one, and otherwise by “days”', () => {
    assert.match(en.privacyText(1), /after 1 day\.$/);
    assert.match(en.privacyText(7), /after 7 days\.$/);
    assert.match(en.memberKept(1, 1), /for 1 day instead/);
    assert.match(en.expiredText(1, 30), /kept for 1 day, and for 30 days/);
  });
});
