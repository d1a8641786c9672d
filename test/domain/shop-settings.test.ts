/** The values of settings as they are stored. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkedSetting, hasTypeOf } from '../../src/domain/shop-settings.ts';

test('a setting of one line is stored on one line, and a setting of several lines keeps its line breaks', () => {
  assert.equal(checkedSetting('shop_name', ' Photo\r\n corner\u2028\u202E '), 'Photo corner');
  assert.equal(checkedSetting('contact', 'a@b.example\nphone 1'), 'a@b.example phone 1');
  assert.equal(checkedSetting('company', ' Photo Ltd\nStreet 1 '), 'Photo Ltd\nStreet 1');
});

test('a stored value of one line that an earlier version stored with a line break stays in use', () => {
  assert.ok(hasTypeOf('shop_name', 'Photo\ncorner'));
});
